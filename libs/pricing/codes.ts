/** Where a price can come from, in the order in which ties are settled by default (pricing.md §3). */
export const PRICE_CODES = [
  'customer_price',
  'product_customer_matrix',
  'pricelist',
  'categoryprice',
  'special_price',
  'tier_price',
  'base_pricelist',
  'orig_price',
] as const;

export type PriceCode = (typeof PRICE_CODES)[number];

export const isPriceCode = (text: string): text is PriceCode => (PRICE_CODES as readonly string[]).includes(text);

/** Prices agreed with a buyer: where `individual_prices_are_final` is on, special and tier prices stand back. */
export const INDIVIDUAL_CODES: ReadonlySet<PriceCode> = new Set([
  'customer_price',
  'product_customer_matrix',
  'pricelist',
  'categoryprice',
]);

export const STANDS_BACK: ReadonlySet<PriceCode> = new Set(['special_price', 'tier_price']);

/** How a record's value becomes a price (pricing.md §1). */
export const FIXED = 1;
export const SURCHARGE = 2;
export const SURCHARGE_PERCENT = 3;
export const DISCOUNT = 4;
export const DISCOUNT_PERCENT = 5;
export type ApplicationType = 1 | 2 | 3 | 4 | 5;

/** What surcharges and discounts work on. */
export const PRICE_ATTRIBUTES = ['price', 'special_price', 'cost', 'msrp'] as const;
export type PriceAttribute = (typeof PRICE_ATTRIBUTES)[number];

/** Why a row was not the price; the first that holds, in this order (pricing.md §4, explain). */
export const REASONS = [
  'inactive',
  'other_website',
  'other_currency',
  'out_of_date',
  'below_qty',
  'no_base',
  'zero_skipped',
  'conditions_unmet',
  'lower_priority',
  'lower_qty',
  'dearer_in_source',
  'tie_in_source',
  'individual_prices_are_final',
  'not_selected',
] as const;
export type Reason = (typeof REASONS)[number];
