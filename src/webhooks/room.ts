import { WEBHOOK_RIGHTS } from './rights.record.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { PersonalDataInWebhooks } from './adapters/sql/personal-data-in-webhooks.js';
import { WEBHOOK_DELIVERIES, WEBHOOK_SECONDS, WEBHOOKS_SWITCHED_OFF, WEBHOOKS_WAITING } from './application/metrics.js';
import { WEBHOOK_OPERATIONS, WEBHOOK_RECORD_OPERATIONS } from './application/webhook-operations.js';
import { WEBHOOK_MIGRATIONS } from './migrations/index.js';
import { Deliveries } from './ports/deliveries.js';
import { WebhooksSettings } from './settings.js';
import { webhookResource } from './webhook.record.js';

/** What the room brings. */
export const WEBHOOKS_ROOM: RoomManifest<WebhooksSettings> = {
  name: 'webhooks',
  chapter: {
    title: 'Webhooks',
    about: 'Signed notifications about events, delivered at least once and in order for each record.',
  },
  settings: WebhooksSettings,
  resources: [webhookResource],
  migrations: WEBHOOK_MIGRATIONS,
  rights: recordRights(WEBHOOK_RIGHTS, 'webhooks'),
  operations: [...WEBHOOK_RECORD_OPERATIONS, ...WEBHOOK_OPERATIONS],
  metrics: {
    metrics: [WEBHOOK_DELIVERIES, WEBHOOK_SECONDS, WEBHOOKS_SWITCHED_OFF, WEBHOOKS_WAITING],
    observe: async (find) => WEBHOOKS_WAITING.set(await find(Deliveries).waiting()),
  },
  personal: { traces: { tables: ['webhook_delivery'], in: PersonalDataInWebhooks } },
  chores: [
    {
      what: 'webhook log',
      prune: (find, { WEBHOOK_LOG_DAYS }) => find(Deliveries).forget(WEBHOOK_LOG_DAYS),
    },
  ],
};
