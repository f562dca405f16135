import { type Day, type Decimal, roundHalfUp } from '../../../libs/kernel/index.js';
import type { Buyer, PriceCode } from '../../../libs/pricing/index.js';
import { finalPriceOf, unitPriceOf, currencyDigits } from './figures.js';
import type { Candidate } from './select-price.js';

export interface InvoiceLine {
  readonly invoice: string;
  /** The day of sale in the website's time zone. */
  readonly date: Day;
  readonly customerNumber: string;
  readonly sku: string;
  readonly qty: Decimal;
  readonly unitPrice: Decimal;
}

type ReplayProblem = 'other_price' | 'no_price' | 'unknown_sku' | 'unknown_customer';

export interface ReplayDifference {
  /** Position of the line in the input, from 1. */
  readonly position: number;
  readonly line: InvoiceLine;
  readonly problem: ReplayProblem;
  /** The calculated price; null if there is none. */
  readonly finalPrice: Decimal | null;
  readonly priceCode: PriceCode | null;
}

export interface ReplayCounts {
  readonly lines: number;
  /** Lines whose price equals the invoice. */
  readonly equal: number;
  readonly different: number;
  /** Lines without a price, including unknown customers and SKUs. */
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

/** Compares the calculated with the invoiced price at the currency's decimal places; undefined if they are equal. */
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

/** Adds a number of lines and their differences to the counts. */
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
