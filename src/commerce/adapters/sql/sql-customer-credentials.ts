import { Injectable } from '@nestjs/common';
import { change, ChangeLog, Transactions } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/database/index.js';
import { type CustomerCredential, CustomerCredentials } from '../../../access/index.js';
import { CustomerAccounts } from '../../ports/customer-accounts.js';
import { Websites } from '../../ports/buyers.js';

interface CredentialRow {
  readonly id: number;
  readonly website_id: number;
  readonly is_active: number;
  readonly password_hash: string | null;
  readonly token_version: number | null;
}

const SELECT =
  'SELECT c.id, c.website_id, c.is_active, a.password_hash, a.token_version ' +
  'FROM customer c LEFT JOIN customer_account a ON a.customer_id = c.id';

const credential = (row: CredentialRow): CustomerCredential => ({
  id: row.id,
  passwordHash: row.password_hash,
  isActive: row.is_active === 1,
  websiteId: row.website_id,
  tokenVersion: row.token_version ?? 0,
});

/** Customers for sign-in. Uses plain SQL, because it reads a row for each token. */
@Injectable()
export class SqlCustomerCredentials extends CustomerCredentials {
  constructor(
    private readonly db: Database,
    private readonly accounts: CustomerAccounts,
    private readonly websites: Websites,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {
    super();
  }

  byEmail(email: string, websiteId: number): Promise<CustomerCredential | undefined> {
    return this.find('c.email_key = ? AND c.website_id = ?', [email.toLowerCase(), websiteId]);
  }

  byId(id: number): Promise<CustomerCredential | undefined> {
    return this.find('c.id = ?', [id]);
  }

  byNumber(customerNumber: string): Promise<CustomerCredential | undefined> {
    return this.find('c.customer_number = ?', [customerNumber]);
  }

  raiseTokenVersion(id: number): Promise<void> {
    return this.transactions.write(async () => {
      await this.accounts.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
  }

  async defaultWebsite(): Promise<number> {
    return (await this.websites.standard()).id;
  }

  private async find(where: string, params: readonly (string | number)[]): Promise<CustomerCredential | undefined> {
    const row = await this.db.queryOne<CredentialRow>(`${SELECT} WHERE ${where}`, params);
    return row && credential(row);
  }
}
