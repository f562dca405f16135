import { type Decimal, HUNDRED, quotient, roundHalfUp } from '../../../libs/kernel/index.js';
import type { Buyer, Evaluation, PriceCode } from '../../../libs/pricing/index.js';

/**
 * Currencies whose minor unit in ISO 4217 does not have 2 digits. `Intl` follows CLDR, which differs for a dozen of
 * them.
 */
const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(digits)])),
);

/** Decimal places of an amount in this currency; 2 if ISO 4217 names none (gold, test codes). */
export const currencyDigits = (currency: string): number => DIGITS.get(currency) ?? 2;

/** The amounts in a response (pricing.md §3). */
export interface Figures {
  /** Rounded to `price_precision`. */
  readonly unitPrice: Decimal;
  /** The unit price rounded to the currency's decimal places. */
  readonly finalPrice: Decimal;
  /** Calculated from the unit price and not from the final price: 0.5292 × 500 is 264.60, not 265.00. */
  readonly rowTotal: Decimal;
  readonly originalPrice: Decimal | null;
  /** Negative if the price is higher than the original one. */
  readonly discountAmount: Decimal | null;
  readonly discountPercent: Decimal | null;
  /** Set even if `individual_prices_are_final` excludes it. */
  readonly specialPrice: Decimal | null;
}

/** The two roundings of pricing.md §3. */
export const unitPriceOf = (price: Decimal, { settings }: Buyer): Decimal =>
  roundHalfUp(price, settings.pricePrecision);

export const finalPriceOf = (unitPrice: Decimal, { currency }: Buyer): Decimal =>
  roundHalfUp(unitPrice, currencyDigits(currency));

export const rowTotalOf = (unitPrice: Decimal, qty: Decimal, currency: string): Decimal =>
  roundHalfUp(unitPrice.times(qty), currencyDigits(currency));

const PERCENT_DIGITS = 2;

/**
 * Null if both prices are the same amount in the currency, because the struck-out price would equal the one next to it.
 */
const percentOf = (original: Decimal, unitPrice: Decimal, buyer: Buyer): Decimal | null =>
  original.isZero() || finalPriceOf(original, buyer).eq(finalPriceOf(unitPrice, buyer))
    ? null
    : quotient(original.minus(unitPrice).times(HUNDRED), original, PERCENT_DIGITS);

const offeredBy = (code: PriceCode, evaluations: readonly Evaluation[], buyer: Buyer): Decimal | null => {
  const taken = evaluations.find((evaluation) => evaluation.code === code)?.taken;
  return taken ? unitPriceOf(taken.price, buyer) : null;
};

/** `price` is the selected price, unrounded. */
export const figuresOf = (price: Decimal, qty: Decimal, evaluations: readonly Evaluation[], buyer: Buyer): Figures => {
  const unitPrice = unitPriceOf(price, buyer);
  const originalPrice = offeredBy('orig_price', evaluations, buyer);
  return {
    unitPrice,
    finalPrice: finalPriceOf(unitPrice, buyer),
    rowTotal: rowTotalOf(unitPrice, qty, buyer.currency),
    originalPrice,
    discountAmount: originalPrice && originalPrice.minus(unitPrice),
    discountPercent: originalPrice && percentOf(originalPrice, unitPrice, buyer),
    specialPrice: offeredBy('special_price', evaluations, buyer),
  };
};
