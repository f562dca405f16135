import { compareDecimals, type Day, Decimal, ONE, periodHolds, ZERO } from '../kernel/index.js';
import type { Bases, Buyer, PricedProduct } from './buyer.js';
import { DISCOUNT, DISCOUNT_PERCENT, FIXED, SURCHARGE, SURCHARGE_PERCENT } from './codes.js';
import type { Account, PriceRow } from './row.js';

/** By number of decimal places: the smallest amount that does not round to 0. */
const LEAST = [0, 1, 2, 3, 4, 5, 6].map((digits) => new Decimal(`0.5e-${digits}`));

/** Whether `skip_zero_price` ignores this amount because it rounds to 0 at `price_precision` (pricing.md §2). */
export const skipsZero = (amount: Decimal, { settings }: Buyer): boolean =>
  settings.skipZeroPrice === 1 && compareDecimals(amount, LEAST[settings.pricePrecision] ?? ZERO) < 0;

/**
 * The product's own amounts that apply. They are in the website's base currency, so none applies to another currency.
 * An amount that rounds to 0 counts as unset unless zero prices are allowed. The special price only applies within its
 * dates (pricing.md §2).
 */
export const basesOf = (product: PricedProduct, buyer: Buyer, day: Day): Bases => {
  const counts = (amount: Decimal | null): Decimal | undefined =>
    amount === null || buyer.currency !== buyer.baseCurrency || skipsZero(amount, buyer) ? undefined : amount;
  return {
    price: counts(product.price),
    special_price: holdsSpecial(product, day) ? counts(product.specialPrice) : undefined,
    cost: counts(product.cost),
    msrp: counts(product.msrp),
  };
};

/** Whether the day is within the dates of the special price. */
export const holdsSpecial = ({ specialFrom, specialTo }: PricedProduct, day: Day): boolean =>
  periodHolds({ from: specialFrom, to: specialTo }, day);

const PERCENT = new Decimal('0.01');

const worked = ({ applicationType, value }: PriceRow, base: Decimal): Decimal => {
  switch (applicationType) {
    case FIXED:
      return value;
    case SURCHARGE:
      return base.plus(value);
    case SURCHARGE_PERCENT:
      return base.times(ONE.plus(value.times(PERCENT)));
    case DISCOUNT:
      return base.minus(value);
    case DISCOUNT_PERCENT:
      return base.times(ONE.minus(value.times(PERCENT)));
  }
};

/**
 * The row's price, not rounded and at least 0; undefined if the base amount that it refers to is missing (pricing.md
 * §2).
 */
export const applied = (row: PriceRow, bases: Bases): Decimal | undefined => {
  if (row.applicationType === FIXED) return row.value;
  const base = bases[row.priceAttribute];
  if (base === undefined) return undefined;
  const price = worked(row, base);
  return price.isNegative() ? ZERO : price;
};

const written = ({ applicationType, value }: PriceRow, base: string): string => {
  const amount = value.toFixed();
  switch (applicationType) {
    case FIXED:
      return amount;
    case SURCHARGE:
      return `${base} + ${amount}`;
    case SURCHARGE_PERCENT:
      return `${base} * (1 + ${amount}/100)`;
    case DISCOUNT:
      return `${base} - ${amount}`;
    case DISCOUNT_PERCENT:
      return `${base} * (1 - ${amount}/100)`;
  }
};

/** The row's price and its calculation: `cost 20 * (1 + 10/100) = 22`; for a fixed price only the amount. */
export const accountOf = (row: PriceRow, bases: Bases): Account => {
  const price = applied(row, bases);
  if (price === undefined) return { price: null, arithmetic: null };
  const base = bases[row.priceAttribute];
  if (row.applicationType === FIXED || base === undefined) return { price, arithmetic: price.toFixed() };
  const sum = worked(row, base);
  const floor = sum.isNegative() ? ', raised to 0' : '';
  return {
    price,
    arithmetic: `${row.priceAttribute} ${written(row, base.toFixed())} = ${sum.toFixed()}${floor}`,
  };
};
