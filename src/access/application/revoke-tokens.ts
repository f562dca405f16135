import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents, Transactions } from '../../../libs/kernel/index.js';
import { AdminAccounts } from '../ports/accounts.js';
import { CustomerCredentials } from '../ports/customer-credentials.js';

/** Revokes all existing tokens of a user (wire.md §6). */
@Injectable()
export class RevokeTokens {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly customers: CustomerCredentials,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  async ofAdmin(id: number): Promise<void> {
    await this.transactions.write(async () => {
      await this.admins.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('tokens_ended', { account: `admin:${id}` });
  }

  async ofCustomer(id: number): Promise<void> {
    await this.customers.raiseTokenVersion(id);
    this.events.note('tokens_ended', { account: `customer:${id}` });
  }
}
