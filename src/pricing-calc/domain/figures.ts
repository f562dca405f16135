import { type Decimal, HUNDRED, quotient, roundHalfUp, ZERO } from '../../../libs/kernel/index.js';
import type { Buyer, Judgement, PriceCode } from '../../../libs/pricing/index.js';
import { currencyDigits } from './currency-digits.js';

/** The amounts of an answer (pricing.md §3). */
export interface Figures {
  /** At `price_precision`. */
  readonly unitPrice: Decimal;
  /** The unit price at the currency's digits. */
  readonly finalPrice: Decimal;
  /** Worked from the unit price, not from the final one: 0.5292 × 500 is 264.60, not 265.00. */
  readonly rowTotal: Decimal;
  readonly originalPrice: Decimal | null;
  /** Negative if dearer. */
  readonly discountAmount: Decimal | null;
  readonly discountPercent: Decimal | null;
  /** Also where it stands back. */
  readonly specialPrice: Decimal | null;
}

/** How an amount is written for a buyer: the two roundings of pricing.md §3. */
export const unitPriceOf = (price: Decimal, { settings }: Buyer): Decimal =>
  roundHalfUp(price, settings.pricePrecision);

export const finalPriceOf = (unitPrice: Decimal, { currency }: Buyer): Decimal =>
  roundHalfUp(unitPrice, currencyDigits(currency));

const PERCENT_DIGITS = 2;

const percentOf = (part: Decimal, whole: Decimal): Decimal | null => {
  if (whole.isZero()) return null;
  return part.isZero() ? ZERO : quotient(part.times(HUNDRED), whole, PERCENT_DIGITS);
};

const offeredBy = (code: PriceCode, judgements: readonly Judgement[], buyer: Buyer): Decimal | null => {
  const taken = judgements.find((judgement) => judgement.code === code)?.taken;
  return taken ? unitPriceOf(taken.price, buyer) : null;
};

/** The figures of a line whose selected price, unrounded, is `price`. */
export const figuresOf = (price: Decimal, qty: Decimal, judgements: readonly Judgement[], buyer: Buyer): Figures => {
  const unitPrice = unitPriceOf(price, buyer);
  const originalPrice = offeredBy('orig_price', judgements, buyer);
  const discountAmount = originalPrice && originalPrice.minus(unitPrice);
  return {
    unitPrice,
    finalPrice: finalPriceOf(unitPrice, buyer),
    rowTotal: roundHalfUp(unitPrice.times(qty), currencyDigits(buyer.currency)),
    originalPrice,
    discountAmount,
    discountPercent: originalPrice && discountAmount && percentOf(discountAmount, originalPrice),
    specialPrice: offeredBy('special_price', judgements, buyer),
  };
};
