import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, inChunks, inList } from '../../../../libs/database/index.js';
import { CustomerAccounts } from '../../ports/customer-accounts.js';

const TABLE = 'customer_account';

/**
 * The first token version is random: the id of a deleted customer can be reused, and old tokens must not work for the
 * new customer.
 */
const FIRST_VERSIONS = 2 ** 30;

/**
 * Uses plain SQL: a single statement increments a version, and of two concurrent requests only one creates the
 * account.
 */
@Injectable()
export class SqlCustomerAccounts extends CustomerAccounts {
  constructor(private readonly db: Database) {
    super();
  }

  async hashes(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await inChunks(ids, (part) => {
      const customers = inList('customer_id', part);
      return this.db.query<{ readonly customer_id: number; readonly password_hash: string }>(
        `SELECT customer_id, password_hash FROM ${TABLE} WHERE password_hash IS NOT NULL AND ${customers.text}`,
        customers.params,
      );
    });
    return new Map(rows.map((row) => [row.customer_id, row.password_hash]));
  }

  keepHash(customerId: number, hash: string | null): Promise<void> {
    return this.raise(customerId, 'password_hash = ?, ', [hash], hash === null ? 'password_lost' : 'password_changed');
  }

  raiseTokenVersion(customerId: number): Promise<void> {
    return this.raise(customerId, '', [], 'tokens_ended');
  }

  private async raise(
    customerId: number,
    set: string,
    values: readonly (string | null)[],
    action: string,
  ): Promise<void> {
    const write = () =>
      this.db.run(`UPDATE ${TABLE} SET ${set}token_version = token_version + 1 WHERE customer_id = ?`, [
        ...values,
        customerId,
      ]);
    let { affected } = await write();
    if (affected === 0 && (await this.open(customerId))) ({ affected } = await write());
    if (affected > 0) await this.db.enter({ resource: 'customer', id: customerId, action });
  }

  /**
   * Creates the customer's account if it is missing; concurrent calls create only one. Returns whether the customer
   * exists.
   */
  private async open(customerId: number): Promise<boolean> {
    const customer = await this.db.queryOne(`SELECT id FROM customer WHERE id = ?${this.db.lock}`, [customerId]);
    if (!customer) return false;
    const insert = this.db.dialect.upsert(TABLE, ['customer_id', 'token_version'], ['customer_id'], []);
    await this.db.run(insert, [customerId, randomInt(1, FIRST_VERSIONS)]);
    return true;
  }
}
