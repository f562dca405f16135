import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimal numbers for money, quantities and percentages. With 80 significant digits, sums and products of stored
 * numbers are never rounded (pricing.md §3).
 */
export const Decimal = DecimalJs.clone({
  precision: 80,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -1000,
  toExpPos: 1000,
});
export type Decimal = DecimalJs;

export const ZERO: Decimal = new Decimal(0);
export const ONE: Decimal = new Decimal(1);
export const HUNDRED: Decimal = new Decimal(100);

/** Rounds half away from zero to this many decimal places: the only rounding rule for prices (pricing.md §3). */
export const roundHalfUp = (amount: Decimal, digits: number): Decimal =>
  // Most amounts have few digits: checking costs a tenth of rounding.
  amount.decimalPlaces() <= digits ? amount : amount.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_UP);

/**
 * Compares two finite numbers; negative if the first is smaller. Same as `one.cmp(other)`, but ten times as fast,
 * because decimal.js copies its argument. A price calculation compares thousands of numbers.
 */
export const compareDecimals = (one: Decimal, other: Decimal): number => {
  const [a, b] = [one.d, other.d];
  if (!a[0] || !b[0]) return a[0] ? one.s : b[0] ? -other.s : 0;
  if (one.s !== other.s) return one.s;
  if (one.e !== other.e) return one.e > other.e ? one.s : -one.s;
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const [left = 0, right = 0] = [a[index], b[index]];
    if (left !== right) return left > right ? one.s : -one.s;
  }
  return a.length === b.length ? 0 : a.length > b.length ? one.s : -one.s;
};

/** Maximum number of cached amounts; then the cache is cleared. */
const SHARED_MAX = 20_000;
let shared = new Map<number | string, Decimal>();

/**
 * Like `new Decimal(raw)`, but returns the same object for the same text. Price books repeat few quantities and
 * prices, and a separate decimal needs more memory than the rest of a row.
 */
export const sharedDecimal = (raw: number | string): Decimal => {
  let found = shared.get(raw);
  if (found === undefined) {
    found = new Decimal(raw);
    if (shared.size >= SHARED_MAX) shared = new Map();
    shared.set(raw, found);
  }
  return found;
};

/** Enough digits for a quotient to decide how it is rounded; the rest is truncated. */
const Cut = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_DOWN, toExpNeg: -1000, toExpPos: 1000 });

/**
 * `part / whole`, rounded half up to `digits` places; both have at most 30 digits. Dividing to all 80 digits takes ten
 * times as long.
 */
export const quotient = (part: Decimal, whole: Decimal, digits: number): Decimal =>
  new Decimal(roundHalfUp(Cut.div(part, whole), digits));

/** Number of significant digits that every double preserves; no column has more. */
const DIGITS_MAX = 15;
const SHORT_WORDS = 2;

/** Rounds half up to 15 significant digits, which removes floating-point noise (wire.md §2). */
export const withoutNoise = (amount: Decimal): Decimal =>
  // Up to two words of decimal.js have at most 14 digits.
  amount.d.length <= SHORT_WORDS || amount.precision() <= DIGITS_MAX
    ? amount
    : amount.toSignificantDigits(DIGITS_MAX, DecimalJs.ROUND_HALF_UP);

const DECIMAL_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/**
 * Parses a decimal with an optional exponent; undefined for other text. Spaces and a plus sign are not allowed
 * (wire.md §2).
 */
export const parseDecimal = (text: string): Decimal | undefined =>
  DECIMAL_TEXT.test(text) ? withoutNoise(new Decimal(text)) : undefined;

/** Number of decimal places, without trailing zeros. */
export const fractionDigits = (amount: Decimal): number => amount.decimalPlaces();

interface RawJson {
  rawJSON(text: string): unknown;
}

const WORD = 1e7;
const WORD_DIGITS = 7;

/**
 * Same as `amount.toNumber()` for numbers of up to two decimal.js words, which most are; undefined for others.
 * Dividing an exact integer by an exact power of ten rounds once, like parsing the text does.
 */
const shortNumber = ({ d, e, s }: Decimal): number | undefined => {
  const [first = 0, second] = d;
  const integral = Math.floor(e / WORD_DIGITS);
  if (d.length > 2 || integral < -1 || integral > 1) return undefined;
  const whole = second === undefined ? first : first * WORD + second;
  const words = integral - (d.length - 1);
  const size = words < 0 ? whole / WORD ** -words : whole * WORD ** words;
  return s < 0 ? -size : size;
};

/** Same as `amount.toNumber()`, but ten times as fast for most numbers. */
export const numberOf = (amount: Decimal): number => shortNumber(amount) ?? amount.toNumber();

/**
 * A value that `JSON.stringify` writes as the exact number. A double represents up to 15 significant digits exactly; a
 * longer number (such as a row total) is written from its decimal text (pricing.md §3).
 */
export const jsonNumber = (amount: Decimal): unknown =>
  shortNumber(amount) ??
  (amount.precision(true) <= 15 ? amount.toNumber() : (JSON as unknown as RawJson).rawJSON(amount.toFixed()));
