import type { MaybePromise } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import type { Records } from '../ports.js';
import type { Input } from './row.js';

/** A record that is written: as it was, undefined for a new one, and as it will be, undefined for one that goes. */
export interface RecordChange<T> {
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

/** The write transaction around a batch, as a wish sees it. */
export interface BatchTransaction<T extends Recorded> {
  /** The record's own rows, read locked. */
  readonly records: Records<T>;
  /** Does this once all is stored, and not at all if the batch is taken back: telling a log. */
  afterCommit(work: () => void): void;
}

/**
 * What a record wishes beside what is declared of it. Whichever door a row comes through, it is called for, always with
 * the whole batch: one row of a POST, a thousand of an import, all that match a DELETE. Most wishes are `check` or
 * `stored`; the others are for what lies before the transaction or beside the record's table.
 */
export interface RecordWishes<T extends Recorded> {
  /** Before the transaction, where what takes long belongs: the input as it is to be read. One at fault stays as it is. */
  prepare?(input: Input, resource: Resource<T>): MaybePromise<Input>;

  /** First in the transaction: waits until nobody else writes where two must not meet. */
  takeTurn?(): Promise<void>;

  /** What absent fields of a new record mean, where that depends on what is stored. */
  defaults?(): MaybePromise<Partial<T>>;

  /**
   * What of these records lies beside their table, by id. `answer`: for whoever asked; `write`: what is compared with
   * what was sent, secrets as well.
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
