import { existsSync } from 'node:fs';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { isBusy } from '../driver-errors.js';
import { FORGOTTEN_AT_ONCE, ONCE_TABLE, type OnceStore } from '../connection.js';
import { keepPrivate } from './private-file.js';

/**
 * The driver blocks the event loop while it waits for a lock, so this is short; after that the wait is asynchronous.
 */
const BLOCKING_MS = 5;

interface Opened {
  readonly file: SqliteFile.Database;
  spend(keys: readonly string[], atMs: number): ReadonlySet<string>;
  readonly forget: SqliteFile.Statement;
}

const opened = (path: string): Opened => {
  keepPrivate(path);
  const file = new SqliteFile(path, { timeout: BLOCKING_MS });
  try {
    file.pragma('temp_store = MEMORY');
    file.pragma('journal_mode = WAL');
    // NORMAL: losing the last moments before a power failure is acceptable here, and each request would have to wait
    // for the disk (ADR 40).
    file.pragma('synchronous = NORMAL');
    file.exec(
      `CREATE TABLE IF NOT EXISTS ${ONCE_TABLE} (spent_key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;` +
        `CREATE INDEX IF NOT EXISTS ${ONCE_TABLE}_at ON ${ONCE_TABLE} (at)`,
    );
    const insert = file.prepare(`INSERT OR IGNORE INTO ${ONCE_TABLE} (spent_key, at) VALUES (?, ?)`);
    const all = file.transaction(
      (keys: readonly string[], atMs: number) => new Set(keys.filter((key) => insert.run(key, atMs).changes === 1)),
    );
    return {
      file,
      spend: (keys, atMs) => all.immediate(keys, atMs),
      forget: file.prepare(
        `DELETE FROM ${ONCE_TABLE} WHERE spent_key IN ` +
          `(SELECT spent_key FROM ${ONCE_TABLE} WHERE at < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
      ),
    };
  } catch (error) {
    file.close();
    throw error;
  }
};

/**
 * Used keys in a separate file next to the database, so that signed requests do not wait for writes to the database.
 * Created with the first key.
 */
export class SqliteOnceStore implements OnceStore {
  private current: Opened | undefined;

  constructor(
    private readonly path: string,
    private readonly patienceMs: number,
  ) {}

  spend(keys: readonly string[], atMs: number): Promise<ReadonlySet<string>> {
    return this.retried(({ spend }) => spend(keys, atMs));
  }

  async forgetBefore(atMs: number): Promise<void> {
    if (!existsSync(this.path)) return;
    for (;;) {
      const { changes } = await this.retried(({ forget }) => forget.run(atMs));
      if (changes < FORGOTTEN_AT_ONCE) return;
      await setImmediate();
    }
  }

  close(): Promise<void> {
    this.current?.file.close();
    this.current = undefined;
    return Promise.resolve();
  }

  /** Retries while another process has a transaction, which is short. */
  private async retried<T>(work: (file: Opened) => T): Promise<T> {
    const until = performance.now() + this.patienceMs;
    for (;;) {
      try {
        return work((this.current ??= opened(this.path)));
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
        await delay(1 + Math.random() * 5);
      }
    }
  }
}
