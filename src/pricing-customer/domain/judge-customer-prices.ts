import {
  type Bases,
  type Buyer,
  choose,
  highestId,
  highestQty,
  type Judgement,
  judgeRow,
  latestStart,
  type Line,
  type PriceRow,
  type Rule,
  specificWebsite,
} from '../../../libs/pricing/index.js';

/** The highest threshold reached; the specific website before all websites; then the newest (pricing.md §2). */
const ORDER: readonly Rule[] = [highestQty, specificWebsite, latestStart, highestId];

/** `customer_price`: which of a customer's rows for the product counts, if any. */
export const judgeCustomerPrices = (
  rows: readonly PriceRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Judgement[] => [
  choose(
    'customer_price',
    rows.map((row) => judgeRow(row, line, buyer, bases)),
    ORDER,
  ),
];
