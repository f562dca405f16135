import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { type AuditedChange, type AuditTrail, Batcher, READ_TOGETHER } from '../kernel/index.js';
import type { Connections, Written } from './connection.js';
import type { Dialect } from './dialect.js';
import type { Outage } from './outage.js';
import { readAgain } from './repeats.js';
import type { Ambient, WriteScope } from './scope.js';
import { type Bound, bound, type Params } from './sql.js';
import type { EntityTable } from './tables/entities.js';
import { managerOf } from './tables/repositories.js';

/** A SELECT, as text or as a TypeORM query builder (ADR 36). */
type Select = string | { getQuery(): string };

const textOf = (select: Select): string => (typeof select === 'string' ? select : select.getQuery());

/**
 * The database access of adapters. Statements run in the ambient transaction or snapshot if there is one, otherwise
 * separately. Values are always bound with `?`; rows are returned raw. Decimals are numbers on SQLite and strings on
 * MySQL: `new Decimal(…)` accepts both. In a write transaction, await each statement before the next.
 */
export class Database {
  constructor(
    private readonly connections: Connections,
    private readonly ambient: Ambient,
    private readonly trail: AuditTrail,
    private readonly outage: Outage,
  ) {}

  get dialect(): Dialect {
    return this.connections.dialect;
  }

  /**
   * TypeORM's builder for a SELECT from a table with an alias. Like other statements, the query runs with deadlines in
   * the ambient transaction. Bind its values with `?` too: on SQLite, TypeORM writes named numbers into the text, so
   * every id would create another prepared statement.
   */
  from(table: string, alias: string): SelectQueryBuilder<ObjectLiteral> {
    return this.connections.source.createQueryBuilder().from(table, alias);
  }

  /**
   * TypeORM's repository of a table, for rare operations: `find`, `insert`, `update`, `delete`. Writes need a write
   * transaction, as with `run`. Timestamps are strings, because TypeORM would write a `Date` in its own format.
   */
  repository<Row extends ObjectLiteral>({ name }: EntityTable<Row>): Repository<Row> {
    return managerOf(this.connections.source, this).getRepository<Row>(name);
  }

  /** Rows of a SELECT. Outside of transactions, it is retried after a transient error. */
  query<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.read(text, values));
  }

  /**
   * Rows of a SELECT that depends on a caller's criteria or reads many rows. Runs in another process if the driver
   * would block the event loop. Throws `Unavailable` at the current deadline. In a transaction it behaves like
   * `query`.
   */
  search<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.search(text, values));
  }

  /**
   * A short indexed read that every request waits for. Outside of a transaction it uses a separate connection with a
   * timeout of one second, so that the pool cannot delay it (ADR 24). Several requests share the read, so it ignores
   * their deadlines; after `JustLost` the caller may retry.
   */
  queryAside<Row extends object>(sql: string, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.readAside(text, values), true);
  }

  /** The first row, if there is one. */
  async queryOne<Row extends object>(sql: Select, params: Params = []): Promise<Row | undefined> {
    return (await this.query<Row>(sql, params))[0];
  }

  /** The ids from `first` to `last` in an indexed column of a table, each once. */
  async idsBetween(table: string, column: string, first: number, last: number): Promise<readonly number[]> {
    const text = `SELECT DISTINCT ${column} AS id FROM ${table} WHERE ${column} BETWEEN ? AND ?`;
    return (await this.query<{ readonly id: number }>(text, [first, last])).map(({ id }) => id);
  }

  /** Runs a statement that writes; only inside `Transactions.write`. */
  async run(sql: string, params: Params = []): Promise<Written> {
    return this.writeScope().run(sql, params.map(bound));
  }

  /** Runs a statement that writes and returns rows (`RETURNING`); only inside `Transactions.write`. */
  async runReturning<Row extends object>(sql: string, params: Params = []): Promise<readonly Row[]> {
    return (await this.writeScope().runReturning(sql, params.map(bound))) as readonly Row[];
  }

  /**
   * Adds changes made by handwritten statements to the audit trail. The store of declared records does this itself.
   */
  enter(...changes: readonly AuditedChange[]): Promise<void> {
    return this.trail.enter(changes);
  }

  /**
   * Runs a callback after the ambient write transaction is committed and before its `write` returns. It does not run
   * if the transaction or the surrounding call of `write` is rolled back. Callbacks start in order and run
   * concurrently. Their errors are ignored, so they must report them themselves.
   */
  afterCommit(work: () => Promise<void>): void {
    this.writeScope().afterCommit.push(work);
  }

  /** Whether the code runs in a write transaction. */
  get isWriting(): boolean {
    return this.ambient.writing !== undefined;
  }

  /** Suffix of a SELECT that locks its rows; empty outside of a write transaction. */
  get lock(): string {
    return this.isWriting ? this.dialect.forUpdate : '';
  }

  /**
   * Combines concurrent calls with one key each into one call of `load`. In a transaction or snapshot, each key is
   * loaded separately.
   */
  batched<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
    const batches = new Batcher<K, V | undefined>(async (keys) => {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    }, READ_TOGETHER);
    return async (key) => (this.ambient.getStore() ? (await load([key])).get(key) : batches.ask(key));
  }

  /**
   * The listener is called synchronously when another server takes over, to evict everything cached from the old one.
   */
  onMoved(listener: () => void): void {
    this.connections.onMoved(listener);
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  private async asked<Row extends object>(
    sql: Select,
    params: Params,
    alone: (text: string, values: readonly Bound[]) => Promise<readonly object[]>,
    isShared = false,
  ): Promise<readonly Row[]> {
    const scope = this.ambient.getStore();
    const [text, values] = [textOf(sql), params.map(bound)];
    return (await (scope
      ? scope.query(text, values)
      : readAgain(() => alone(text, values), this.outage, isShared))) as readonly Row[];
  }

  private writeScope(): WriteScope {
    const { writing } = this.ambient;
    if (!writing) throw new Error('a statement that writes stands outside of Transactions.write');
    return writing;
  }
}
