import type { Decimal } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  holdsSpecial,
  type Evaluation,
  evaluateRows,
  type Line,
  lowestId,
  lowestPrice,
  NO_TERMS,
  type PriceCode,
  type PriceRow,
  type Reason,
  type Rule,
} from '../../../libs/pricing/index.js';

/** The cheapest tier wins, regardless of its threshold; then the lowest id (pricing.md §2). */
const CHEAPEST: readonly Rule[] = [lowestPrice, lowestId];

/**
 * Evaluates one of the product's own amounts, which has no record. The result is either a candidate or a reason for
 * rejection.
 */
const evaluateOwn = (
  code: PriceCode,
  stored: Decimal | null,
  counts: Decimal | undefined,
  { fromDate, toDate }: Dated,
  why: () => Reason,
): Evaluation => {
  if (stored === null) return { code, taken: undefined, evaluated: [], verdicts: [] };
  const account = () => ({ price: stored, arithmetic: stored.toFixed() });
  const terms = () => ({ ...NO_TERMS, fromDate, toDate });
  const taken = counts && ({ row: null, reason: null, price: counts, account, terms } as const);
  const verdicts = [taken ?? { row: null, reason: why(), account, terms }];
  return { code, taken, evaluated: verdicts, verdicts };
};

/**
 * Evaluates `special_price`, `tier_price` and `orig_price` on the buyer's website. Tiers are those of the buyer's group
 * and of all groups; rows of the website and of website 0 have equal rank.
 */
export const evaluateProductPrices = (
  tiers: readonly PriceRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Evaluation[] => {
  const { product, day } = line;
  const foreign = buyer.currency !== buyer.baseCurrency;
  const special = { fromDate: product.specialFrom, toDate: product.specialTo };
  return [
    evaluateOwn('special_price', product.specialPrice, bases.special_price, special, () => {
      if (foreign) return 'other_currency';
      return holdsSpecial(product, day) ? 'zero_skipped' : 'out_of_date';
    }),
    choose('tier_price', evaluateRows(tiers, line, buyer, bases), CHEAPEST),
    evaluateOwn('orig_price', product.price, bases.price, NO_TERMS, () =>
      foreign ? 'other_currency' : 'zero_skipped',
    ),
  ];
};
