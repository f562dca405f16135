import type { Clock, Transactions } from '../kernel/index.js';
import type { Database } from './database.js';

const DELETED_AT_ONCE = 10_000;

/** Deletes the oldest versions of the change log (running.md, PRICE_LOG_DAYS and PRICE_LOG_ENTRIES). */
export class ChangeLogRetention {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes versions that are older than this many days, or not among this many newest entries. Only deletes whole
   * versions.
   */
  async prune(days: number, entries: number): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - days * 86_400_000).toISOString();
    const beyond = await this.database.queryOne<{ version: number }>(
      'SELECT version FROM change_log ORDER BY version DESC, position DESC LIMIT 1 OFFSET ?',
      [entries],
    );
    for (;;) {
      const oldest = await this.database.query<{ version: number; at: string }>(
        `SELECT version, at FROM change_log ORDER BY version, position LIMIT ${DELETED_AT_ONCE}`,
      );
      const last = oldest.findLast(({ version, at }) => at < cutoff || version <= (beyond?.version ?? 0))?.version;
      if (last === undefined) return;
      await this.transactions.write(() => this.database.run('DELETE FROM change_log WHERE version <= ?', [last]));
    }
  }
}
