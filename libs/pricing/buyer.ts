import type { Day, Decimal } from '../kernel/index.js';
import type { PriceAttribute } from './codes.js';
import type { PriceSettings } from './settings.js';

/** The buyer, resolved once per request (pricing.md §6). */
export interface Buyer {
  /** Null for an anonymous buyer, for whom only the group matters. */
  readonly customerId: number | null;
  readonly groupId: number;
  /** Website of the purchase, never 0. */
  readonly websiteId: number;
  /** Requested currency. */
  readonly currency: string;
  /** Base currency of the website, used by the products' own amounts. */
  readonly baseCurrency: string;
  /** IANA time zone, which determines the current day. */
  readonly timeZone: string;
  readonly settings: PriceSettings;
}

/** Product data for prices, with the amounts of the buyer's website. */
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
  /** Categories that the product is assigned to directly. */
  readonly categoryIds: readonly number[];
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
}

/** A price request: product, quantity, and the day on the website. */
export interface Line {
  readonly product: PricedProduct;
  readonly qty: Decimal;
  readonly day: Day;
}

/** The product's own amounts for a buyer on a day; undefined means not set. */
export type Bases = Readonly<Record<PriceAttribute, Decimal | undefined>>;
