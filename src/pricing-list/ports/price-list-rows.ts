import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../domain/judge-price-lists.js';

/** The stored price lists, to be read by quotes. */
export abstract class PriceListRows {
  /** One query; its cost follows from the lists that are found, not from how many there are. */
  abstract reachedBy(customerId: number | null, groupId: number): MaybePromise<ReachedLists>;

  /**
   * All rows of these lists for these products, by product id; a product without any is absent. One query, however many
   * products there are.
   */
  abstract of(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly ListRow[]>>;
}
