import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../domain/judge-price-lists.js';

/** Loads stored price lists for quotes. */
export abstract class PriceListRows {
  /** Runs one query, whose cost depends on the lists found and not on the number of stored lists. */
  abstract reachedBy(customerId: number | null, groupId: number): MaybePromise<ReachedLists>;

  /**
   * The rows of these lists, by product id. A product without rows has no entry. Runs one query for any number of
   * products.
   */
  abstract of(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly ListRow[]>>;
}
