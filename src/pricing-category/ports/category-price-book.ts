import type { CategoryRow } from '../domain/judge-category-prices.js';

/** All prices that one customer, or one group, has for one category. */
export interface OwnersRows {
  readonly categoryId: number;
  readonly rows: readonly CategoryRow[];
}

/** All stored category prices, to be gone through from end to end. */
export abstract class CategoryPriceBook {
  /** Every row once, in batches; those of a customer or group for a category stand together. */
  abstract batches(): AsyncIterable<readonly OwnersRows[]>;
}
