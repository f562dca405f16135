import type { DataSource, QueryRunner } from 'typeorm';
import type { PoolUsage } from './connection-pool.js';
import type { Dialect } from './dialect.js';
import type { Bound } from './sql.js';

/** Storage of used one-time keys; one implementation per driver. Throws the driver's errors. */
export interface OnceStore {
  /**
   * Stores those of these distinct keys that are new, and returns them. Commits all or none. If two callers use a key
   * concurrently, even in different processes, only one of them gets it.
   */
  spend(keys: readonly string[], atMs: number): Promise<ReadonlySet<string>>;
  /** Deletes keys that were used before this time. */
  forgetBefore(atMs: number): Promise<void>;
  close(): Promise<void>;
}

export const ONCE_TABLE = 'once_key';
export const FORGOTTEN_AT_ONCE = 1_000;

export interface Written {
  /** Number of rows that matched, whether or not their values changed. */
  readonly affected: number;
  /** The generated id; for several rows on MySQL, the id of the first one. */
  readonly insertId: number;
}

/** A borrowed connection. Throws the driver's errors. */
export interface Connection {
  /** Whether the database ended the transaction after an error such as a full disk. No further writes are allowed. */
  readonly hasLostTransaction: boolean;
  query(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  run(sql: string, params: readonly Bound[]): Promise<Written>;
  /** Sets a savepoint for `rollbackTo`; one per nesting depth. */
  savepoint(depth: number): Promise<void>;
  release(depth: number): Promise<void>;
  rollbackTo(depth: number): Promise<void>;
}

export interface LendingOptions {
  /**
   * For a short statement on behalf of a running write transaction. With several writers it skips the queue, whose
   * members may be waiting for the locks of that transaction.
   */
  readonly ownConnection?: boolean;
}

/** Lends connections to one database; one implementation per driver. */
export interface Connections {
  readonly dialect: Dialect;
  /** TypeORM's data source, with an entity for each declared table. It only builds queries; this object runs them. */
  readonly source: DataSource;
  /** Store of one-time keys, independent of all other data. */
  readonly once: OnceStore;
  /** Numbers of borrowed connections and waiting borrowers, by kind. */
  readonly usage: readonly PoolUsage[];
  /** Runs a single statement outside of transactions. */
  read(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** Runs a short read that must not wait for other work or for an unresponsive connection. */
  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /**
   * Runs a read that may scan many rows, such as a search or a count. Throws `Unavailable` at the current deadline.
   */
  search(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** Lends a connection whose reads all see the same state; `long` if they read many rows. */
  snapshot<T>(work: (connection: Connection) => Promise<T>, long?: boolean): Promise<T>;
  /**
   * Lends a connection with a write transaction, which commits when `work` resolves and rolls back when it rejects.
   * Throws `CommitUncertain` if the outcome of the commit is unknown.
   */
  write<T>(work: (connection: Connection) => Promise<T>, options?: LendingOptions): Promise<T>;
  /**
   * Lends TypeORM's query runner for schema changes. On SQLite they are one transaction; on MySQL each DDL statement
   * commits.
   */
  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T>;
  /** Called synchronously when another server takes over, because earlier reads may not be valid there. */
  onMoved(listener: () => void): void;
  close(): Promise<void>;
}

/** The connection was lost during COMMIT. The transaction may or may not be stored, so it must not be repeated. */
export class CommitUncertain extends Error {
  constructor(cause: unknown) {
    super(
      'The connection was lost during COMMIT, so the transaction may or may not have been committed. ' +
        'Check the data before you repeat the operation.',
      { cause },
    );
  }
}
