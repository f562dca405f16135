import { compareDecimals } from '../../../libs/kernel/index.js';
import { type Judgement, type PriceCode, type PriceSettings, type Usable } from '../../../libs/pricing/index.js';

export interface Candidate {
  readonly code: PriceCode;
  readonly taken: Usable;
}

export interface Selection {
  /** undefined: no source offers a price that may count. */
  readonly selected: Candidate | undefined;
  /** Whether special and tier prices stand back behind prices agreed with the buyer. */
  readonly standsBack: boolean;
}

/** Negative if the first candidate goes before the second; prices are compared unrounded (pricing.md §3). */
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

/** Chooses among the candidates of all sources; ties go to the code that stands earlier in the sort order (pricing.md §3). */
export const selectPrice = (judgements: readonly Judgement[], settings: PriceSettings): Selection => {
  const { codes, priceSortOrder: order } = settings;
  const standsBack =
    settings.individualPricesAreFinal === 1 &&
    judgements.some(({ code, taken }) => taken !== undefined && codes.individual.has(code));
  const goesBefore = (one: Candidate, other: Candidate): boolean => {
    const sign = byPrice(one, other, settings);
    return sign < 0 || (sign === 0 && order.indexOf(one.code) < order.indexOf(other.code));
  };
  let selected: Candidate | undefined;
  for (const { code, taken } of judgements) {
    if (!taken || (standsBack && codes.standBack.has(code))) continue;
    if (!order.includes(code)) throw new Error(`no room declares the price code ${code}`);
    const candidate: Candidate = { code, taken };
    if (!selected || goesBefore(candidate, selected)) selected = candidate;
  }
  return { selected, standsBack };
};
