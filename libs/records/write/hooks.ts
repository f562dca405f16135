import type { MaybePromise } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import type { Records } from '../ports.js';
import type { Input } from './row.js';

/** A record that is written: as it was, undefined for a new one, and as it will be, undefined for one that goes. */
export interface RecordChange<T> {
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

/** The write transaction of a batch, as a hook sees it. */
export interface BatchTransaction<T extends Recorded> {
  /** The record's own rows, read locked. */
  readonly records: Records<T>;
  /** Does this once all is stored, and not at all if the batch is taken back: telling a log. */
  afterCommit(work: () => void): void;
}

/**
 * The hooks of a record. They are called for every interface, always with the whole batch: one row of a POST, a
 * thousand of an import, all matches of a DELETE. Most hooks are `check` or `stored`; the others are for work before
 * the transaction or data outside of the record's table.
 */
export interface RecordHooks<T extends Recorded> {
  /** Before the transaction, for slow work: returns the input that will be read. Invalid input stays unchanged. */
  prepare?(input: Input, resource: Resource<T>): MaybePromise<Input>;

  /** First in the transaction: waits for other writers where parallel writes would conflict. */
  takeTurn?(): Promise<void>;

  /** What absent fields of a new record mean, where that depends on what is stored. */
  defaults?(): MaybePromise<Partial<T>>;

  /**
   * The parts of these records that are stored outside of their table, by id. `answer`: for responses; `write`: for
   * comparison with the input, including secrets.
   */
  complete?(ids: readonly number[], purpose: 'answer' | 'write'): Promise<ReadonlyMap<number, Partial<T>>>;

  /**
   * Before a batch is written, its rows being right in themselves: refuses one after looking at others (`RowRefused`;
   * of several the first), or makes room for it. What it changes is taken back with the batch. All rows of a batch are
   * new, or changed, or go; those ahead of a refused one come again without it.
   */
  check?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;

  /** After a batch is written, the new ones with their ids: what else must change with it. `RowRefused` takes it back. */
  stored?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;
}
