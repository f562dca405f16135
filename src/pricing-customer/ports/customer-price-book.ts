import type { PriceRow } from '../../../libs/pricing/index.js';

export interface CustomersRows {
  readonly productId: number;
  readonly rows: readonly PriceRow[];
}

/** Iterates over all stored customer prices. */
export abstract class CustomerPriceBook {
  /** Yields every row once, in batches. A batch never splits the rows of one customer and product. */
  abstract batches(): AsyncIterable<readonly CustomersRows[]>;
}
