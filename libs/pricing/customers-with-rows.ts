import {
  type CacheManager,
  type Change,
  type MaybePromise,
  sizeOf,
  type VersionedCache,
  whenThere,
} from '../kernel/index.js';

/** Number of consecutive customer IDs that one query covers. */
const RANGE = 256;

/** Constant owner, because the cache has one value per range. */
const ONLY = 0;

/**
 * Caches which customers have rows of a certain kind. Most customers have none, so one query answers for a range of
 * customers, and the first request of most customers needs no query.
 */
export class CustomersWithRows {
  private readonly ranges: VersionedCache<ReadonlySet<number>>;

  /** `load` returns the customers with rows whose IDs are from `first` to `last`; `isAffected`: a change of such rows. */
  constructor(
    memory: CacheManager,
    isAffected: (change: Change) => boolean,
    private readonly load: (first: number, last: number) => MaybePromise<readonly number[]>,
  ) {
    this.ranges = memory.cache<ReadonlySet<number>>({ cleared: isAffected, bytes: sizeOf });
  }

  has(customerId: number): MaybePromise<boolean> {
    const first = customerId - (customerId % RANGE);
    const load = () => whenThere(this.load(first, first + RANGE - 1), (ids) => new Set(ids));
    return whenThere(this.ranges.recallOne(ONLY, first, load), (ids) => ids?.has(customerId) === true);
  }
}
