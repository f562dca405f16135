import { type Change, change, type Fault, invalidValue } from '../../../libs/kernel/index.js';
import type { PriceCode } from '../../../libs/pricing/index.js';

const ONLY_WEBSITES = 'null for customers and customer groups, because only websites have this setting';

/** The level of settings: a website (0 contains the defaults), or a group or customer on it. */
export interface Level {
  readonly websiteId: number;
  readonly customerGroupId: number | null;
  readonly customerId: number | null;
}

/** The settings of a level for validation; null if not set. */
export interface LevelFacts extends Level {
  readonly priceSortOrder: readonly PriceCode[] | null;
  readonly pricePrecision: number | null;
  readonly pricesIncludeTax: number | null;
  readonly qty1MeansAny: number | null;
}

/**
 * A sort order must contain at least one code and no duplicates. Only websites can define how prices are formatted and
 * what a threshold of 1 means (pricing.md §3).
 */
export const priceSettingsFaults = (next: LevelFacts): readonly Fault[] => {
  const order = next.priceSortOrder;
  const overrides = next.customerGroupId !== null || next.customerId !== null;
  return [
    ...(order && (order.length === 0 || new Set(order).size < order.length)
      ? [invalidValue('price_sort_order', order.join(','), 'one or more price codes, each at most once')]
      : []),
    ...(overrides && next.pricePrecision !== null
      ? [invalidValue('price_precision', next.pricePrecision, ONLY_WEBSITES)]
      : []),
    ...(overrides && next.pricesIncludeTax !== null
      ? [invalidValue('prices_include_tax', next.pricesIncludeTax, ONLY_WEBSITES)]
      : []),
    ...(overrides && next.qty1MeansAny !== null
      ? [invalidValue('qty_1_means_any', next.qty1MeansAny, ONLY_WEBSITES)]
      : []),
  ];
};

export const priceSettingsScopes = (previous: Level | undefined, next: Level | undefined): readonly Change[] => [
  change('settings', next?.websiteId ?? previous?.websiteId ?? null),
];
