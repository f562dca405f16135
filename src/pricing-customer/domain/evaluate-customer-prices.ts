import {
  type Bases,
  type Buyer,
  choose,
  highestId,
  highestQty,
  type Evaluation,
  evaluateRows,
  latestStart,
  type Line,
  type PriceRow,
  type Rule,
  specificWebsite,
} from '../../../libs/pricing/index.js';

/**
 * The order in which rows win: highest threshold reached, then the specific website, then the newest (pricing.md §2).
 */
const ORDER: readonly Rule[] = [highestQty, specificWebsite, latestStart, highestId];

/**
 * Selects the customer's row for the code `customer_price`. All rows belong to one customer and product, so a threshold
 * below 1 affects what the threshold 1 means for the other rows (pricing.md §2).
 */
export const evaluateCustomerPrices = (
  rows: readonly PriceRow[],
  line: Line,
  buyer: Buyer,
  bases: Bases,
): readonly Evaluation[] => [choose('customer_price', evaluateRows(rows, line, buyer, bases), ORDER)];
