/** The subject of a change, as declared by its module; a cache evicts only what it names (pricing.md §5). */
export type ChangeScope = string;

/** For a change after which no cached value can be trusted. */
export const EVERYTHING: ChangeScope = 'everything';

/** Names a scope with its id, and the product where the change is about one; never a row. */
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

/** The log of all that a quote reads: one version number that grows by one with each transaction that wrote something. */
export abstract class ChangeLog {
  /**
   * Notes changes of the ambient write transaction; they are written, under one new version, as its last step.
   * Outside a write transaction this is a bug. More than 1,000 entries become the next coarser scope.
   */
  abstract append(changes: readonly Change[]): void;

  /** The version of the last committed change; of the snapshot, inside one. 0 on a fresh database. */
  abstract version(): Promise<number>;

  /**
   * The entries after `version`, in order, about `limit` of them but never a part of a version. `NoLongerKept` if they
   * were deleted.
   */
  abstract since(version: number, limit: number): Promise<readonly LoggedChange[]>;

  /**
   * Called immediately when another database is used, whose versions may mean other changes; most databases never
   * switch.
   */
  onMoved(_listener: () => void): void {}

  /**
   * Runs `work` and returns the version of its write transaction; undefined if it logged no change. With several
   * transactions: the version of the last one.
   */
  abstract observe<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly version: number | undefined }>;
}
