import type { PriceCode, PriceCodes } from './codes.js';

export const PRICE_SELECTS = ['lowest', 'highest', 'sort_order'] as const;
export type PriceSelect = (typeof PRICE_SELECTS)[number];

export const CATEGORYPRICE_SELECTS = ['priority', 'customer', 'group'] as const;
export type CategorypriceSelect = (typeof CATEGORYPRICE_SELECTS)[number];

/** How the final price of a buyer is selected and formatted, with all values resolved (pricing.md §3). */
export interface PriceSettings {
  readonly priceSelect: PriceSelect;
  /** All codes, each once. */
  readonly priceSortOrder: readonly PriceCode[];
  readonly individualPricesAreFinal: 0 | 1;
  readonly skipZeroPrice: 0 | 1;
  readonly mergePricelistQtys: 0 | 1;
  readonly mergeMatrixQtys: 0 | 1;
  readonly categorypriceSelect: CategorypriceSelect;
  /** Digits of the unit price, 0 to 6. */
  readonly pricePrecision: number;
  /** 0 net, 1 gross: said in the answer, nothing is converted. */
  readonly pricesIncludeTax: 0 | 1;
  /** 1: a threshold of 1 counts for every quantity above 0 (pricing.md §2). */
  readonly qty1MeansAny: 0 | 1;
  /** The built-in defaults. */
  readonly codes: PriceCodes;
}

/** Settings of one level (website, group, customer); any subset. */
export type SetPriceSettings = Partial<Omit<PriceSettings, 'codes'>>;

export const builtInSettings = (codes: PriceCodes): PriceSettings => ({
  priceSelect: 'lowest',
  priceSortOrder: codes.all,
  individualPricesAreFinal: 0,
  skipZeroPrice: 1,
  mergePricelistQtys: 0,
  mergeMatrixQtys: 0,
  categorypriceSelect: 'priority',
  pricePrecision: 4,
  pricesIncludeTax: 0,
  qty1MeansAny: 1,
  codes,
});

/**
 * The settings in force: field by field the first level that sets it, the most specific first: customer on the website,
 * customer on website 0, group on the website, group on website 0, website, website 0, built in (pricing.md §3). Codes
 * that a sort order leaves out follow in the built-in order.
 */
export const settingsInForce = (levels: readonly SetPriceSettings[], codes: PriceCodes): PriceSettings => {
  const set = Object.assign({}, ...[...levels].reverse().map(withoutAbsent)) as SetPriceSettings;
  const priceSortOrder = [...new Set([...(set.priceSortOrder ?? []), ...codes.all])];
  return { ...builtInSettings(codes), ...set, priceSortOrder };
};

const withoutAbsent = (level: SetPriceSettings): SetPriceSettings =>
  Object.fromEntries(Object.entries(level).filter(([, value]) => value !== undefined && value !== null));
