import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import type { CategoryRow } from '../domain/evaluate-category-prices.js';

/** Loads stored category prices for quotes. */
export abstract class CategoryPriceRows {
  /**
   * The rows of the customer and of the group, by category, for all websites, currencies and dates. Categories without
   * rows have no entry. A null customer has no rows. Runs one query per 900 categories.
   */
  abstract find(
    customerId: number | null,
    groupId: number,
    categoryIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly CategoryRow[]>>;

  /** Whether the customer has category prices of their own. */
  hasAny(customerId: number): MaybePromise<boolean> {
    return whenThere(this.customersWithRows(customerId, customerId), (ids) => ids.length > 0);
  }

  /** The customers from ID `first` to `last` who have category prices of their own. */
  abstract customersWithRows(first: number, last: number): MaybePromise<readonly number[]>;
}

export interface OwnersRows {
  readonly categoryId: number;
  readonly rows: readonly CategoryRow[];
}

/** Iterates over all stored category prices. */
export abstract class CategoryPriceBook {
  /** Yields every row once, in batches. The rows of one owner and category are always in the same batch. */
  abstract batches(): AsyncIterable<readonly OwnersRows[]>;
}
