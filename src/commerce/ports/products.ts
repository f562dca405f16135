import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceRow } from '../../../libs/pricing/index.js';
import type { ProductRecord } from '../domain/product.js';
import type { WebsiteFacts } from '../domain/website.js';

/** Products for price requests, with all their prices; `pricedProduct` selects those of a website. */
export abstract class PricedProducts {
  /** Products with exactly these SKUs, active or not, by SKU. Three queries for any number. */
  abstract bySkus(skus: readonly string[]): MaybePromise<ReadonlyMap<string, ProductRecord>>;

  abstract byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ProductRecord>>;
}

/** Restricts the tier prices to read. */
export interface TierReach {
  readonly groupId: number;
  /** Website of the tiers, in addition to website 0; undefined: all websites. */
  readonly websiteId: number | undefined;
}

/** Reads the tier prices of products. */
export abstract class ProductTiers {
  /** The tiers of this group and of all groups, by product id; a product without any is absent. One query. */
  abstract findTiers(
    productIds: readonly number[],
    reach: TierReach,
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>>;
}

/** A product's tier price, with its group. */
export interface GroupTier extends PriceRow {
  /** Null for all groups. */
  readonly customerGroupId: number | null;
}

/** All products and websites, for complete scans; nothing is cached. */
export abstract class ProductBook {
  /** The active products with an id above this one, sorted by id, up to a maximum number. */
  abstract after(id: number, count: number): Promise<readonly ProductRecord[]>;

  /** All tiers of these products, by product id; a product without any is absent. */
  abstract tiersOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly GroupTier[]>>;

  /** All websites except 0. */
  abstract websites(): Promise<readonly WebsiteFacts[]>;
}
