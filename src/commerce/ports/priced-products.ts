import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';
import type { ProductRecord } from '../domain/product.js';

/** Products for price requests, with all their prices; `pricedProduct` returns those of a website. */
export abstract class PricedProducts {
  /** Those of the SKUs that are a product's, active or not, by SKU; exact. Three queries, however many there are. */
  abstract bySkus(skus: readonly string[]): MaybePromise<ReadonlyMap<string, ProductRecord>>;

  abstract byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ProductRecord>>;
}

/** Restricts the tier prices. */
export interface TierReach {
  readonly groupId: number;
  /** Its tiers and those of website 0; undefined: those of all websites. */
  readonly websiteId: number | undefined;
}

/** The products' tier prices, to be read. */
export abstract class ProductTiers {
  /** The tiers of this group and of all groups, by product id; a product without any is absent. One query. */
  abstract findTiers(
    productIds: readonly number[],
    reach: TierReach,
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;
}
