import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';

export interface CustomersRows {
  readonly productId: number;
  readonly rows: readonly PriceRow[];
}

/** Stored customer prices: for quotes, and all of them for the price lint. */
export abstract class CustomerPriceRows {
  /**
   * The customer's rows for any website, currency and date, by product id. A product without rows has no entry; there
   * may be entries of other products. Runs one query per 900 products.
   */
  abstract find(
    customerId: number,
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;

  /** All rows of a customer who has few; undefined for others. */
  few(_customerId: number): MaybePromise<ReadonlyMap<number, readonly PriceRow[]> | undefined> {
    return undefined;
  }

  /** Yields every row once, in batches. A batch never splits the rows of one customer and product. */
  abstract batches(): AsyncIterable<readonly CustomersRows[]>;
}
