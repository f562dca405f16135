import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import { exportsOf, type Installation, recordService } from '../../libs/manifest/index.js';
import { hostIn, isLocalHost, Outbound } from '../../libs/outbound/index.js';
import { Resources, serviceOf, withFields } from '../../libs/records/index.js';
import { aclId, WireSettings } from '../../libs/web/index.js';
import { SealedElsewhere } from '../access/index.js';
import { KnownAccounts } from './adapters/accounts/known-accounts.js';
import { HttpsReceivers } from './adapters/http/https-receivers.js';
import { KeepSending } from './adapters/process/keep-sending.js';
import { SqlDeliveries } from './adapters/sql/sql-deliveries.js';
import { SqlHappenings } from './adapters/sql/sql-happenings.js';
import { SqlSealedWebhookSecrets } from './adapters/sql/sql-sealed-webhook-secrets.js';
import { SqlSwitchOff } from './adapters/sql/sql-switch-off.js';
import { SqlToldDays } from './adapters/sql/sql-told-days.js';
import { SqlWebhookTraces } from './adapters/sql/sql-webhook-traces.js';
import { SqlWebhookSecrets } from './adapters/sql/sql-webhook-secrets.js';
import { CollectEvents } from './application/collect-events.js';
import { EventRights } from './application/event-rights.js';
import { ManageWebhooks } from './application/manage-webhooks.js';
import { SendDeliveries } from './application/send-deliveries.js';
import { TellDays } from './application/tell-days.js';
import { WebhookOwners } from './application/webhook-owners.js';
import { WebhookWishes } from './application/webhook-wishes.js';
import { Webhooks } from './application/webhooks.js';
import { PostableAddresses } from './adapters/http/postable-addresses.js';
import { isToldOf } from './domain/events.js';
import { Accounts } from './ports/accounts.js';
import { Deliveries } from './ports/deliveries.js';
import { Happenings } from './ports/happenings.js';
import { Receivers } from './ports/receivers.js';
import { SwitchOff } from './ports/switch-off.js';
import { ToldDays } from './ports/told-days.js';
import { WebhookSecrets } from './ports/webhook-secrets.js';
import { WEBHOOKS_ROOM } from './room.js';
import type { WebhooksSettings } from './settings.js';
import { webhookFaults, webhookResource } from './webhook.record.js';

/** The resource of the service that sets the owner; an `owner` that a client sends never gets there. */
const storedWebhookResource = withFields(
  webhookResource,
  webhookResource.fields.map((field) => (field.property === 'owner' ? { ...field, access: 'both' as const } : field)),
);

/** Webhooks, their events, and the process that sends deliveries. */
@Module({
  providers: [
    { provide: Deliveries, useClass: SqlDeliveries },
    { provide: Happenings, useClass: SqlHappenings },
    { provide: SwitchOff, useClass: SqlSwitchOff },
    { provide: ToldDays, useClass: SqlToldDays },
    { provide: WebhookSecrets, useClass: SqlWebhookSecrets },
    {
      provide: Receivers,
      inject: [Outbound, PostableAddresses],
      useFactory: (outbound: Outbound, addresses: PostableAddresses) => new HttpsReceivers(outbound, addresses),
    },
    recordService(storedWebhookResource, {
      token: serviceOf(webhookResource),
      hooks: WebhookWishes,
      faults: {
        inject: [PostableAddresses, Resources],
        useFactory: (addresses: PostableAddresses, resources: Resources) => {
          const names = new Set(resources.all.map(({ resource }) => resource));
          return webhookFaults(
            (url) => addresses.mayPost(url),
            (pattern) => isToldOf(pattern, names),
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
    SendDeliveries,
    SqlSealedWebhookSecrets,
    SqlWebhookTraces,
    TellDays,
    WebhookOwners,
    WebhookWishes,
  ],
  exports: [...exportsOf(WEBHOOKS_ROOM), Deliveries, SqlWebhookTraces],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly elsewhere: SealedElsewhere,
    private readonly secrets: SqlSealedWebhookSecrets,
  ) {}

  /** In development the machine itself may be posted to; a server answers the public network otherwise. */
  static with({ WEBHOOK_HOSTS }: WebhooksSettings, { face, publicBaseUrl }: Installation): DynamicModule {
    const isDevelopment = isLocalHost(hostIn(new URL(publicBaseUrl)));
    return {
      module: WebhooksModule,
      providers: [
        { provide: PostableAddresses, useValue: new PostableAddresses(WEBHOOK_HOSTS, isDevelopment) },
        ...(face === 'server' ? [KeepSending] : []),
      ],
    };
  }

  onModuleInit(): void {
    this.elsewhere.bring(this.secrets);
  }
}
