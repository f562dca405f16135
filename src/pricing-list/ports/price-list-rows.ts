import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../domain/judge-price-lists.js';
import type { ListShape } from '../domain/lint-price-lists.js';

export interface ListedRows {
  readonly list: ListTerms;
  readonly productId: number;
  readonly rows: readonly ListRow[];
}

/** Stored price lists: for quotes, and all of them for the price lint. */
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

  /** Yields every list once, in batches by id. */
  abstract lists(): AsyncIterable<readonly ListShape[]>;

  /** Yields every row once, in batches. A batch never splits the rows of one list and product. */
  abstract rows(): AsyncIterable<readonly ListedRows[]>;
}
