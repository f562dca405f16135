import type { PriceRow } from '../../../libs/pricing/index.js';

/** All prices that one customer has for one product. */
export interface CustomersRows {
  readonly productId: number;
  readonly rows: readonly PriceRow[];
}

/** All stored customer prices, to be gone through from end to end. */
export abstract class CustomerPriceBook {
  /** Every row once, in batches; those of a customer for a product stand together. */
  abstract batches(): AsyncIterable<readonly CustomersRows[]>;
}
