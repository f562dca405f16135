import { type Day, type Decimal, roundHalfUp } from '../../../libs/kernel/index.js';
import type { Buyer, PriceCode } from '../../../libs/pricing/index.js';
import { currencyDigits } from './currency-digits.js';
import { finalPriceOf, unitPriceOf } from './figures.js';
import type { Candidate } from './select-price.js';

export interface InvoiceLine {
  readonly invoice: string;
  /** The day of the website on which it was sold. */
  readonly date: Day;
  readonly customerNumber: string;
  readonly sku: string;
  readonly qty: Decimal;
  readonly unitPrice: Decimal;
}

/** Why a line doesn't come out. */
type ReplayProblem = 'other_price' | 'no_price' | 'unknown_sku' | 'unknown_customer';

export interface ReplayDifference {
  /** Which of the lines, from 1 in the order in which they came. */
  readonly position: number;
  readonly line: InvoiceLine;
  readonly problem: ReplayProblem;
  /** What we say; null where we say nothing. */
  readonly finalPrice: Decimal | null;
  readonly priceCode: PriceCode | null;
}

export interface ReplayCounts {
  readonly lines: number;
  /** To the penny. */
  readonly equal: number;
  readonly different: number;
  /** Without a price: unknown customers and SKUs among them. */
  readonly unpriced: number;
}

export const NOTHING_REPLAYED: ReplayCounts = { lines: 0, equal: 0, different: 0, unpriced: 0 };

export interface Positioned {
  readonly position: number;
  readonly line: InvoiceLine;
}

export const unpriced = (
  { position, line }: Positioned,
  problem: Exclude<ReplayProblem, 'other_price'>,
): ReplayDifference => ({ position, line, problem, finalPrice: null, priceCode: null });

/** Compares what we say with what was charged, at the currency's digits; undefined if it is the same. */
export const compare = (
  { position, line }: Positioned,
  selected: Candidate | undefined,
  buyer: Buyer,
): ReplayDifference | undefined => {
  if (!selected) return unpriced({ position, line }, 'no_price');
  const finalPrice = finalPriceOf(unitPriceOf(selected.taken.price, buyer), buyer);
  if (finalPrice.eq(roundHalfUp(line.unitPrice, currencyDigits(buyer.currency)))) return undefined;
  return { position, line, problem: 'other_price', finalPrice, priceCode: selected.code };
};

/** The counts after so many more lines, of which these came out differently. */
export const counted = (
  counts: ReplayCounts,
  lines: number,
  differences: readonly ReplayDifference[],
): ReplayCounts => {
  const different = differences.filter(({ problem }) => problem === 'other_price').length;
  return {
    lines: counts.lines + lines,
    equal: counts.equal + lines - differences.length,
    different: counts.different + different,
    unpriced: counts.unpriced + differences.length - different,
  };
};
