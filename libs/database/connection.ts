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
   * It is short and belongs to a write transaction that is under way: where there are several writers it doesn't queue
   * with others, who may be waiting for the locks of that one.
   */
  readonly beside?: boolean;
}

/** How connections to one database are lent; one implementation for each driver. */
export interface Connections {
  readonly dialect: Dialect;
  /** TypeORM's, with an entity for each declared table. Its builders make queries; what runs them is here. */
  readonly source: DataSource;
  /** Keys that are good once, beside everything else. */
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
   * Lends a connection inside a write transaction; commits when `work` is done and rolls back when it throws.
   * `CommitUncertain` if nobody knows whether the commit came through.
   */
  write<T>(work: (connection: Connection) => Promise<T>, options?: LendingOptions): Promise<T>;
  /** Lends TypeORM's own runner, for the schema: on SQLite in one transaction; on MySQL each DDL statement commits. */
  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T>;
  /** Told at once when another server is asked from now on, of which nothing that was read before is known to be true. */
  onMoved(told: () => void): void;
  close(): Promise<void>;
}

/** The connection was lost during COMMIT: the transaction may be stored or not, so it must not be repeated. */
export class CommitUncertain extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during COMMIT. It is unknown whether the transaction was stored.', { cause });
  }
}
