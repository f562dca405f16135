import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';

/** The stored customer prices, to be read by quotes. */
export abstract class CustomerPriceRows {
  /**
   * All rows of a customer for these products, whatever website, currency and date, by product id; a product without any
   * is absent. One query for each 900 products.
   */
  abstract of(
    customerId: number,
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;
}
