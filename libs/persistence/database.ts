import { Unavailable } from '../kernel/index.js';
import type { Connections, Written } from './connection.js';
import type { Dialect } from './dialect.js';
import { isLost } from './driver-errors.js';
import type { Ambient, WriteScope } from './scope.js';
import { bound, type Params } from './sql.js';

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
  ) {}

  get dialect(): Dialect {
    return this.connections.dialect;
  }

  /** Rows of a SELECT. Without a transaction each call is for itself; a lost connection is tried once more. */
  async query<Row extends object>(sql: string, params: Params = []): Promise<readonly Row[]> {
    const scope = this.ambient.getStore();
    const values = params.map(bound);
    if (scope) return (await scope.query(sql, values)) as readonly Row[];
    return (await this.reachable(() => this.connections.read(sql, values))) as readonly Row[];
  }

  /** The first row, if there is one. */
  async queryOne<Row extends object>(sql: string, params: Params = []): Promise<Row | undefined> {
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

  /**
   * Does this once the ambient write transaction is stored, before its `write` is through, and not at all if it or the
   * call of `write` around this one is taken back. What it throws changes nothing: it has to tell of it by itself.
   */
  afterCommit(work: () => Promise<void>): void {
    this.writeScope().afterCommit.push(work);
  }

  /** Whether a write transaction is open around this call. */
  get isWriting(): boolean {
    return this.ambient.getStore()?.kind === 'write';
  }

  /** Stands behind a SELECT that is meant to lock what it finds: only inside a write transaction it does. */
  get lock(): string {
    return this.isWriting ? this.dialect.forUpdate : '';
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  private writeScope(): WriteScope {
    const scope = this.ambient.getStore();
    if (scope?.kind !== 'write') throw new Error('a statement that writes stands outside of Transactions.write');
    return scope;
  }

  /** A connection that lay idle may be dead without our knowing; a statement that only reads may be sent again. */
  private async reachable<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (first) {
      if (!isLost(first)) throw first;
      try {
        return await send();
      } catch (error) {
        throw isLost(error) ? new Unavailable(1, { cause: error }) : error;
      }
    }
  }
}
