import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';
import { chunks, Database, inList, refusedBy } from '../../../../libs/database/index.js';
import type { EntrySum } from '../../domain/download.js';
import { DownloadEntries, type NewEntry } from '../../ports/download-entries.js';

const TABLE = 'document_download';
/** Maximum of an int column. The byte count of an entry does not rise above it. */
const INT_MAX = 2_147_483_647;
const REMOVED_AT_ONCE = 1000;

/** Plain SQL, because counts are added to stored values and rows are written in batches. */
@Injectable()
export class SqlDownloadEntries extends DownloadEntries {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async begin({ documentId, customerId, address, via, bytes, at, key }: NewEntry): Promise<boolean> {
    try {
      await this.transactions.write(() =>
        this.database.run(
          `INSERT INTO ${TABLE} (document_id, customer_id, address, via, bytes, count, at, entry_key)` +
            ' VALUES (?, ?, ?, ?, ?, 1, ?, ?)',
          [documentId, customerId, address, via, Math.min(bytes, INT_MAX), at, key],
        ),
      );
      return true;
    } catch (error) {
      if (refusedBy(error) === 'unique') return false;
      throw error;
    }
  }

  add(sums: readonly EntrySum[]): Promise<void> {
    // The order is the same in all processes, so that they wait for each other instead of deadlocking.
    const ordered = sums.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return this.transactions.write(async () => {
      for (const { key, count, bytes } of ordered) {
        const more = Math.min(bytes, INT_MAX);
        await this.database.run(
          `UPDATE ${TABLE} SET count = count + ?, bytes = CASE WHEN bytes > ? THEN ? ELSE bytes + ? END` +
            ' WHERE entry_key = ?',
          [count, INT_MAX - more, INT_MAX, more, key],
        );
      }
    });
  }

  async removeBefore(at: Date): Promise<void> {
    for (;;) {
      const old = await this.database.query<{ id: number }>(
        `SELECT id FROM ${TABLE} WHERE at < ? ORDER BY at LIMIT ${REMOVED_AT_ONCE}`,
        [at],
      );
      for (const ids of chunks(old.map(({ id }) => id))) {
        const { text, params } = inList('id', ids);
        await this.transactions.write(() => this.database.run(`DELETE FROM ${TABLE} WHERE ${text}`, params));
      }
      if (old.length < REMOVED_AT_ONCE) return;
    }
  }
}
