import { WordList } from '../kernel/index.js';

/** A price code, as declared by its module. */
export type PriceCode = string;

export interface DeclaredPriceCode {
  readonly code: PriceCode;
  /** Position in the default order, which decides ties (pricing.md §3). */
  readonly rank: number;
  /** For individually agreed prices: with `individual_prices_are_final`, they exclude all other prices. */
  readonly individual?: true;
  readonly standsBack?: true;
}

/** Placeholder for the codes of all modules in the default order. */
export const PRICE_CODES = new WordList();

/** The codes of all modules, installed or not, because stored settings remain when a module is removed. */
export class PriceCodes {
  /** Default order, which decides ties. */
  readonly all: readonly PriceCode[];
  readonly individual: ReadonlySet<PriceCode>;
  readonly standBack: ReadonlySet<PriceCode>;

  constructor(declared: readonly DeclaredPriceCode[]) {
    const codesOf = (some: readonly DeclaredPriceCode[]) => some.map(({ code }) => code);
    this.all = codesOf([...declared].sort((one, other) => one.rank - other.rank));
    const twice = this.all.find((code, website) => this.all.indexOf(code) !== website);
    if (twice !== undefined) throw new Error(`two price sources for ${twice}`);
    this.individual = new Set(codesOf(declared.filter(({ individual }) => individual)));
    this.standBack = new Set(codesOf(declared.filter(({ standsBack }) => standsBack)));
  }
}

/** How a record's value becomes a price (pricing.md §1). */
export const FIXED = 1;
export const SURCHARGE = 2;
export const SURCHARGE_PERCENT = 3;
export const DISCOUNT = 4;
export const DISCOUNT_PERCENT = 5;
export type ApplicationType = 1 | 2 | 3 | 4 | 5;

/** Base amounts of surcharges and discounts. */
export const PRICE_ATTRIBUTES = ['price', 'special_price', 'cost', 'msrp'] as const;
export type PriceAttribute = (typeof PRICE_ATTRIBUTES)[number];

/** Reasons why a row is not selected. The first applicable one in this order is reported (pricing.md §4, explain). */
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
