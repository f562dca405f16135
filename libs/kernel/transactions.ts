export interface SnapshotOptions {
  /**
   * Whether the work reads many rows. It may then run in parallel with other requests, and is stopped at its deadline.
   */
  readonly long?: boolean;
  /**
   * Allows a replica with at least this change-log version. The version is read from the primary, and only if there
   * are replicas. If no replica responds soon, the primary is used. Only for data whose every change increments the
   * version.
   */
  readonly replicaFrom?: () => number | Promise<number>;
}

export interface WriteOptions {
  /**
   * On a database with a single writer, the first statement after this many milliseconds throws `TookTooLong`, so that
   * a simulation does not block other writers.
   */
  readonly holdsMs?: number;
  /** Maximum number of retries after a deadlock or a similar error. Default 5, or 12 with the write lock. */
  readonly repeats?: number;
  /**
   * For work with so many changes that it could never commit while other nodes of a cluster write. Only one such
   * transaction runs at a time, and other writers wait while it commits (bulk.md, "All or nothing on a cluster").
   */
  readonly withWriteLock?: boolean;
  /**
   * Runs inside another call of `write` without a savepoint, because a savepoint would copy each page that many rows
   * change. If it fails, the whole transaction rolls back, even if the caller catches the error.
   */
  readonly isPart?: boolean;
}

/**
 * The ambient transaction: code called by `work` takes part without a parameter. Only `libs/database` has connections.
 */
export abstract class Transactions {
  /**
   * Runs `work` in one write transaction; a call inside another one joins it. Stores everything or nothing. After a
   * deadlock, a lock timeout or a busy database, rolls back and runs `work` again, up to `repeats` times, so `work`
   * must not have effects outside of the database. Throws `Contended` after the last retry, and `Unavailable` if the
   * database is unreachable.
   */
  abstract write<T>(work: () => Promise<T>, options?: WriteOptions): Promise<T>;

  /**
   * Runs `work` after the surrounding write transaction has committed; never if that transaction or the surrounding
   * call of `write` rolls back. Runs immediately if there is no transaction.
   */
  abstract afterCommit(work: () => void): void;

  /** Whether the code runs in a transaction or a snapshot. */
  abstract get isOpen(): boolean;

  /** Runs `work` on a consistent read-only view of the database. Inside `write`, it uses that transaction. */
  abstract snapshot<T>(work: () => Promise<T>, options?: SnapshotOptions): Promise<T>;
}
