import { Injectable } from '@nestjs/common';
import { type Account, Accounts } from '../ports/accounts.js';
import type { Subscription } from '../ports/deliveries.js';
import { DisableWebhook } from '../ports/disable-webhook.js';

/** The owner of a webhook, whose rights decide which events are sent. */
@Injectable()
export class WebhookOwners {
  constructor(
    private readonly accounts: Accounts,
    private readonly off: DisableWebhook,
  ) {}

  /** The current owner; deactivates a webhook without one. */
  async of({ id, owner }: Pick<Subscription, 'id' | 'owner'>): Promise<Account | undefined> {
    const account = owner === null ? undefined : await this.accounts.named(owner);
    if (!account) await this.off.run(id, 'owner');
    return account;
  }
}
