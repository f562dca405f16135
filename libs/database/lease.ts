import { randomUUID } from 'node:crypto';
import type { Transactions } from '../kernel/index.js';
import type { Database } from './database.js';

/**
 * Lets one process at a time continue: the only row of a table with the columns `owner` and `expires_at`
 * (milliseconds).
 */
export class Lease {
  readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly table: string,
  ) {}

  /**
   * Acquires or renews the lease for this many milliseconds by the database's clock; returns whether this process has
   * it.
   */
  async hold(ms: number): Promise<boolean> {
    const { nowMs } = this.database.dialect;
    const { affected } = await this.transactions.write(() =>
      this.database.run(
        `UPDATE ${this.table} SET owner = ?, expires_at = ${nowMs} + ? WHERE id = 1 AND (owner = ? OR expires_at < ${nowMs})`,
        [this.owner, ms, this.owner],
      ),
    );
    return affected > 0;
  }

  /** Lets others take it. */
  async letGo(): Promise<void> {
    await this.transactions.write(() =>
      this.database.run(`UPDATE ${this.table} SET owner = NULL, expires_at = 0 WHERE id = 1 AND owner = ?`, [
        this.owner,
      ]),
    );
  }
}
