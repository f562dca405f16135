export interface SnapshotOptions {
  /** The work reads many rows: it may run in parallel with other requests, and is stopped at its deadline. */
  readonly long?: boolean;
  /**
   * A replica may show it that has at least this version of the change log, read at the primary and asked for only where
   * there are replicas; else, or where none answers soon, the primary does. Only for what raises a version whenever it changes.
   */
  readonly replicaFrom?: () => number | Promise<number>;
}

/** How a write transaction differs from others. */
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
   * Does this once the write transaction around this call is stored, and not at all if it or the call of `write` around
   * this one is taken back; at once where none is open.
   */
  abstract afterCommit(work: () => void): void;

  /** Whether a transaction or a snapshot is open around this call. */
  abstract get isOpen(): boolean;

  /** Runs `work` on one read-only view of the database: all that it reads is of the same moment. Inside `write`: joins it. */
  abstract snapshot<T>(work: () => Promise<T>, options?: SnapshotOptions): Promise<T>;
}
