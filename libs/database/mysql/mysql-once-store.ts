import { isRepeatable, refusedBy } from '../driver-errors.js';
import { FORGOTTEN_AT_ONCE, ONCE_TABLE, type OnceStore } from '../connection.js';
import type { SideConnection } from './side-connection.js';

const insertOf = (count: number): string =>
  `INSERT INTO ${ONCE_TABLE} (spent_key, at) VALUES ${Array.from({ length: count }, () => '(?, ?)').join(', ')}`;

const listOf = (keys: readonly string[]): string => `(${keys.map(() => '?').join(', ')})`;

const keysOf = (rows: readonly object[]): string[] =>
  rows.map((row) => (row as { readonly spent_key: string }).spent_key);

/** Used keys in a table, through a separate connection: one auto-committed statement per group. */
export class MysqlOnceStore implements OnceStore {
  constructor(private readonly connection: SideConnection) {}

  async spend(keys: readonly string[], atMs: number): Promise<ReadonlySet<string>> {
    // The same order everywhere, so that processes wait for each other instead of deadlocking.
    let left = keys.toSorted();
    // Each round has fewer keys: if the statement is rejected because of an existing key, that key is removed.
    while (left.length > 0 && !(await this.stores(left, atMs))) left = await this.absent(left);
    return new Set(left);
  }

  async forgetBefore(atMs: number): Promise<void> {
    for (;;) {
      const old = await this.connection.read(
        `SELECT spent_key FROM ${ONCE_TABLE} WHERE at < ? LIMIT ${FORGOTTEN_AT_ONCE}`,
        [atMs],
      );
      if (old.length > 0) await this.forget(keysOf(old).toSorted());
      if (old.length < FORGOTTEN_AT_ONCE) return;
    }
  }

  close(reason?: Error): Promise<void> {
    this.connection.close(reason);
    return Promise.resolve();
  }

  /** Deletes by key: deleting by time would lock rows in a different order than the inserts. */
  private async forget(keys: readonly string[]): Promise<void> {
    await this.repeated(() =>
      this.connection.read(`DELETE FROM ${ONCE_TABLE} WHERE spent_key IN ${listOf(keys)}`, keys),
    );
  }

  private async absent(keys: readonly string[]): Promise<string[]> {
    const rows = await this.connection.read(
      `SELECT spent_key FROM ${ONCE_TABLE} WHERE spent_key IN ${listOf(keys)}`,
      keys,
    );
    const there = new Set(keysOf(rows));
    return keys.filter((key) => !there.has(key));
  }

  /** Stores all keys if none of them exists, otherwise none. Returns whether they were stored. */
  private async stores(keys: readonly string[], atMs: number): Promise<boolean> {
    try {
      await this.repeated(() =>
        this.connection.read(
          insertOf(keys.length),
          keys.flatMap((key) => [key, atMs]),
        ),
      );
      return true;
    } catch (error) {
      if (refusedBy(error) === 'unique') return false;
      throw error;
    }
  }

  private async repeated(statement: () => Promise<unknown>): Promise<void> {
    for (let repeats = 0; ; repeats += 1) {
      try {
        await statement();
        return;
      } catch (error) {
        if (!isRepeatable(error) || repeats >= 3) throw error;
      }
    }
  }
}
