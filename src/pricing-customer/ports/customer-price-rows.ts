import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';

/** Loads stored customer prices for quotes. */
export abstract class CustomerPriceRows {
  /**
   * The customer's rows for any website, currency and date, by product id. A product without rows has no entry. Runs
   * one query per 900 products.
   */
  abstract of(
    customerId: number,
    productIds: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;
}
