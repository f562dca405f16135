import { Injectable } from '@nestjs/common';
import { type Clock, type Transactions, type Page, NoSuchEntity } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import type { ResourceService, RecordChange, RecordHooks } from '../../../libs/records/index.js';
import { Deliveries, type DeliveryView } from '../ports/deliveries.js';
import type { WebhookSecrets } from '../ports/webhook-secrets.js';
import type { EventSubject } from '../domain/event-rights.js';
import type { WebhookRecord } from '../webhook.record.js';
import type { EventRights } from './event-rights.js';

const withoutRecord = (item: DeliveryView): DeliveryView => {
  const { data: _data, ...payload } = item.payload as { readonly data?: object };
  return { ...item, subject: item.subject.split(':')[0] ?? '', payload };
};

/** How long the old secret is still used for signatures, in milliseconds. */
const BOTH_MS = 24 * 3_600_000;

/** Operations on webhooks other than storing them. They throw `NoSuchEntity` if the webhook does not exist. */
export class ManageWebhooks {
  constructor(
    private readonly webhooks: ResourceService<WebhookRecord>,
    private readonly deliveries: Deliveries,
    private readonly secrets: WebhookSecrets,
    private readonly rights: EventRights,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Creates a new secret and returns it once. Deliveries are also signed with the old one for 24 hours. */
  async rotate(id: number): Promise<string> {
    return this.transactions.write(async () =>
      this.secrets.create(await this.webhooks.get(id), this.clock.now().getTime() + BOTH_MS),
    );
  }

  /** Queues a test event and returns its id. */
  async test(id: number): Promise<string> {
    await this.webhooks.get(id);
    return this.deliveries.addTest(id);
  }

  /** The delivery log. Includes the record and its ID only if the caller may read the record. */
  async log(caller: Caller, id: number, page: number, pageSize: number): Promise<Page<DeliveryView>> {
    await this.webhooks.get(id);
    const { items, total } = await this.deliveries.log(id, page, pageSize);
    const shown = items.map((item) =>
      this.rights.mayRead(caller, item.payload as EventSubject) ? item : withoutRecord(item),
    );
    return { items: shown, total };
  }

  /** Sends a delivery again with the same id, whatever its state. */
  async resend(id: number, deliveryId: number): Promise<true> {
    if (!(await this.deliveries.again(id, deliveryId))) throw new NoSuchEntity('deliveryId', deliveryId);
    return true;
  }
}

/** A webhook receives events from its creation or activation on, and none after its deletion. */
@Injectable()
export class WebhookHooks implements RecordHooks<WebhookRecord> {
  constructor(private readonly deliveries: Deliveries) {}

  async stored(batch: readonly RecordChange<WebhookRecord>[]): Promise<void> {
    const activated = batch.flatMap(({ previous, next }) =>
      next && next.isActive === 1 && previous?.isActive !== 1 ? [next.id] : [],
    );
    const gone = batch.flatMap(({ previous, next }) => (previous && !next ? [previous.id] : []));
    if (activated.length > 0) await this.deliveries.begin(activated);
    if (gone.length > 0) await this.deliveries.end(gone);
  }
}
