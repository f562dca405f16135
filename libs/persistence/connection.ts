import type { QueryRunner } from 'typeorm';
import type { Dialect } from './dialect.js';
import type { Bound } from './sql.js';

export interface Written {
  /** Rows that the statement found and wrote, whether or not their values changed. */
  readonly affected: number;
  /** The id that the database made; of several rows the first one's on MySQL. */
  readonly insertId: number;
}

/** One connection, lent for a while. Errors are the driver's own. */
export interface Connection {
  /** A statement that answers rows. */
  query(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** A statement that answers none. */
  run(sql: string, params: readonly Bound[]): Promise<Written>;
  /** A point inside the transaction to which `rollbackTo` goes back; one for each depth of nesting. */
  savepoint(depth: number): Promise<void>;
  release(depth: number): Promise<void>;
  rollbackTo(depth: number): Promise<void>;
}

/** How connections to one database are lent; one implementation for each driver. */
export interface Connections {
  readonly dialect: Dialect;
  /** A single statement outside of transactions. */
  read(sql: string, params: readonly Bound[]): Promise<readonly object[]>;
  /** Lends a connection on which all reads are of one moment. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Lends a connection inside a write transaction; commits when `work` is done and rolls back when it throws.
   * `CommitUncertain` if nobody knows whether the commit came through.
   */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Lends TypeORM's own runner, for the schema: on SQLite in one transaction; on MySQL each DDL statement commits. */
  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The connection was lost during COMMIT: the transaction may be stored or not, so it must not be repeated. */
export class CommitUncertain extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during COMMIT; whether the transaction is stored is unknown.', { cause });
  }
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
