import { AsyncLocalStorage } from 'node:async_hooks';
import { TookTooLong, Unavailable } from '../kernel/index.js';
import { AuditCounters, AuditEntries } from './audit/audit-entries.js';
import { ChangeEntries } from './change-entries.js';
import type { Connection, Written } from './connection.js';
import { isDiskFull, isLost, isRepeatable } from './driver-errors.js';
import type { Bound } from './sql.js';
import type { WriteLock } from './write-lock.js';

/** The scope of the running code: a snapshot, a write transaction, or a nested call of `write`. */
type Scope = SnapshotScope | WriteScope;

/** A call whose writes form one transaction. The transaction's scope exists from the first write until the end. */
export class DeferredTransactionScope {
  readonly kind = 'deferred';
  scope: WriteScope | undefined;
  private opening: Promise<void> | undefined;

  constructor(private readonly begin: () => Promise<void>) {}

  /** Resolves when the transaction is open; the first call starts it. */
  open(): Promise<void> {
    this.opening ??= this.begin();
    return this.opening;
  }
}

/** The ambient scope, one per database. A transaction of one database has no effect on another. */
export class Ambient {
  private readonly storage = new AsyncLocalStorage<Scope | DeferredTransactionScope>();

  run<T>(scope: Scope | DeferredTransactionScope, work: () => T): T {
    return this.storage.run(scope, work);
  }

  /** Runs `work` without the ambient transaction. */
  outside<T>(work: () => T): T {
    return this.storage.exit(work);
  }

  getStore(): Scope | undefined {
    const found = this.storage.getStore();
    return found?.kind === 'deferred' ? found.scope : found;
  }

  /** The write transaction around this call. */
  get writing(): WriteScope | undefined {
    const found = this.getStore();
    return found?.kind === 'write' ? found : undefined;
  }

  /** The surrounding call whose writes form one transaction. */
  get deferred(): DeferredTransactionScope | undefined {
    const found = this.storage.getStore();
    return found?.kind === 'deferred' ? found : undefined;
  }
}

/** The time by which a transaction must end. */
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

  /** Otherwise a statement that was not awaited would write into the next borrower's transaction. */
  protected mustBeOpen(): void {
    if (this.over) throw new Error('the transaction is over: a promise inside it was not awaited');
  }
}

export class SnapshotScope extends OpenScope {
  readonly kind = 'snapshot';
}

/**
 * A write transaction, or a nested call of `write`. A nested call is a savepoint, set at its first write: if it
 * throws, its writes are rolled back, even if the outer call continues.
 */
export class WriteScope extends OpenScope {
  readonly kind = 'write';
  readonly changes = new ChangeEntries();
  readonly audit: AuditEntries;
  /** Callbacks to run after the commit. */
  readonly afterCommit: (() => Promise<void>)[] = [];
  /** Set if the transaction holds the write lock. */
  writeLock: WriteLock | undefined;
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

  /** Runs a statement that writes and returns rows. */
  async runReturning(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    this.mustBeOpen();
    this.mustBeWhole();
    if (!this.marked) await this.mark();
    return this.watched(() => this.connection.query(sql, params));
  }

  /** Runs a nested call of `write`. Concurrent calls run one after the other, because savepoints must be nested. */
  nested<T>(work: () => Promise<T>): Promise<T> {
    this.mustBeOpen();
    const result = this.last.then(() => this.child(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Runs work without its own savepoint. If it fails, the whole scope must be rolled back. */
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
   * Throws the error after which the database rolled back the transaction, even if it was caught. Otherwise later
   * writes would be stored without the earlier ones.
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

  /** If rolling back to the savepoint fails, the whole transaction ends with the first error. */
  private async takeBack(depth: number, first: unknown): Promise<void> {
    try {
      await this.connection.rollbackTo(depth);
    } catch {
      this.broken ??= { error: first };
    }
  }

  /** Concurrent statements share one savepoint: a second one would be set after the first statement's rows. */
  private mark(): Promise<void> {
    this.marking ??= this.setSavepoint();
    return this.marking;
  }

  /** Sets outer savepoints first. Otherwise rolling back an outer one would keep the rows of this one. */
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
  /** Whether an error ends the transaction. A deadline does, because the result is no longer needed. */
  private endsIt(error: unknown): boolean {
    const cannotGoOn = [isRepeatable, isLost, isDiskFull].some((ends) => ends(error)) || error instanceof Unavailable;
    return cannotGoOn || this.connection.hasLostTransaction;
  }
}
