import type { PriceRow } from '../../../libs/pricing/index.js';
import type { ProductRecord } from '../domain/product.js';
import type { WebsiteFacts } from '../domain/website.js';

/** A product's tier price together with the group that it is for. */
export interface GroupTier extends PriceRow {
  /** null = all groups. */
  readonly customerGroupId: number | null;
}

/** All products and websites, for complete scans; nothing is cached. */
export abstract class ProductBook {
  /** The active products after this id, in the order of ids, up to a maximum number. */
  abstract after(id: number, count: number): Promise<readonly ProductRecord[]>;

  /** All tiers of these products, by product id; a product without any is absent. */
  abstract tiersOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly GroupTier[]>>;

  /** All websites but 0. */
  abstract websites(): Promise<readonly WebsiteFacts[]>;
}
