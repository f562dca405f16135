import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type AuditedChange, type AuditTrail, Batcher, READ_TOGETHER } from '../kernel/index.js';
import type { Connections, Written } from './connection.js';
import type { Dialect } from './dialect.js';
import type { Outage } from './outage.js';
import { readAgain } from './repeats.js';
import type { Ambient, WriteScope } from './scope.js';
import { type Bound, bound, type Params } from './sql.js';

/** A SELECT: as a text, or TypeORM's builder of one (ADR 36). */
type Select = string | { getQuery(): string };

const textOf = (select: Select): string => (typeof select === 'string' ? select : select.getQuery());

/**
 * The database access of adapters. Statements run in the ambient transaction or snapshot, otherwise one by one. Values
 * are always bound with `?`; rows are returned raw. Decimals are numbers on SQLite and texts on MySQL: `new
 * Decimal(…)` accepts both. In a write transaction, await each statement before the next.
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
   * TypeORM's builder of a SELECT from a table under the name `alias`. Its statement runs like any other text, with
   * deadlines and in the ambient transaction. Its values are bound with `?` too: TypeORM writes named numbers into the
   * text on SQLite, which creates a statement for each id.
   */
  from(table: string, alias: string): SelectQueryBuilder<ObjectLiteral> {
    return this.connections.source.createQueryBuilder().from(table, alias);
  }

  /** Rows of a SELECT. Without a transaction each call is for itself, and tried again where that helps. */
  query<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.read(text, values));
  }

  /**
   * Rows of a SELECT that depends on a caller's criteria or reads many rows. Runs outside of the event loop where the
   * driver would block it; `Unavailable` at the current deadline. In a transaction like `query`.
   */
  search<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.search(text, values));
  }

  /**
   * A short indexed read that every request waits for. Outside of a transaction it uses a separate connection, so that
   * the pool cannot delay it, with a timeout of one second (ADR 24). It is shared, so no deadline of a single request
   * ends it; `JustLost` allows a retry.
   */
  queryAside<Row extends object>(sql: string, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.readAside(text, values), true);
  }

  /** The first row, if there is one. */
  async queryOne<Row extends object>(sql: Select, params: Params = []): Promise<Row | undefined> {
    return (await this.query<Row>(sql, params))[0];
  }

  /** A statement that writes; only inside `Transactions.write`. */
  async run(sql: string, params: Params = []): Promise<Written> {
    return this.writeScope().run(sql, params.map(bound));
  }

  /** A statement that writes and answers rows (`RETURNING`); only inside `Transactions.write`. */
  async runReturning<Row extends object>(sql: string, params: Params = []): Promise<readonly Row[]> {
    return (await this.writeScope().runReturning(sql, params.map(bound))) as readonly Row[];
  }

  /** Enters into the audit trail what a statement by hand changes; declared records are entered by their store. */
  enter(...changes: readonly AuditedChange[]): Promise<void> {
    return this.trail.enter(changes);
  }

  /**
   * Runs this after the ambient write transaction is committed, before its `write` returns, and never if it or the
   * surrounding call of `write` is rolled back. Several start in order and run in parallel. Errors have no effect: the
   * callback must report them.
   */
  afterCommit(work: () => Promise<void>): void {
    this.writeScope().afterCommit.push(work);
  }

  /** Whether a write transaction is open around this call. */
  get isWriting(): boolean {
    return this.ambient.writing !== undefined;
  }

  /** Stands behind a SELECT that is meant to lock what it finds: only inside a write transaction it does. */
  get lock(): string {
    return this.isWriting ? this.dialect.forUpdate : '';
  }

  /**
   * Combines parallel calls with one key each into one call of `load`. In a transaction or snapshot each is loaded
   * alone.
   */
  batched<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
    const batches = new Batcher<K, V | undefined>(async (keys) => {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    }, READ_TOGETHER);
    return async (key) => (this.ambient.getStore() ? (await load([key])).get(key) : batches.ask(key));
  }

  /** Called immediately when another server is used: everything cached from the old one is evicted. */
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
