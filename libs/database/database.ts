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
 * What adapters ask the database with: statements run in the ambient transaction or snapshot, else one by one. Values
 * always stand behind a `?`; rows come back raw. Decimals are numbers on SQLite and texts on MySQL: `new Decimal(…)`
 * takes both.
 *
 * Inside a write transaction its statements follow one another: await each before the next.
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
   * TypeORM's builder of a SELECT from a table under the name `alias`. What it builds runs like any other text, so with
   * deadlines and in the ambient transaction, and its values stand behind a `?` too: TypeORM writes a named number into
   * the text on SQLite, a statement for each id.
   */
  from(table: string, alias: string): SelectQueryBuilder<ObjectLiteral> {
    return this.connections.source.createQueryBuilder().from(table, alias);
  }

  /** Rows of a SELECT. Without a transaction each call is for itself, and tried again where that helps. */
  query<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.read(text, values));
  }

  /**
   * Rows of a SELECT that a caller's criteria shape, or that goes through many rows. Beside the event loop where the
   * driver would block it and processes read; `Unavailable` at the current deadline. Inside a transaction like `query`.
   */
  search<Row extends object>(sql: Select, params: Params = []): Promise<readonly Row[]> {
    return this.asked(sql, params, (text, values) => this.connections.search(text, values));
  }

  /**
   * A short read by an index that every request waits for: outside of a transaction it goes beside the pool, so that
   * none of the pool's connections can hold it up, and has a second (ADR 24). No deadline ends it: it is everybody's, not
   * that of whoever happened to begin it; `JustLost` tells them that they may ask again.
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
   * Does this once the ambient write transaction is stored, before its `write` is through, and not at all if it or the
   * call of `write` around this one is taken back. Several are begun in order and done side by side. What it throws changes
   * nothing: it has to tell of it by itself.
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
   * How many who ask at once, each for one key, are answered by one call of `load`, which answers what it finds. Inside a
   * transaction or snapshot each is answered alone, in there.
   */
  batched<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
    const batches = new Batcher<K, V | undefined>(async (keys) => {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    }, READ_TOGETHER);
    return async (key) => (this.ambient.getStore() ? (await load([key])).get(key) : batches.ask(key));
  }

  /** Told at once when another server is asked from now on: whatever was remembered of the former one is forgotten. */
  onMoved(told: () => void): void {
    this.connections.onMoved(told);
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
