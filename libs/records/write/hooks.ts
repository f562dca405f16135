import type { MaybePromise } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import type { Records } from '../ports.js';
import type { Input } from './row.js';

/** A write to a record: its state before (undefined for a new one) and after (undefined for a deleted one). */
export interface RecordChange<T> {
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

/** The write transaction of a batch, for hooks. */
export interface BatchTransaction<T extends Recorded> {
  /** The resource's own records; reads lock their rows. */
  readonly records: Records<T>;
  /** Runs this work after the commit, for example to log; never if the transaction rolls back. */
  afterCommit(work: () => void): void;
}

/**
 * The hooks of a record. Every interface calls them, always with the whole batch: one row of a POST, a thousand rows
 * of an import, all matches of a DELETE. Most hooks are `check` or `stored`; the others are for work before the
 * transaction or data outside of the record's table.
 */
export interface RecordHooks<T extends Recorded> {
  /** Runs before the transaction, for slow work. Returns the input to use. Must return invalid input unchanged. */
  prepare?(input: Input, resource: Resource<T>): MaybePromise<Input>;

  /** Runs first in the transaction. Waits for other writers if concurrent writes would conflict. */
  lock?(): Promise<void>;

  /** Defaults for missing fields of new records, if they depend on stored data. */
  defaults?(): MaybePromise<Partial<T>>;

  /**
   * The parts of these records that are stored outside of their table, by id. `answer`: for responses; `write`: for
   * comparison with the input, including secrets.
   */
  complete?(ids: readonly number[], purpose: 'answer' | 'write'): Promise<ReadonlyMap<number, Partial<T>>>;

  /**
   * Runs before a batch of valid rows is written. May refuse rows because of other records (`RowRefused` for the first
   * one) or prepare the write. Its changes roll back with the batch. All rows of a batch are new, or all are changed,
   * or all are deleted. After a refusal, the rows before the refused one are passed again without it.
   */
  check?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;

  /**
   * Runs after a batch is written, with the ids of new records, to change related data. `RowRefused` rolls back the
   * batch.
   */
  stored?(batch: readonly RecordChange<T>[], transaction: BatchTransaction<T>): Promise<void>;
}
