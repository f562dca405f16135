/**
 * The ambient transaction: whoever is called inside `work` takes part without being handed anything.
 * Nobody but `libs/persistence` holds a connection.
 */
export abstract class Transactions {
  /**
   * Runs `work` in one write transaction; a call inside another one joins it. All of it is stored or nothing.
   * A deadlock, a lock timeout or a busy database rolls back and repeats `work` from its start, at most 5 times, so
   * `work` must have no effect outside the database. Then, or if the database can't be reached: `Unavailable`.
   */
  abstract write<T>(work: () => Promise<T>): Promise<T>;

  /** Whether a transaction or a snapshot is open around this call. */
  abstract get isOpen(): boolean;

  /** Runs `work` on one read-only view of the database: all that it reads is of the same moment. Inside `write`: joins it. */
  abstract snapshot<T>(work: () => Promise<T>): Promise<T>;
}
