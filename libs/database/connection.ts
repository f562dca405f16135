import type { DataSource, QueryRunner } from 'typeorm';
import type { PoolUsage } from './connection-pool.js';
import type { Dialect } from './dialect.js';
import type { OnceStore } from './once-store.js';
import type { Bound } from './sql.js';

export interface Written {
  /** Rows that the statement found and wrote, whether or not their values changed. */
  readonly affected: number;
  /** The id that the database made; of several rows the first one's on MySQL. */
  readonly insertId: number;
}

/** One connection, lent for a while. Errors are the driver's own. */
export interface Connection {
  /** Whether the transaction has ended by itself, after an error such as a full disk: nothing may be written any more. */
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
  readonly beside?: boolean;
}

/** How connections to one database are lent; one implementation for each driver. */
export interface Connections {
  readonly dialect: Dialect;
  /** TypeORM's, with an entity for each declared table. Its builders make queries; what runs them is here. */
  readonly source: DataSource;
  /** One-time keys, independent of everything else. */
  readonly once: OnceStore;
  /** How many connections are lent now, and how many wait for one, by what they are lent for. */
  readonly usage: readonly PoolUsage[];
  /** A single statement outside of transactions. */
  read(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** The same for a short read that must not wait for what others do, nor for a connection that has fallen silent. */
  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** The same for one that may go through many rows: a search, a count. `Unavailable` at the current deadline. */
  search(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** Lends a connection on which all reads are of one moment; `long`: they go through many rows. */
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
