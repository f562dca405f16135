import { WEBHOOK_RIGHTS } from './rights.record.js';
import { HOUR_MS, recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { PersonalDataInWebhooks } from './adapters/sql/personal-data-in-webhooks.js';
import { WEBHOOK_TABLES } from './adapters/typeorm/typeorm-webhook-secrets.js';
import { observeWebhooks, WEBHOOK_METRICS } from './application/metrics.js';
import { WEBHOOK_OPERATIONS, WEBHOOK_RECORD_OPERATIONS } from './application/webhook-operations.js';
import { WEBHOOK_MIGRATIONS } from './migrations/index.js';
import { KeepSending } from './adapters/process/keep-sending.js';
import { Deliveries } from './ports/deliveries.js';
import { WebhooksSettings } from './settings.js';
import { webhookResource } from './webhook.record.js';

export const WEBHOOKS_ROOM: RoomManifest<WebhooksSettings> = {
  name: 'webhooks',
  chapter: {
    title: 'Webhooks',
    about: 'Signed notifications about events, delivered at least once and in order for each record.',
  },
  settings: WebhooksSettings,
  resources: [webhookResource],
  migrations: WEBHOOK_MIGRATIONS,
  tables: WEBHOOK_TABLES,
  rights: recordRights(WEBHOOK_RIGHTS, 'webhooks'),
  operations: [...WEBHOOK_RECORD_OPERATIONS, ...WEBHOOK_OPERATIONS],
  metrics: { metrics: WEBHOOK_METRICS, observe: (find) => observeWebhooks(find(Deliveries)) },
  personal: { traces: { tables: ['webhook_delivery'], in: PersonalDataInWebhooks } },
  schedules: [
    {
      name: 'webhooks',
      every: 1_000,
      once: 'cluster',
      failure: 'webhook deliveries could not be sent',
      limitMs: 30_000,
      lease: (find) => find(Deliveries),
      isNeeded: async (find) => (await find(Deliveries).subscriptions()).length > 0,
      run: (run) => run.find(KeepSending).run(run),
    },
    {
      name: 'webhook log',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: webhook log',
      run: ({ find }, { WEBHOOK_LOG_DAYS }) => find(Deliveries).forget(WEBHOOK_LOG_DAYS),
    },
  ],
};
