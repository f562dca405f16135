import { AsyncLocalStorage } from 'node:async_hooks';
import { TookTooLong, Unavailable } from '../kernel/index.js';
import { AuditCounters, AuditEntries } from './audit/audit-entries.js';
import { ChangeEntries } from './change-entries.js';
import type { Connection, Written } from './connection.js';
import { isDiskFull, isLost, isRepeatable } from './driver-errors.js';
import type { Bound } from './sql.js';
import type { WriteLock } from './write-lock.js';

/** What the code that runs now takes part in: a snapshot, a write transaction, or a call of `write` inside one. */
type Scope = SnapshotScope | WriteScope;

/** A call whose writes are one transaction; its scope is there from the first of them until the end. */
export class DeferredTransactionScope {
  readonly kind = 'span';
  scope: WriteScope | undefined;
  private opening: Promise<void> | undefined;

  constructor(private readonly begin: () => Promise<void>) {}

  /** Settles when the transaction is open; the first call starts it. */
  open(): Promise<void> {
    this.opening ??= this.begin();
    return this.opening;
  }
}

/** One for each database: what runs inside a transaction of one of them is outside for another. */
export class Ambient {
  private readonly storage = new AsyncLocalStorage<Scope | DeferredTransactionScope>();

  run<T>(scope: Scope | DeferredTransactionScope, work: () => T): T {
    return this.storage.run(scope, work);
  }

  /** Runs `work` as if nothing were open around it. */
  outside<T>(work: () => T): T {
    return this.storage.exit(work);
  }

  getStore(): Scope | undefined {
    const found = this.storage.getStore();
    return found?.kind === 'span' ? found.scope : found;
  }

  /** The write transaction that is open around this call. */
  get writing(): WriteScope | undefined {
    const found = this.getStore();
    return found?.kind === 'write' ? found : undefined;
  }

  /** The call around this one whose writes are one transaction. */
  get span(): DeferredTransactionScope | undefined {
    const found = this.storage.getStore();
    return found?.kind === 'span' ? found : undefined;
  }
}

/** When a transaction has to be at its end. */
export class TimeLimit {
  private readonly endsAt: number;

  constructor(private readonly ms: number) {
    this.endsAt = performance.now() + ms;
  }

  mustRemain(): void {
    if (performance.now() > this.endsAt) throw new TookTooLong(this.ms);
  }
}

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
  readonly audit: AuditEntries;
  /** What is done once all of it is stored. */
  readonly afterCommit: (() => Promise<void>)[] = [];
  /** Of one that changes so much that it takes turns. */
  turn: WriteLock | undefined;
  private readonly depth: number;
  private marked: boolean;
  private marking: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private broken: { readonly error: unknown } | undefined;

  constructor(
    connection: Connection,
    private readonly ambient: Ambient,
    private readonly outer?: WriteScope,
    private readonly limit: TimeLimit | undefined = outer?.limit,
  ) {
    super(connection);
    this.depth = outer === undefined ? 0 : outer.depth + 1;
    this.marked = outer === undefined;
    this.audit = new AuditEntries(outer?.audit.counters ?? new AuditCounters());
  }

  override async query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.watched(() => super.query(sql, params));
  }

  async run(sql: string, params: readonly Bound[]): Promise<Written> {
    this.mustBeOpen();
    this.mustBeWhole();
    if (!this.marked) await this.mark();
    return this.watched(() => this.connection.run(sql, params));
  }

  /** A statement that writes and answers rows. */
  async runReturning(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    this.mustBeOpen();
    this.mustBeWhole();
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

  /** Work without a savepoint of its own: if it fails, nothing of the whole scope may stay. */
  async part<T>(work: () => Promise<T>): Promise<T> {
    this.mustBeOpen();
    try {
      return await work();
    } catch (error) {
      this.broken ??= { error };
      throw error;
    }
  }

  /**
   * Throws the error after which the database rolled the transaction back, even if it was caught: later writes would
   * be stored alone.
   */
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
      this.audit.take(scope.audit);
      this.afterCommit.push(...scope.afterCommit);
      return result;
    } catch (error) {
      if (scope.marked && !scope.broken) await this.takeBack(scope.depth, error);
      throw error;
    } finally {
      this.broken ??= scope.broken;
      scope.end();
    }
  }

  /** What can't be taken back must not be stored either: then the whole transaction ends with the first error. */
  private async takeBack(depth: number, first: unknown): Promise<void> {
    try {
      await this.connection.rollbackTo(depth);
    } catch {
      this.broken ??= { error: first };
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

  protected override mustBeOpen(): void {
    super.mustBeOpen();
    this.limit?.mustRemain();
  }

  private async watched<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (this.endsIt(error)) this.broken ??= { error };
      throw error;
    }
  }
  /** Including the deadline: the result of the use case is no longer needed. */
  private endsIt(error: unknown): boolean {
    const cannotGoOn = [isRepeatable, isLost, isDiskFull].some((ends) => ends(error)) || error instanceof Unavailable;
    return cannotGoOn || this.connection.hasLostTransaction;
  }
}
