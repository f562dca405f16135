import { compareDecimals } from '../../../libs/kernel/index.js';
import { type Evaluation, type PriceCode, type PriceSettings, type Usable } from '../../../libs/pricing/index.js';

export interface Candidate {
  readonly code: PriceCode;
  readonly taken: Usable;
}

export interface Selection {
  /** undefined if no source offers a usable price. */
  readonly selected: Candidate | undefined;
  /** True if individual prices exclude special and tier prices. */
  readonly standsBack: boolean;
}

/** Negative if the first candidate wins. Prices are compared unrounded (pricing.md §3). */
const byPrice = (one: Candidate, other: Candidate, { priceSelect }: PriceSettings): number => {
  switch (priceSelect) {
    case 'lowest':
      return compareDecimals(one.taken.price, other.taken.price);
    case 'highest':
      return compareDecimals(other.taken.price, one.taken.price);
    case 'sort_order':
      return 0;
  }
};

/**
 * Selects among the candidates of all sources. Ties go to the code that is earlier in the sort order (pricing.md §3).
 */
export const selectPrice = (evaluations: readonly Evaluation[], settings: PriceSettings): Selection => {
  const { codes, priceSortOrder: order } = settings;
  const standsBack =
    settings.individualPricesAreFinal === 1 &&
    evaluations.some(({ code, taken }) => taken !== undefined && codes.individual.has(code));
  const goesBefore = (one: Candidate, other: Candidate): boolean => {
    const sign = byPrice(one, other, settings);
    return sign < 0 || (sign === 0 && order.indexOf(one.code) < order.indexOf(other.code));
  };
  let selected: Candidate | undefined;
  for (const { code, taken } of evaluations) {
    if (!taken || (standsBack && codes.standBack.has(code))) continue;
    if (!order.includes(code)) throw new Error(`no room declares the price code ${code}`);
    const candidate: Candidate = { code, taken };
    if (!selected || goesBefore(candidate, selected)) selected = candidate;
  }
  return { selected, standsBack };
};
