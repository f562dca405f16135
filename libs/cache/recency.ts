import { type CacheKey, type ChangeLog, Counter, Gauge, type CacheManager, type Metric } from '../kernel/index.js';

export const MEMORY_DROPPED = new Counter({
  name: 'kontor_memory_dropped_total',
  help: 'Values evicted from the cache, by reason: room (the cache was full), change (the value changed), cleared (all values were evicted)',
  labels: ['reason'],
  values: ['room', 'change', 'cleared'],
});

const MEMORY_BYTES = new Gauge({ name: 'kontor_memory_bytes', help: 'Estimated size of the cached values in bytes' });

const MEMORY_MOST = new Gauge({ name: 'kontor_memory_max_bytes', help: 'Maximum size of the cache in bytes' });

const VERSIONS_BEHIND = new Gauge({
  name: 'kontor_memory_versions_behind',
  help: 'Number of change log versions that the cache has not read yet. The cache reads them on the next request for a cached value.',
});

export const CACHE_METRICS: readonly Metric[] = [MEMORY_DROPPED, MEMORY_BYTES, MEMORY_MOST, VERSIONS_BEHIND];

export const observeCache = async (memory: CacheManager, changes: ChangeLog): Promise<void> => {
  MEMORY_BYTES.set(memory.bytes);
  MEMORY_MOST.set(memory.maxBytes);
  const { version } = memory;
  if (version !== undefined) VERSIONS_BEHIND.set(Math.max(0, (await changes.version()) - version));
};

/** The container of a cached value. */
export interface EntryHome {
  readonly owner: CacheKey;
  readonly values: Map<CacheKey, Entry>;
  /** Index by what the change log names: keys, or in a cache of names the ids of the records. */
  readonly byId: Map<CacheKey, Entry>;
  /** Called for each value that is evicted. */
  readonly left: (entry: Entry) => void;
}

/** Represents a missing record. Absence is cached like a value. */
export const ABSENT: unique symbol = Symbol('nothing');

/** A cached value and its position in the eviction list. */
export interface Entry {
  readonly home: EntryHome;
  readonly key: CacheKey;
  readonly value: unknown;
  readonly bytes: number;
  /** The version for which the value was loaded. It is also valid for all versions applied since. */
  readonly from: number;
  /** Whether the value was used since the eviction last passed it. */
  isUsed: boolean;
  newer: Entry | undefined;
  older: Entry | undefined;
}

/**
 * All cached values, limited by their size in bytes. Evicts the oldest value that was not used since the last pass
 * (the second-chance algorithm). A price request uses ten thousand values, and setting a flag costs a tenth of moving
 * an entry in an LRU list.
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

  /** Removes a value from its container. */
  drop(entry: Entry): void {
    this.unlink(entry);
    this.bytes -= entry.bytes;
    entry.home.values.delete(entry.key);
    entry.home.left(entry);
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
