import type { Day, Decimal } from '../kernel/index.js';
import type { PriceAttribute } from './codes.js';
import type { PriceSettings } from './settings.js';

/** Who asks, resolved once per request (pricing.md §6). */
export interface Buyer {
  /** null: an anonymous buyer, only the group matters. */
  readonly customerId: number | null;
  readonly groupId: number;
  /** Where is bought: never 0. */
  readonly websiteId: number;
  /** In which the prices are asked. */
  readonly currency: string;
  /** Of the website: in which the products' own amounts are. */
  readonly baseCurrency: string;
  /** IANA; decides which day it is. */
  readonly timeZone: string;
  readonly settings: PriceSettings;
}

/** What a price needs to know of a product, its amounts as they hold on the buyer's website. */
export interface PricedProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: Decimal | null;
  readonly specialPrice: Decimal | null;
  readonly specialFrom: Day | null;
  readonly specialTo: Day | null;
  readonly cost: Decimal | null;
  readonly msrp: Decimal | null;
  /** Categories the product is directly in. */
  readonly categoryIds: readonly number[];
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
}

/** One price request: this product and quantity, on this day of the website. */
export interface Line {
  readonly product: PricedProduct;
  readonly qty: Decimal;
  readonly day: Day;
}

/** The product's own amounts that count for a buyer on a day; undefined counts as not set. */
export type Bases = Readonly<Record<PriceAttribute, Decimal | undefined>>;
