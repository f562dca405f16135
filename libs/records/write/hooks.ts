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
  /** Runs this work after the commit, for example to log; never if the transaction rolls back. */
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
  lock?(): Promise<void>;

  /** Defaults of absent fields in new records, if they depend on stored data. */
  defaults?(): MaybePromise<Partial<T>>;

  /**
   * The parts of these records that are stored outside of their table, by id. `answer`: for responses; `write`: for
   * comparison with the input, including secrets.
   */
  complete?(ids: readonly number[], purpose: 'answer' | 'write'): Promise<ReadonlyMap<number, Partial<T>>>;

  /**
   * Runs before a batch of valid rows is written. Refuses rows by looking at others (`RowRefused` for the first one),
   * or prepares their write. Its changes roll back with the batch. All rows of a batch are new, changed or deleted;
   * rows before a refused one are passed again without it.
   */
  check?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;

  /** After a batch is written, the new ones with their ids: what else must change with it. `RowRefused` takes it back. */
  stored?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;
}
