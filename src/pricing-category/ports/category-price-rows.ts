import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { CategoryRow } from '../domain/judge-category-prices.js';

/** The stored category prices, to be read by quotes. */
export abstract class CategoryPriceRows {
  /**
   * All rows of these categories for the customer and for the group, whatever website, currency and date, by category; a
   * category without any is absent. A customer of null has no rows. One query for each 900 categories.
   */
  abstract of(
    customerId: number | null,
    groupId: number,
    categoryIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly CategoryRow[]>>;
}
