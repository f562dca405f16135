import type { CacheKey } from '../kernel/index.js';
import { MEMORY_DROPPED } from './metrics.js';

/** The owner of a cached value, from which it can be removed. */
export interface EntryHome {
  readonly owner: CacheKey;
  readonly values: Map<CacheKey, Entry>;
  /** Called for each evicted value. */
  readonly left: (entry: Entry) => void;
}

/** Represents absence, which is cached like a value. */
export const ABSENT: unique symbol = Symbol('nothing');

/** One cached value and its position in the order of use. */
export interface Entry {
  readonly place: EntryHome;
  readonly key: CacheKey;
  readonly value: unknown;
  readonly bytes: number;
  /** It is true of this version and of all that were applied since. */
  readonly from: number;
  /** Since it was last passed over when room was made. */
  isUsed: boolean;
  newer: Entry | undefined;
  older: Entry | undefined;
}

/**
 * All cached values, limited by bytes. Evicts the oldest value that was not used since its last turn (clock, or second
 * chance). A price request uses ten thousand values, and marking one costs a tenth of moving it in a list.
 */
export class Recency {
  bytes = 0;
  private newest: Entry | undefined;
  private oldest: Entry | undefined;

  constructor(public maxBytes: number) {}

  add(entry: Entry): void {
    this.bytes += entry.bytes;
    this.push(entry);
    while (this.bytes > this.maxBytes && this.oldest) this.makeRoom(this.oldest);
  }

  /** Removes the value from its owner. */
  drop(entry: Entry): void {
    this.unlink(entry);
    this.bytes -= entry.bytes;
    entry.place.values.delete(entry.key);
    entry.place.left(entry);
  }

  private makeRoom(oldest: Entry): void {
    if (!oldest.isUsed) {
      MEMORY_DROPPED.add(1, 'room');
      this.drop(oldest);
      return;
    }
    oldest.isUsed = false;
    this.unlink(oldest);
    this.push(oldest);
  }

  private push(entry: Entry): void {
    entry.older = this.newest;
    entry.newer = undefined;
    if (this.newest) this.newest.newer = entry;
    else this.oldest = entry;
    this.newest = entry;
  }

  private unlink(entry: Entry): void {
    if (entry.newer) entry.newer.older = entry.older;
    else this.newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else this.oldest = entry.newer;
  }
}
