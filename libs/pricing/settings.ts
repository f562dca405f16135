import type { PriceCode, PriceCodes } from './codes.js';

export const PRICE_SELECTS = ['lowest', 'highest', 'sort_order'] as const;
export type PriceSelect = (typeof PRICE_SELECTS)[number];

export const CATEGORYPRICE_SELECTS = ['priority', 'customer', 'group'] as const;
export type CategorypriceSelect = (typeof CATEGORYPRICE_SELECTS)[number];

/** How a buyer's final price is selected and formatted, with all values resolved (pricing.md §3). */
export interface PriceSettings {
  readonly priceSelect: PriceSelect;
  /** Contains every code once. */
  readonly priceSortOrder: readonly PriceCode[];
  readonly individualPricesAreFinal: 0 | 1;
  readonly skipZeroPrice: 0 | 1;
  readonly mergePricelistQtys: 0 | 1;
  readonly mergeMatrixQtys: 0 | 1;
  readonly categorypriceSelect: CategorypriceSelect;
  /** Decimal places of the unit price, 0 to 6. */
  readonly pricePrecision: number;
  /** 0 net, 1 gross: returned in the response; amounts are not converted. */
  readonly pricesIncludeTax: 0 | 1;
  /** 1: a threshold of 1 applies to every quantity above 0 (pricing.md §2). */
  readonly qty1MeansAny: 0 | 1;
  /** The built-in defaults. */
  readonly codes: PriceCodes;
}

/** Settings of one level (website, group, customer); any of them may be missing. */
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
 * The effective settings. Each field comes from the first level that sets it: customer on the website, customer on
 * website 0, group on the website, group on website 0, website, website 0, default (pricing.md §3). Codes missing in a
 * sort order follow in the default order.
 */
export const settingsInForce = (levels: readonly SetPriceSettings[], codes: PriceCodes): PriceSettings => {
  const set = Object.assign({}, ...[...levels].reverse().map(withoutAbsent)) as SetPriceSettings;
  const priceSortOrder = [...new Set([...(set.priceSortOrder ?? []), ...codes.all])];
  return { ...builtInSettings(codes), ...set, priceSortOrder };
};

const withoutAbsent = (level: SetPriceSettings): SetPriceSettings =>
  Object.fromEntries(Object.entries(level).filter(([, value]) => value !== undefined && value !== null));
