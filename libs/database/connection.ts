import type { DataSource, QueryRunner } from 'typeorm';
import type { PoolUsage } from './connection-pool.js';
import type { Dialect } from './dialect.js';
import type { Bound } from './sql.js';

/** Storage of used keys; one implementation per driver. Errors are those of the driver. */
export interface OnceStore {
  /**
   * Stores those of these different keys that aren't there yet, and answers which they are: committed, all or none. Of two
   * that spend a key at once, on whichever process, one is answered it.
   */
  spend(keys: readonly string[], atMs: number): Promise<ReadonlySet<string>>;
  /** Deletes keys that were used before this time. */
  forgetBefore(atMs: number): Promise<void>;
  close(): Promise<void>;
}

export const ONCE_TABLE = 'once_key';
export const FORGOTTEN_AT_ONCE = 1_000;

export interface Written {
  /** Rows that the statement found and wrote, whether or not their values changed. */
  readonly affected: number;
  /** The id that the database made; of several rows the first one's on MySQL. */
  readonly insertId: number;
}

/** One borrowed connection. Errors are those of the driver. */
export interface Connection {
  /**
   * Whether the transaction has ended by itself, after an error such as a full disk. Nothing may be written any more.
   */
  readonly hasLostTransaction: boolean;
  query(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  run(sql: string, params: readonly Bound[]): Promise<Written>;
  /** A point inside the transaction to which `rollbackTo` goes back; one for each depth of nesting. */
  savepoint(depth: number): Promise<void>;
  release(depth: number): Promise<void>;
  rollbackTo(depth: number): Promise<void>;
}

export interface LendingOptions {
  /**
   * A short statement that belongs to a running write transaction: with several writers it does not queue behind
   * others, which may wait for the locks of that transaction.
   */
  readonly ownConnection?: boolean;
}

/** Lends connections to one database; one implementation per driver. */
export interface Connections {
  readonly dialect: Dialect;
  /** TypeORM's, with an entity for each declared table. Its builders make queries; what runs them is here. */
  readonly source: DataSource;
  /** One-time keys, independent of everything else. */
  readonly once: OnceStore;
  /** Number of borrowed connections and of waiting borrowers, by kind. */
  readonly usage: readonly PoolUsage[];
  /** A single statement outside of transactions. */
  read(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** The same for a short read that must not wait for what others do, nor for a connection that has fallen silent. */
  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** The same for one that may go through many rows: a search, a count. `Unavailable` at the current deadline. */
  search(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** Lends a connection whose reads all see the same moment; `long`: they read many rows. */
  snapshot<T>(work: (connection: Connection) => Promise<T>, long?: boolean): Promise<T>;
  /**
   * Provides a connection in a write transaction; commits when `work` is done and rolls back when it throws.
   * `CommitUncertain` if the outcome of the commit is unknown.
   */
  write<T>(work: (connection: Connection) => Promise<T>, options?: LendingOptions): Promise<T>;
  /** Lends TypeORM's own runner, for the schema: on SQLite in one transaction; on MySQL each DDL statement commits. */
  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T>;
  /** Called immediately when another server is used, so that no earlier read is known to be true. */
  onMoved(listener: () => void): void;
  close(): Promise<void>;
}

/** The connection was lost during COMMIT: the transaction may be stored or not, so it must not be repeated. */
export class CommitUncertain extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during COMMIT. It is unknown whether the transaction was stored.', { cause });
  }
}
