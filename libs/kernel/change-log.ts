/** The subject of a change, declared by a module. A cache only evicts what it names (pricing.md §5). */
export type ChangeScope = string;

/** The scope of a change that invalidates all cached values. */
export const EVERYTHING: ChangeScope = 'everything';

/** Identifies what changed: the scope, its id, and the product if the change only concerns one. Not a table row. */
export interface Change {
  readonly scope: ChangeScope;
  readonly id: number | null;
  readonly productId: number | null;
}

export interface LoggedChange extends Change {
  readonly version: number;
  readonly at: Date;
}

export const change = (scope: ChangeScope, id: number | null = null, productId: number | null = null): Change => ({
  scope,
  id,
  productId,
});

/**
 * The log of changes to everything that price calculations read. Its version number grows by one with each transaction
 * that logs a change.
 */
export abstract class ChangeLog {
  /**
   * Adds changes to the ambient write transaction; throws outside of one. They are written as its last step, under one
   * new version. More than 1,000 entries are replaced by the next coarser scope.
   */
  abstract append(changes: readonly Change[]): void;

  /** The version of the last committed change, or of the current snapshot. 0 on a new database. */
  abstract version(): Promise<number>;

  /**
   * The entries after `version` in order: about `limit`, but always whole versions. Throws `HistoryExpired` if they
   * were deleted.
   */
  abstract since(version: number, limit: number): Promise<readonly LoggedChange[]>;

  /**
   * The listener is called synchronously when another database is used, whose versions may have other content. Most
   * databases never switch.
   */
  onMoved(_listener: () => void): void {}

  /** Runs `work` and returns the version of its last write transaction; undefined if it logged no change. */
  abstract observe<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly version: number | undefined }>;
}
