import type { AsyncLocalStorage } from 'node:async_hooks';
import { ChangeEntries } from './change-entries.js';
import type { Connection, Written } from './connection.js';
import { isLost, isRepeatable } from './driver-errors.js';
import type { Bound } from './sql.js';

/** What the code that runs now takes part in: a snapshot, a write transaction, or a call of `write` inside one. */
export type Scope = SnapshotScope | WriteScope;

/** One for each database: what runs inside a transaction of one of them is outside for another. */
export type Ambient = AsyncLocalStorage<Scope>;

abstract class OpenScope {
  private over = false;

  constructor(protected readonly connection: Connection) {}

  end(): void {
    this.over = true;
  }

  query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    this.mustBeOpen();
    return this.connection.query(sql, params);
  }

  /** Something that wasn't awaited would otherwise write into the next borrower's transaction. */
  protected mustBeOpen(): void {
    if (this.over) throw new Error('the transaction is over: a promise inside it was not awaited');
  }
}

export class SnapshotScope extends OpenScope {
  readonly kind = 'snapshot';
}

/**
 * A write transaction, or a nested call of `write`, which is a savepoint: what it wrote goes if it throws, even where
 * the outer call goes on. The savepoint is set at its first write only.
 */
export class WriteScope extends OpenScope {
  readonly kind = 'write';
  readonly changes = new ChangeEntries();
  /** What is done once all of it is stored. */
  readonly afterCommit: (() => Promise<void>)[] = [];
  private readonly depth: number;
  private marked: boolean;
  private marking: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private broken: { readonly error: unknown } | undefined;

  constructor(
    connection: Connection,
    private readonly ambient: Ambient,
    private readonly outer?: WriteScope,
  ) {
    super(connection);
    this.depth = outer === undefined ? 0 : outer.depth + 1;
    this.marked = outer === undefined;
  }

  override async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.watched(() => super.query(sql, params));
  }

  /** A statement that writes. */
  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    this.mustBeOpen();
    if (!this.marked) await this.mark();
    return this.watched(() => this.connection.run(sql, params));
  }

  /** A statement that writes and answers rows. */
  async runReturning(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    this.mustBeOpen();
    if (!this.marked) await this.mark();
    return this.watched(() => this.connection.query(sql, params));
  }

  /** A nested call of `write`. Calls that run side by side take turns: savepoints only nest. */
  nested<T>(work: () => Promise<T>): Promise<T> {
    this.mustBeOpen();
    const turn = this.last.then(() => this.child(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Throws the error after which the server has given up the transaction, whoever caught it meanwhile. */
  mustBeWhole(): void {
    if (this.broken) throw this.broken.error;
  }

  private async child<T>(work: () => Promise<T>): Promise<T> {
    const scope = new WriteScope(this.connection, this.ambient, this);
    try {
      const result = await this.ambient.run(scope, work);
      scope.mustBeWhole();
      if (scope.marked) await this.watched(() => this.connection.release(scope.depth));
      this.changes.add(scope.changes.all);
      this.afterCommit.push(...scope.afterCommit);
      return result;
    } catch (error) {
      if (scope.marked && !scope.broken) await this.watched(() => this.connection.rollbackTo(scope.depth));
      throw error;
    } finally {
      this.broken ??= scope.broken;
      scope.end();
    }
  }

  /** Statements side by side share one savepoint: a second one would lie behind the first one's rows. */
  private mark(): Promise<void> {
    this.marking ??= this.setSavepoint();
    return this.marking;
  }

  /** The outer savepoints first, else rolling one of them back would leave this one's rows. */
  private async setSavepoint(): Promise<void> {
    if (this.outer && !this.outer.marked) await this.outer.mark();
    await this.watched(() => this.connection.savepoint(this.depth));
    this.marked = true;
  }

  private async watched<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (isRepeatable(error) || isLost(error)) this.broken ??= { error };
      throw error;
    }
  }
}
