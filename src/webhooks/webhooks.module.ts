import { type DynamicModule, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import { exportsOf, type Installation, recordService } from '../../libs/manifest/index.js';
import { hostIn, isLocalHost, Outbound } from '../../libs/outbound/index.js';
import { RecordStore, Resources, serviceOf, withFields } from '../../libs/records/index.js';
import { aclId, WireSettings } from '../../libs/web/index.js';
import { SealedElsewhere } from '../access/index.js';
import { KnownAccounts } from './adapters/accounts/known-accounts.js';
import { HttpsReceivers } from './adapters/http/https-receivers.js';
import { KeepSending } from './adapters/process/keep-sending.js';
import { SqlDeliveries } from './adapters/sql/sql-deliveries.js';
import { SqlWebhookEventFeed } from './adapters/sql/sql-webhook-event-feed.js';
import { PersonalDataInWebhooks } from './adapters/sql/personal-data-in-webhooks.js';
import { TypeOrmSealedWebhookSecrets, TypeOrmWebhookSecrets } from './adapters/typeorm/typeorm-webhook-secrets.js';
import { CollectEvents } from './application/collect-events.js';
import { DisableWebhook, WebhookOwners } from './application/disable-webhook.js';
import { EventRights } from './application/event-rights.js';
import { ManageWebhooks, WebhookHooks } from './application/manage-webhooks.js';
import { SendDeliveries } from './application/send-deliveries.js';
import { ReportDays } from './application/report-days.js';
import { Webhooks } from './application/webhooks.js';
import { PostableAddresses } from './adapters/http/postable-addresses.js';
import { wantsEvent } from './domain/events.js';
import { Accounts } from './ports/accounts.js';
import { Deliveries, Receivers } from './ports/deliveries.js';
import { WebhookEventFeed } from './ports/webhook-event-feed.js';
import { WebhookSecrets } from './ports/webhook-secrets.js';
import { WEBHOOKS_ROOM } from './room.js';
import type { WebhooksSettings } from './settings.js';
import { webhookFaults, webhookResource } from './webhook.record.js';

/** The resource for the service that sets the owner; an `owner` sent by a client never reaches it. */
const storedWebhookResource = withFields(
  webhookResource,
  webhookResource.fields.map((field) => (field.property === 'owner' ? { ...field, access: 'both' as const } : field)),
);

const log = new Logger('webhooks');

/** Webhooks, their events, and the process that sends deliveries. */
@Module({
  providers: [
    { provide: Deliveries, useClass: SqlDeliveries },
    { provide: WebhookEventFeed, useClass: SqlWebhookEventFeed },
    { provide: WebhookSecrets, useClass: TypeOrmWebhookSecrets },
    {
      provide: Receivers,
      inject: [Outbound, PostableAddresses],
      useFactory: (outbound: Outbound, addresses: PostableAddresses) => new HttpsReceivers(outbound, addresses),
    },
    recordService(storedWebhookResource, {
      token: serviceOf(webhookResource),
      hooks: WebhookHooks,
      faults: {
        inject: [PostableAddresses, Resources],
        useFactory: (addresses: PostableAddresses, resources: Resources) => {
          const names = new Set(resources.all.map(({ resource }) => resource));
          return webhookFaults(
            (url) => addresses.mayPost(url),
            (pattern) => wantsEvent(pattern, names),
          );
        },
      },
    }),
    {
      provide: ManageWebhooks,
      inject: [serviceOf(webhookResource), Deliveries, WebhookSecrets, EventRights, Transactions, Clock],
      useFactory: (...parts: ConstructorParameters<typeof ManageWebhooks>) => new ManageWebhooks(...parts),
    },
    {
      provide: Webhooks,
      inject: [serviceOf(webhookResource), WebhookSecrets, EventRights, Transactions],
      useFactory: (...parts: ConstructorParameters<typeof Webhooks>) => new Webhooks(...parts),
    },
    { provide: Accounts, useClass: KnownAccounts },
    {
      provide: EventRights,
      inject: [Resources, WireSettings],
      useFactory: (resources: Resources, settings: WireSettings) =>
        new EventRights(resources, (right) => aclId(settings, right)),
    },
    CollectEvents,
    KeepSending,
    {
      provide: DisableWebhook,
      inject: [RecordStore, Transactions, Clock],
      useFactory: (store: RecordStore, transactions: Transactions, clock: Clock) =>
        new DisableWebhook(store, transactions, clock, (webhook, why) => {
          log.warn({ msg: 'webhook_switched_off', webhook, why });
        }),
    },
    SendDeliveries,
    TypeOrmSealedWebhookSecrets,
    PersonalDataInWebhooks,
    ReportDays,
    WebhookOwners,
    WebhookHooks,
  ],
  exports: [...exportsOf(WEBHOOKS_ROOM), Deliveries, PersonalDataInWebhooks],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly elsewhere: SealedElsewhere,
    private readonly secrets: TypeOrmSealedWebhookSecrets,
  ) {}

  /**
   * In development, deliveries to this machine are allowed, in addition to the public network and WEBHOOK_HOSTS.
   */
  static with({ WEBHOOK_HOSTS }: WebhooksSettings, { publicBaseUrl }: Installation): DynamicModule {
    const isDevelopment = isLocalHost(hostIn(new URL(publicBaseUrl)));
    return {
      module: WebhooksModule,
      providers: [{ provide: PostableAddresses, useValue: new PostableAddresses(WEBHOOK_HOSTS, isDevelopment) }],
    };
  }

  onModuleInit(): void {
    this.elsewhere.bring(this.secrets);
  }
}
