import type { MemoryKey } from '../kernel/index.js';
import { MEMORY_DROPPED } from './metrics.js';

/** Where a remembered value lies, so that it can be taken away from there. */
export interface EntryHome {
  readonly owner: MemoryKey;
  readonly values: Map<MemoryKey, Entry>;
  /** Told of each value that has been taken away. */
  readonly left: (entry: Entry) => void;
}

/** Stands for absence, which is remembered like a value. */
export const ABSENT: unique symbol = Symbol('nothing');

/** One remembered value, and its place in the order of use. */
export interface Entry {
  readonly place: EntryHome;
  readonly key: MemoryKey;
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
 * All remembered values, bounded by bytes. Room is made by the oldest that wasn't used since its last turn (the clock,
 * or second chance): a quote uses ten thousand values, and to mark one costs a tenth of moving it in a list.
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

  /** Takes the value away from where it lies. */
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
