import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Change,
  ChangeLog,
  type ChangeScope,
  type Clock,
  type LoggedChange,
  HistoryExpired,
  patience,
} from '../kernel/index.js';
import { CHANGE_ENTRIES_MAX } from './change-entries.js';
import type { Database } from './database.js';
import { MustRepeat } from './driver-errors.js';
import type { Ambient, WriteScope } from './scope.js';
import { bound, chunks, type Param } from './sql.js';
import type { LastStep } from './transactions.js';
import { RAISE_HELD_VERSION, raiseVersion } from './write-lock.js';

interface EntryRow {
  readonly version: number;
  readonly at: string;
  readonly scope: ChangeScope;
  readonly scope_id: number | null;
  readonly product_id: number | null;
}

interface Observed {
  version: number | undefined;
}

const COLUMNS = ['version', 'position', 'at', 'scope', 'scope_id', 'product_id'] as const;
const ROWS_PER_INSERT = 100;
/** A writer waits this long for another one that holds the version lock; longer than the lock may be held. */
const HELD_MAX_MS = 4_000;
const HELD_PAUSE_MS = 20;

/** The version as a column of a SELECT, so that the rows are known to be valid for it. */
export const VERSION_COLUMN = '(SELECT version FROM change_version WHERE id = 1)';

/**
 * The change log in the tables `change_version` (one row) and `change_log` (pricing.md §5). Uses plain SQL, because it
 * writes in batches at the end of each transaction.
 */
export class SqlChangeLog extends ChangeLog implements LastStep {
  private readonly observed = new AsyncLocalStorage<Observed>();

  constructor(
    private readonly database: Database,
    private readonly ambient: Ambient,
    private readonly clock: Clock,
  ) {
    super();
  }

  append(changes: readonly Change[]): void {
    const { writing } = this.ambient;
    if (!writing) throw new Error('the change log is written inside of Transactions.write only');
    writing.changes.add(changes);
  }

  async version(): Promise<number> {
    const [row] = await this.database.queryAside<{ version: number }>(
      `SELECT version${this.database.dialect.mayWriteColumn} FROM change_version WHERE id = 1`,
    );
    return row?.version ?? 0;
  }

  override onMoved(listener: () => void): void {
    this.database.onMoved(listener);
  }

  async since(version: number, limit: number): Promise<readonly LoggedChange[]> {
    const rows = await this.entriesAfter(version, limit);
    if (rows.length > 0) return rows;
    const current = await this.version();
    if (current === version) return [];
    // The entries were written between the two queries or are already deleted. A version above the current one was
    // read before a restore.
    const again = current > version ? await this.entriesAfter(version, limit) : [];
    if (again.length === 0) throw historyExpired(version);
    return again;
  }

  async observe<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly version: number | undefined }> {
    const observed: Observed = { version: undefined };
    const result = await this.observed.run(observed, work);
    return { result, version: observed.version };
  }

  /** Increments the version, which locks its row until the commit. Versions are therefore in commit order. */
  async beforeCommit(scope: WriteScope): Promise<number | undefined> {
    const changes = scope.changes.all;
    if (changes.length === 0) return undefined;
    const version = await this.raised(scope);
    const at = this.clock.now().toISOString();
    let position = 0;
    for (const part of chunks(changes, ROWS_PER_INSERT)) {
      const values = part.flatMap(({ scope: name, id, productId }): Param[] => {
        position += 1;
        return [version, position, at, name, id, productId];
      });
      const row = `(${COLUMNS.map(() => '?').join(', ')})`;
      await scope.run(
        `INSERT INTO change_log (${COLUMNS.join(', ')}) VALUES ${part.map(() => row).join(', ')}`,
        values.map(bound),
      );
    }
    return version;
  }

  afterCommit(version: number | undefined): void {
    const observed = this.observed.getStore();
    if (observed && version !== undefined) observed.version = version;
  }

  private async entriesAfter(version: number, limit: number): Promise<readonly LoggedChange[]> {
    // A version has at most this many entries, so the additional rows always include the rest of the last version.
    const rows = await this.database.queryAside<EntryRow>(
      'SELECT version, at, scope, scope_id, product_id FROM change_log WHERE version > ? ORDER BY version, position LIMIT ?',
      [version, limit + CHANGE_ENTRIES_MAX],
    );
    // Versions have no gaps, and each has an entry.
    if (rows[0] && rows[0].version !== version + 1) throw historyExpired(version);
    const last = rows[limit - 1]?.version ?? Number.MAX_SAFE_INTEGER;
    return rows.filter((row) => row.version <= last).map(loggedChange);
  }

  private async raised(scope: WriteScope): Promise<number> {
    if (this.database.dialect.name === 'mysql') {
      // The UPDATE returns the new number, which saves a round trip while the row is locked.
      if (scope.writeLock) await scope.writeLock.holdVersions();
      const raise = scope.writeLock ? RAISE_HELD_VERSION : raiseVersion(this.database.dialect.nowMs);
      for (const until = performance.now() + patience(HELD_MAX_MS); ;) {
        const { affected, insertId } = await scope.run(raise, []);
        if (affected > 0) return insertId;
        if (performance.now() > until) throw new MustRepeat(new Error('the versions are held by another transaction'));
        await delay(HELD_PAUSE_MS * (0.5 + Math.random()));
      }
    }
    const raise = 'UPDATE change_version SET version = version + 1 WHERE id = 1 RETURNING version';
    const [row] = (await scope.runReturning(raise, [])) as readonly { version: number }[];
    if (!row) throw new Error('change_version has no row');
    return row.version;
  }
}

const loggedChange = ({ version, at, scope, scope_id, product_id }: EntryRow): LoggedChange => ({
  version,
  at: new Date(at),
  scope,
  id: scope_id,
  productId: product_id,
});

const historyExpired = (version: number): HistoryExpired =>
  new HistoryExpired('The change log no longer contains version %version. Read all prices again.', { version });
