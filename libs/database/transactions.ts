import { AsyncLocalStorage } from 'node:async_hooks';
import { FULL_DISKS, type SnapshotOptions, Transactions, type WriteOptions } from '../kernel/index.js';
import { CommitUncertain, type Connection, type Connections } from './connection.js';
import { TRANSACTIONS } from './metrics.js';
import type { Outage } from './outage.js';
import type { Replicas } from './replicas.js';
import { repeated } from './repeats.js';
import { type Ambient, SnapshotScope, DeferredTransactionScope, TimeLimit, WriteScope } from './scope.js';
import { WriteLock } from './write-lock.js';

/**
 * A transaction with the write lock is retried more often, because otherwise the client would have to send everything
 * again.
 */
const WRITE_LOCK_REPEATS = 12;

/** Writes audit entries before the last step of a transaction; implemented by the audit trail. */
interface EntersAtEnd {
  beforeCommit(scope: WriteScope): Promise<void>;
}

/** Runs at the end of each write transaction; implemented by the change log. */
export interface LastStep {
  /** Writes what the scope has collected. After this, the transaction must not wait for any other lock. */
  beforeCommit(scope: WriteScope): Promise<number | undefined>;
  afterCommit(version: number | undefined): void;
}

/** First and last step of a transaction that includes several calls of `write`. */
interface DeferredTransactionSteps<T> {
  /** First step. If it throws, the transaction ends. */
  first(): Promise<void>;
  /** Last step. Receives the result, and the change-log version if the transaction took one. */
  last(result: T, version: number | undefined): Promise<void>;
  /** Whether the work may be repeated from its start. */
  readonly repeatable: boolean;
}

/** Options of one transaction, with a last step that runs after it has taken its version. */
interface Own<T> extends WriteOptions {
  readonly last?: (result: T, version: number | undefined) => Promise<void>;
  readonly writeLock?: WriteLock;
}

interface SettledLater<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

const settledLater = <T>(): SettledLater<T> => {
  let settle: Pick<SettledLater<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  // Prevents an unhandled rejection if no caller is waiting.
  promise.catch(() => undefined);
  if (!settle) throw new Error('a promise calls its executor at once');
  return { promise, ...settle };
};

/** Counts commits whose outcome is unknown, because the response was lost. */
const counted = <T>(writing: Promise<T>): Promise<T> => {
  writing.then(
    () => {
      FULL_DISKS.written('database');
      TRANSACTIONS.add(1, 'committed');
    },
    (error: unknown) => TRANSACTIONS.add(1, error instanceof CommitUncertain ? 'uncertain' : 'rolled_back'),
  );
  return writing;
};

export class AmbientTransactions extends Transactions {
  private readonly guards = new AsyncLocalStorage<() => Promise<void>>();

  constructor(
    private readonly connections: Connections,
    private readonly ambient: Ambient,
    private readonly lastStep: LastStep,
    private readonly outage: Outage,
    private readonly trail?: EntersAtEnd,
    private readonly replicas?: Replicas,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  afterCommit(work: () => void): void {
    const { writing } = this.ambient;
    if (writing) writing.afterCommit.push(async () => work());
    else work();
  }

  async write<T>(work: () => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { deferred } = this.ambient;
    if (deferred) await deferred.open();
    const outer = this.ambient.getStore();
    if (outer?.kind === 'write') return options.isPart === true ? outer.part(work) : outer.nested(work);
    if (outer) throw new Error('a snapshot is read-only: call write outside of it');
    if (deferred) throw new Error('the transaction is over: a promise inside it was not awaited');
    return this.withWriteLock(work, options);
  }

  /**
   * Like `write`, but never nested. `last` runs as the last step of the transaction, after it has taken its version,
   * if it takes one.
   */
  writeThen<T>(
    work: () => Promise<T>,
    last: (result: T, version: number | undefined) => Promise<void>,
    options: WriteOptions = {},
  ): Promise<T> {
    if (this.ambient.getStore() ?? this.ambient.deferred)
      throw new Error('writeThen must be the outermost transaction');
    return this.withWriteLock(work, { ...options, last });
  }

  /**
   * Runs `work` so that all its calls of `write` form one transaction, which starts with the first one. Slow work
   * before that blocks nothing. The transaction commits after `work`; reads after the first write are part of it.
   * Retried like `write`, if possible.
   */
  async deferred<T>(work: () => Promise<T>, steps: DeferredTransactionSteps<T>): Promise<T> {
    if (this.ambient.getStore() ?? this.ambient.deferred) throw new Error('deferred must be the outermost transaction');
    return repeated(() => this.runDeferred(work, steps), this.outage, steps.repeatable ? undefined : 0);
  }

  /**
   * Each write transaction that starts in `work` first runs `guard`. If that throws, the whole call fails and nothing
   * is stored.
   */
  guarded<T>(guard: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    return this.guards.run(guard, work);
  }

  async snapshot<T>(work: () => Promise<T>, { long = false, replicaFrom }: SnapshotOptions = {}): Promise<T> {
    if (this.ambient.getStore()) return work();
    const shown = async (connection: Connection): Promise<T> => {
      const scope = new SnapshotScope(connection);
      try {
        return await this.ambient.run(scope, work);
      } finally {
        scope.end();
      }
    };
    const found = replicaFrom && (await this.replicas?.snapshot(await replicaFrom(), shown));
    return found ? found.result : repeated(() => this.connections.snapshot(shown, long), this.outage);
  }

  /** If there are several writers, very large changes run with the write lock. */
  private withWriteLock<T>(work: () => Promise<T>, options: Own<T>): Promise<T> {
    const run = (own: Own<T>): Promise<T> => repeated(() => this.once(work, own), this.outage, own.repeats);
    if (options.withWriteLock !== true || this.connections.dialect.oneWriter) return run(options);
    const writeLock = new WriteLock(this.connections);
    return writeLock.taken(async () => {
      try {
        return await run({ repeats: WRITE_LOCK_REPEATS, ...options, writeLock });
      } catch (error) {
        await writeLock.giveBackVersions();
        throw error;
      }
    });
  }

  private async once<T>(work: () => Promise<T>, { holdsMs, last, writeLock }: Own<T>): Promise<T> {
    let version: number | undefined;
    let afterCommit: readonly (() => Promise<void>)[] = [];
    const result = await counted(
      this.connections.write(async (connection) => {
        const limit = holdsMs === undefined || !this.connections.dialect.oneWriter ? undefined : new TimeLimit(holdsMs);
        const scope = new WriteScope(connection, this.ambient, undefined, limit);
        scope.writeLock = writeLock;
        try {
          const guard = this.guards.getStore();
          if (guard) await this.ambient.run(scope, guard);
          const done = await this.ambient.run(scope, work);
          scope.mustBeWhole();
          await this.trail?.beforeCommit(scope);
          version = await this.lastStep.beforeCommit(scope);
          if (last) await this.ambient.run(scope, () => last(done, version));
          ({ afterCommit } = scope);
          return done;
        } catch (error) {
          // Throw the error that broke the transaction, not an error that the use case made of it.
          scope.mustBeWhole();
          throw error;
        } finally {
          scope.end();
        }
      }),
    );
    this.lastStep.afterCommit(version);
    // The transaction is committed; callbacks report their own failures.
    await this.ambient.outside(() => Promise.allSettled(afterCommit.map(async (work) => work())));
    return result;
  }

  /** The first write opens the transaction, which stays open until the end of `work`. */
  private async runDeferred<T>(work: () => Promise<T>, { first, last }: DeferredTransactionSteps<T>): Promise<T> {
    const end = settledLater<T>();
    let ended: Promise<T> | undefined;
    const scope = new DeferredTransactionScope(async () => {
      const opened = settledLater<undefined>();
      ended = this.once(
        async () => {
          await first();
          scope.scope = this.ambient.writing;
          opened.resolve(undefined);
          return end.promise;
        },
        { last },
      ).finally(() => (scope.scope = undefined));
      ended.catch((error: unknown) => opened.reject(error));
      await opened.promise;
    });
    try {
      const result = await this.ambient.run(scope, async () => {
        const made = await work();
        // Needed even if nothing was written or an error was ignored.
        await scope.open();
        return made;
      });
      end.resolve(result);
    } catch (error) {
      end.reject(error);
      if (!ended) throw error;
    }
    return ended as unknown as Promise<T>;
  }
}
