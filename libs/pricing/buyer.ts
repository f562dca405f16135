import type { Day, Decimal } from '../kernel/index.js';
import type { PriceAttribute } from './codes.js';
import type { PriceSettings } from './settings.js';

/** The buyer, resolved once per request (pricing.md §6). */
export interface Buyer {
  /** null: an anonymous buyer, only the group matters. */
  readonly customerId: number | null;
  readonly groupId: number;
  /** Website of the purchase; never 0. */
  readonly websiteId: number;
  /** Requested currency. */
  readonly currency: string;
  /** Base currency of the website, for the products' own amounts. */
  readonly baseCurrency: string;
  /** IANA; decides which day it is. */
  readonly timeZone: string;
  readonly settings: PriceSettings;
}

/** Product data that prices depend on, with its amounts on the buyer's website. */
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

/** One price request: product, quantity, and the day on the website. */
export interface Line {
  readonly product: PricedProduct;
  readonly qty: Decimal;
  readonly day: Day;
}

/** The product's own amounts that count for a buyer on a day; undefined counts as not set. */
export type Bases = Readonly<Record<PriceAttribute, Decimal | undefined>>;
