import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';

export interface CustomersRows {
  readonly productId: number;
  readonly rows: readonly PriceRow[];
}

/** Stored customer prices, for quotes and for the price lint, which reads all of them. */
export abstract class CustomerPriceRows {
  /**
   * The customer's rows by product ID, for all websites, currencies and dates. Products without rows have no entry. The
   * result can include other products. Runs one query per 900 products.
   */
  abstract find(
    customerId: number,
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;

  /** All rows of a customer who has few rows; undefined for other customers. */
  few(_customerId: number): MaybePromise<ReadonlyMap<number, readonly PriceRow[]> | undefined> {
    return undefined;
  }

  /** Yields every row once, in batches. The rows of one customer and product are always in the same batch. */
  abstract batches(): AsyncIterable<readonly CustomersRows[]>;
}
