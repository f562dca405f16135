export interface SnapshotOptions {
  /** The work reads many rows: it may run in parallel with other requests, and is stopped at its deadline. */
  readonly long?: boolean;
  /**
   * Allows a replica that has at least this change-log version to answer. The version is read at the primary, and only
   * if there are replicas. If no replica answers soon, the primary does. Only for data whose every change raises the
   * version.
   */
  readonly replicaFrom?: () => number | Promise<number>;
}

/** Options of a write transaction. */
export interface WriteOptions {
  /**
   * On a database with one writer, the work is stopped with `TookTooLong` at its first statement after this many
   * milliseconds: a simulation must not block other writers.
   */
  readonly holdsMs?: number;
  /** How often it is repeated after a deadlock or similar. Default 5, with the write lock 12. */
  readonly repeats?: number;
  /**
   * For work that changes so much that it would never commit while other nodes of a cluster write. Only one such
   * transaction runs at a time, and other writers wait while it commits (bulk.md, "All or nothing on a cluster").
   */
  readonly withWriteLock?: boolean;
  /**
   * Inside another call of `write`: runs without a savepoint, because that would copy each page that many rows change.
   * A failure in it then rolls back the whole transaction, even if the caller catches it.
   */
  readonly isPart?: boolean;
}

/**
 * The ambient transaction: code that `work` calls takes part without a parameter. Only `libs/database` has
 * connections.
 */
export abstract class Transactions {
  /**
   * Runs `work` in one write transaction; a call inside another one joins it. All of it is stored or nothing.
   * A deadlock, a lock timeout or a busy database rolls back and repeats `work` from its start, as often as `repeats` says, so
   * `work` must have no effect outside the database. Then: `Contended`; if the database can't be reached: `Unavailable`.
   */
  abstract write<T>(work: () => Promise<T>, options?: WriteOptions): Promise<T>;

  /**
   * Runs `work` after the surrounding write transaction has committed; never if that or the surrounding call of `write`
   * rolls back. Runs at once if no transaction is open.
   */
  abstract afterCommit(work: () => void): void;

  /** Whether a transaction or a snapshot is open around this call. */
  abstract get isOpen(): boolean;

  /** Runs `work` on one read-only view of the database: all that it reads is of the same moment. Inside `write`: joins it. */
  abstract snapshot<T>(work: () => Promise<T>, options?: SnapshotOptions): Promise<T>;
}
