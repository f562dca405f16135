import type { CategoryRow } from '../domain/evaluate-category-prices.js';

export interface OwnersRows {
  readonly categoryId: number;
  readonly rows: readonly CategoryRow[];
}

/** Iterates over all stored category prices. */
export abstract class CategoryPriceBook {
  /** Yields every row once, in batches. A batch never splits the rows of one owner and category. */
  abstract batches(): AsyncIterable<readonly OwnersRows[]>;
}
