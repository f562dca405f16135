import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type SqliteFile from 'better-sqlite3';
import { DataSource, type EntitySchema, type QueryRunner } from 'typeorm';
import { currentDeadline, inOperation, outOfPatience, patience } from '../../kernel/index.js';
import { type Connection, type Connections } from '../connection.js';
import { SQLITE } from '../dialect.js';
import { isBusy } from '../driver-errors.js';
import { ConnectionPool, type PoolUsage } from '../connection-pool.js';
import type { Bound } from '../sql.js';
import { entitiesOf, type Stored } from '../tables/entities.js';
import { LookUps } from './look-up.js';
import { keepPrivate } from './private-file.js';
import { ReadingProcesses } from './reading-processes.js';
import { addFunctions, SqliteConnection } from './sqlite-connection.js';
import { SqliteOnceStore } from './sqlite-once-store.js';
import { WriterHold } from './writer-hold.js';

/**
 * The driver blocks the event loop while it waits for a lock, so this is short; after that the wait is asynchronous.
 */
const BLOCKING_MS = 50;
/**
 * Factor for the queue of this process's own transactions, whose wait is known to end, unlike that for another
 * process's lock.
 */
const QUEUE_PATIENCE_FACTOR = 3;
/** Number of connections for snapshots. Driver calls block, so more would only help snapshots that wait for others. */
const SNAPSHOTS = 4;

/** File of used keys: suffix to the database's name. */
const ONCE_FILE = '.once';

const busyRetried = async <T>(
  patienceMs: number,
  work: () => Promise<T>,
  patienceOf: (ms: number) => number = patience,
): Promise<T> => {
  const until = performance.now() + patienceOf(patienceMs);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= until) throw outOfPatience({ cause: error });
      await delay(5 + Math.random() * 20);
    }
  }
};

interface OpenFile {
  readonly source: DataSource;
  readonly connection: SqliteConnection;
}

const opened = async (
  database: string,
  patienceMs: number,
  { readonly, entities = [] }: { readonly readonly: boolean; readonly entities?: readonly EntitySchema[] },
): Promise<OpenFile> =>
  busyRetried(patienceMs, async () => {
    const source = new DataSource({
      type: 'better-sqlite3',
      database,
      readonly,
      entities: [...entities],
      timeout: BLOCKING_MS,
      prepareDatabase: (file: SqliteFile.Database) => {
        addFunctions(file);
        if (readonly) {
          // Little is sorted here; large sorts are done by the reading processes.
          file.pragma('temp_store = MEMORY');
          return;
        }
        // Savepoint data of large writes goes to files: in memory, each statement would scan all of it.
        file.pragma('temp_store = FILE');
        file.pragma('journal_mode = WAL');
        // FULL, because with NORMAL a power failure can lose acknowledged commits.
        file.pragma('synchronous = FULL');
      },
    });
    await source.initialize();
    const file = (await source.createQueryRunner().connect()) as SqliteFile.Database;
    return { source, connection: new SqliteConnection(file) };
  });

/** Folder of an in-memory database's temporary files; in a container, only `var` may be writable. */
const temporaryFolder = (): string => {
  try {
    accessSync(tmpdir(), constants.W_OK);
    return tmpdir();
  } catch {
    return 'var';
  }
};

/**
 * Puts temporary files next to the database, because in a container no other folder may be writable. SQLite reads this
 * setting once per process.
 */
const spillNextTo = (path: string): void => {
  // eslint-disable-next-line no-restricted-syntax -- SQLite itself reads it
  process.env['SQLITE_TMPDIR'] ??= dirname(resolve(path));
};

/**
 * Connections to an SQLite file: one writer with a queue, one reader for single statements, and some readers that each
 * serve one snapshot at a time. The first reader never has a transaction, which would hide later commits. Statements
 * that may read many rows run in other processes, if there are any, because the driver blocks and cannot interrupt a
 * statement (ADR 25).
 */
export class SqliteConnections implements Connections {
  readonly dialect = SQLITE;
  readonly hold = new WriterHold();
  private readonly reader: SqliteConnection;
  private readonly writers: ConnectionPool<SqliteConnection>;
  private readonly snapshots: ConnectionPool<SqliteConnection>;
  private readonly lookUps: LookUps;

  private constructor(
    private readonly writing: OpenFile,
    private readonly reading: readonly OpenFile[],
    private readonly temporary: string | undefined,
    private readonly patienceMs: number,
    private readonly processes: ReadingProcesses | undefined,
    readonly once: SqliteOnceStore,
  ) {
    const [reader, ...snapshots] = reading.map(({ connection }) => connection);
    if (!reader) throw new Error('no connection to read with');
    this.reader = reader;
    this.lookUps = new LookUps(reader);
    this.writers = new ConnectionPool('writers', [writing.connection], patienceMs * QUEUE_PATIENCE_FACTOR);
    this.snapshots = new ConnectionPool('snapshots', snapshots, patienceMs * QUEUE_PATIENCE_FACTOR);
  }

  /** `processes`: the maximum number of search processes; with 0, this process reads everything itself. */
  static async open(
    file: string | undefined,
    stored: Stored,
    patienceMs: number,
    processes = 0,
  ): Promise<SqliteConnections> {
    const path = file ?? join(temporaryFolder(), `kontor-${randomUUID()}.sqlite`);
    keepPrivate(path);
    spillNextTo(path);
    const writing = await opened(path, patienceMs, { readonly: false, entities: entitiesOf(stored, SQLITE) });
    const reading: OpenFile[] = [];
    for (let count = 0; count <= SNAPSHOTS; count += 1)
      reading.push(await opened(path, patienceMs, { readonly: true }));
    const readers = processes > 0 ? new ReadingProcesses(resolve(path), processes, patienceMs) : undefined;
    const once = new SqliteOnceStore(path + ONCE_FILE, patienceMs);
    return new SqliteConnections(writing, reading, file === undefined ? path : undefined, patienceMs, readers, once);
  }

  get source(): DataSource {
    return this.writing.source;
  }

  get usage(): readonly PoolUsage[] {
    return [this.writers.usage, this.snapshots.usage, ...(this.processes ? [this.processes.usage] : [])];
  }

  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return busyRetried(this.patienceMs, () => this.reader.query(sql, params));
  }

  /** Same as `read`, because reads do not wait here. */
  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return busyRetried(
      this.patienceMs,
      () => this.reader.look(sql, params),
      (ms) => ms,
    );
  }

  search(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    const { processes, reader } = this;
    if (!processes) return this.read(sql, params);
    return busyRetried(this.patienceMs, async () =>
      this.lookUps.has(sql, params) ? reader.query(sql, params) : processes.read(sql, params),
    );
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>, long = false): Promise<T> {
    if (long && this.processes) return this.processes.snapshot(work);
    return this.snapshots.lend(async (connection) => {
      await this.rollback(connection);
      await connection.control('BEGIN');
      try {
        return await work(connection);
      } finally {
        await this.rollback(connection);
      }
    });
  }

  write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.writers.lend((connection) => this.transaction(connection, () => work(connection)));
  }

  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T> {
    return this.writers.lend(async (connection) => {
      // Schema changes recreate a table and drop the old one, which would delete all records that refer to it.
      connection.guardReferences(false);
      try {
        return await inOperation('a schema migration', () =>
          this.transaction(connection, async () => {
            const result = await work(this.source.createQueryRunner(), connection);
            connection.checkReferences();
            return result;
          }),
        );
      } finally {
        this.lookUps.forget();
        connection.guardReferences(true);
      }
    });
  }

  /** Nothing to do: there is no other server. */
  onMoved(): void {}

  async close(): Promise<void> {
    await this.processes?.close();
    await this.once.close();
    for (const { source } of [...this.reading, this.writing]) if (source.isInitialized) await source.destroy();
    if (this.temporary === undefined) return;
    for (const name of [this.temporary, this.temporary + ONCE_FILE])
      for (const end of ['', '-wal', '-shm']) await rm(name + end, { force: true });
  }

  private async transaction<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
    // A previous transaction could not be rolled back.
    if (connection.inTransaction) await connection.control('ROLLBACK');
    // IMMEDIATE: a transaction that starts with a read cannot become a write transaction after another process has
    // written.
    await busyRetried(this.patienceMs, () => connection.control('BEGIN IMMEDIATE'));
    return this.hold.measured(async () => {
      try {
        const result = await work();
        currentDeadline()?.mustRemain();
        await connection.control('COMMIT');
        return result;
      } catch (error) {
        await this.rollback(connection);
        throw error;
      }
    });
  }

  /**
   * Some errors (disk full, I/O) have already ended the transaction. If the rollback fails, the first error is thrown.
   */
  private async rollback(connection: SqliteConnection): Promise<void> {
    try {
      if (connection.inTransaction) await connection.control('ROLLBACK');
    } catch {
      // The next borrower rolls back before its own transaction.
    }
  }
}
