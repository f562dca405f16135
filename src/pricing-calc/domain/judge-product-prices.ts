import type { Decimal } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  choose,
  holdsSpecial,
  type Judgement,
  judgeRow,
  type Line,
  lowestId,
  lowestPrice,
  type PriceCode,
  type PriceRow,
  type Reason,
  type Rule,
} from '../../../libs/pricing/index.js';

/** Of tiers the cheapest one counts, whatever its threshold, then the lowest id (pricing.md §2). */
const CHEAPEST: readonly Rule[] = [lowestPrice, lowestId];

/** One of the product's own amounts, which is no record: it is the candidate, or there is a reason why not. */
const judgeOwn = (
  code: PriceCode,
  stored: Decimal | null,
  counts: Decimal | undefined,
  why: () => Reason,
): Judgement => {
  if (stored === null) return { code, taken: undefined, judged: [], verdicts: [] };
  const account = () => ({ price: stored, arithmetic: stored.toFixed() });
  const taken = counts && ({ row: null, reason: null, price: counts, account } as const);
  const verdicts = [taken ?? { row: null, reason: why(), account }];
  return { code, taken, judged: verdicts, verdicts };
};

/**
 * `special_price`, `tier_price` and `orig_price`: what the product itself costs on the buyer's website. Tiers are those
 * of the buyer's group or of all groups; rows of the website and of website 0 compete as equals.
 */
export const judgeProductPrices = (
  tiers: readonly PriceRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Judgement[] => {
  const { product, day } = line;
  const foreign = buyer.currency !== buyer.baseCurrency;
  return [
    judgeOwn('special_price', product.specialPrice, bases.special_price, () => {
      if (foreign) return 'other_currency';
      return holdsSpecial(product, day) ? 'zero_skipped' : 'out_of_date';
    }),
    choose(
      'tier_price',
      tiers.map((row) => judgeRow(row, line, buyer, bases)),
      CHEAPEST,
    ),
    judgeOwn('orig_price', product.price, bases.price, () => (foreign ? 'other_currency' : 'zero_skipped')),
  ];
};
