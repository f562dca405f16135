import { Injectable } from '@nestjs/common';
import type { Clock, Transactions } from '../../../libs/kernel/index.js';
import type { Records, RecordStore } from '../../../libs/records/index.js';
import { type WebhookRecord, webhookResource } from '../webhook.record.js';
import { type Account, Accounts } from '../ports/accounts.js';
import type { Subscription } from '../ports/deliveries.js';
import { WEBHOOKS_SWITCHED_OFF } from './metrics.js';

type Reason = 'gone' | 'failing' | 'owner';

/** Deactivates webhooks whose receiver does not work. */
export class DisableWebhook {
  private readonly webhooks: Records<WebhookRecord>;

  constructor(
    store: RecordStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly report: (webhook: number, why: Reason) => void,
  ) {
    this.webhooks = store.recordsOf(webhookResource);
  }

  /**
   * `gone`: the receiver returned 410; `failing`: it has failed for three days; `owner`: the owner was deleted,
   * deactivated or is unknown. If the webhook was active, records this in the log, the audit trail and the metrics.
   */
  async disable(webhookId: number, why: Reason): Promise<void> {
    const wasActive = await this.transactions.write(async () => {
      const webhook = (await this.webhooks.byIds([webhookId])).get(webhookId);
      if (webhook?.isActive !== 1) return false;
      const disabled = { ...webhook, isActive: 0, switchedOff: why, switchedOffAt: this.clock.now() };
      await this.webhooks.update([disabled], [webhook]);
      return true;
    });
    if (!wasActive) return;
    WEBHOOKS_SWITCHED_OFF.add(1, why);
    this.report(webhookId, why);
  }
}

/** The owner of a webhook, whose rights determine which events are sent. */
@Injectable()
export class WebhookOwners {
  constructor(
    private readonly accounts: Accounts,
    private readonly off: DisableWebhook,
  ) {}

  /** The current owner; deactivates a webhook that has none. */
  async find({ id, owner }: Pick<Subscription, 'id' | 'owner'>): Promise<Account | undefined> {
    const account = owner === null ? undefined : await this.accounts.named(owner);
    if (!account) await this.off.disable(id, 'owner');
    return account;
  }
}
