import { randomUUID } from 'node:crypto';
import type { Transactions } from '../kernel/index.js';
import type { Database } from './database.js';

/** The shared table of leases, with one row per name. */
const SHARED = 'schedule_lease';

/**
 * A lease that at most one process holds at a time: a row in a table with the columns `id`, `owner` and `expires_at`
 * (milliseconds).
 */
export class Lease {
  readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly table: string,
    private readonly id: number | string = 1,
  ) {}

  /** The lease with this name in the shared table. */
  static named(database: Database, transactions: Transactions, name: string): Lease {
    return new Lease(database, transactions, SHARED, name);
  }

  /**
   * Acquires or renews the lease for this many milliseconds by the database's clock. Returns whether this process
   * holds it.
   */
  async acquire(ms: number): Promise<boolean> {
    const isHeld = await this.transactions.write(() => this.taken(ms));
    if (isHeld || this.table !== SHARED) return isHeld;
    const { upsert } = this.database.dialect;
    return this.transactions.write(async () => {
      await this.database.run(upsert(SHARED, ['id', 'owner', 'expires_at'], ['id'], ['id']), [this.id, null, 0]);
      return this.taken(ms);
    });
  }

  /** Releases the lease, so that another process can acquire it. */
  async release(): Promise<void> {
    await this.transactions.write(() =>
      this.database.run(`UPDATE ${this.table} SET owner = NULL, expires_at = 0 WHERE id = ? AND owner = ?`, [
        this.id,
        this.owner,
      ]),
    );
  }

  private async taken(ms: number): Promise<boolean> {
    const { nowMs } = this.database.dialect;
    const { affected } = await this.database.run(
      `UPDATE ${this.table} SET owner = ?, expires_at = ${nowMs} + ? WHERE id = ? AND (owner = ? OR expires_at < ${nowMs})`,
      [this.owner, ms, this.id, this.owner],
    );
    return affected > 0;
  }
}
