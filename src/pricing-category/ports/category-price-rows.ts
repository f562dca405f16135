import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { CategoryRow } from '../domain/evaluate-category-prices.js';

/** Loads stored category prices for quotes. */
export abstract class CategoryPriceRows {
  /**
   * The rows of the customer and of the group for any website, currency and date, by category. A category without rows
   * has no entry; a null customer has no rows. Runs one query per 900 categories.
   */
  abstract find(
    customerId: number | null,
    groupId: number,
    categoryIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly CategoryRow[]>>;
}

export interface OwnersRows {
  readonly categoryId: number;
  readonly rows: readonly CategoryRow[];
}

/** Iterates over all stored category prices. */
export abstract class CategoryPriceBook {
  /** Yields every row once, in batches. A batch never splits the rows of one owner and category. */
  abstract batches(): AsyncIterable<readonly OwnersRows[]>;
}
