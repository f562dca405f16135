import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type SqliteFile from 'better-sqlite3';
import { DataSource, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { Unavailable } from '../../kernel/index.js';
import { type Connection, type Connections, delay } from '../connection.js';
import { SQLITE } from '../dialect.js';
import { isBusy } from '../driver-errors.js';
import { Lending } from '../lending.js';
import type { Bound } from '../sql.js';
import { SqliteConnection } from './sqlite-connection.js';

/** The driver waits inside the event loop, so only so long; then we wait beside it. */
const BLOCKING_MS = 50;
/** Transactions of this process wait in a queue for one another: longer than for a lock that may never end. */
const QUEUE_PATIENCE = 3;
/** Connections for snapshots; each call of the driver blocks, so more would only help snapshots that wait for others. */
const SNAPSHOTS = 4;

const busyRetried = async <T>(patienceMs: number, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() >= deadline) throw new Unavailable(1, { cause: error });
      await delay(5 + Math.random() * 20);
    }
  }
};

const opened = async (database: string, patienceMs: number, readonly: boolean): Promise<DataSource> =>
  busyRetried(patienceMs, async () => {
    const source = new DataSource({
      type: 'better-sqlite3',
      database,
      readonly,
      timeout: BLOCKING_MS,
      prepareDatabase: (file: SqliteFile.Database) => {
        if (readonly) return;
        file.pragma('journal_mode = WAL');
        // FULL, not NORMAL: with NORMAL a power cut takes back the last commits, which were answered with 200.
        file.pragma('synchronous = FULL');
      },
    });
    return source.initialize();
  });

const connectionOf = (source: DataSource): SqliteConnection =>
  new SqliteConnection((source.driver as BetterSqlite3Driver).databaseConnection as SqliteFile.Database);

/**
 * An SQLite file: one writer behind a queue of one, one reader for single statements, and some readers that are each
 * lent to one snapshot. On the first reader there is never a transaction: it would hide later commits from all others.
 */
export class SqliteConnections implements Connections {
  readonly dialect = SQLITE;
  private readonly reader: SqliteConnection;
  private readonly writers: Lending<SqliteConnection>;
  private readonly snapshots: Lending<SqliteConnection>;

  private constructor(
    private readonly writing: DataSource,
    private readonly reading: readonly DataSource[],
    private readonly temporary: string | undefined,
    private readonly patienceMs: number,
  ) {
    const [reader, ...snapshots] = reading.map(connectionOf);
    if (!reader) throw new Error('no connection to read with');
    this.reader = reader;
    this.writers = new Lending([connectionOf(writing)], patienceMs * QUEUE_PATIENCE);
    this.snapshots = new Lending(snapshots, patienceMs * QUEUE_PATIENCE);
  }

  static async open(file: string | undefined, patienceMs: number): Promise<SqliteConnections> {
    const path = file ?? join(tmpdir(), `kontor-${randomUUID()}.sqlite`);
    const writing = await opened(path, patienceMs, false);
    const reading: DataSource[] = [];
    for (let count = 0; count <= SNAPSHOTS; count += 1) reading.push(await opened(path, patienceMs, true));
    return new SqliteConnections(writing, reading, file === undefined ? path : undefined, patienceMs);
  }

  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return busyRetried(this.patienceMs, () => this.reader.query(sql, params));
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.snapshots.lend(async (connection) => {
      await connection.run('BEGIN', []);
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
      // A changed table is made anew and the old one dropped, which would take along all that refers to it.
      connection.guardReferences(false);
      try {
        return await this.transaction(connection, async () => {
          const result = await work(this.writing.createQueryRunner(), connection);
          connection.checkReferences();
          return result;
        });
      } finally {
        connection.guardReferences(true);
      }
    });
  }

  async close(): Promise<void> {
    for (const source of [...this.reading, this.writing]) if (source.isInitialized) await source.destroy();
    if (this.temporary === undefined) return;
    for (const end of ['', '-wal', '-shm']) await rm(this.temporary + end, { force: true });
  }

  private async transaction<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
    // IMMEDIATE: a transaction that began by reading couldn't be made a writing one once another process wrote.
    await busyRetried(this.patienceMs, () => connection.run('BEGIN IMMEDIATE', []));
    try {
      const result = await work();
      await connection.run('COMMIT', []);
      return result;
    } catch (error) {
      await this.rollback(connection);
      throw error;
    }
  }

  /** Some errors (disk full, I/O) have ended the transaction already. */
  private async rollback(connection: SqliteConnection): Promise<void> {
    if (connection.inTransaction) await connection.run('ROLLBACK', []);
  }
}
