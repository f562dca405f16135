import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../domain/evaluate-price-lists.js';
import type { ListShape } from '../domain/lint-price-lists.js';

export interface ListedRows {
  readonly list: ListTerms;
  readonly productId: number;
  readonly rows: readonly ListRow[];
}

/** Stored price lists, for quotes and for the price lint, which reads all of them. */
export abstract class PriceListRows {
  /**
   * The lists of a buyer. Runs one query, whose cost depends on the lists found and not on the number of stored lists.
   */
  abstract reachedBy(customerId: number | null, groupId: number): MaybePromise<ReachedLists>;

  /** The customers from ID `first` to `last` to whom a list is assigned. */
  abstract customersWithRows(first: number, last: number): MaybePromise<readonly number[]>;

  /**
   * The rows of these lists, by product ID. Products without rows have no entry. Runs one query for any number of
   * products.
   */
  abstract find(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly ListRow[]>>;

  /** Yields every list once, in batches ordered by ID. */
  abstract lists(): AsyncIterable<readonly ListShape[]>;

  /** Yields every row once, in batches. The rows of one list and product are always in the same batch. */
  abstract rows(): AsyncIterable<readonly ListedRows[]>;
}
