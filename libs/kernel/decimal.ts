import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimal numbers for money, quantities and percentages. 80 significant digits are far more than any product of
 * two stored numbers has, so plus, minus and times never round (pricing.md §3).
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

/** Half up, that is away from zero, at `digits` after the point: the only rounding rule of prices (pricing.md §3). */
export const roundHalfUp = (amount: Decimal, digits: number): Decimal =>
  // Most amounts have few digits: looking costs a tenth of rounding.
  amount.decimalPlaces() <= digits ? amount : amount.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_UP);

/**
 * Negative if the first is smaller. The same as `one.cmp(other)` for finite numbers, ten times as fast: decimal.js
 * copies what it compares with, and a quote compares thousands of times.
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

/** Maximum number of shared amounts; after that the cache is cleared. */
const SHARED_MAX = 20_000;
let shared = new Map<number | string, Decimal>();

/**
 * Like `new Decimal(raw)`, but returns the same object for the same text. Price books repeat few quantities and prices,
 * and a separate decimal needs more memory than the rest of a row.
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

/** Digits enough for a quotient whose next digit decides how it is rounded; those behind it are cut off, never rounded. */
const Cut = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_DOWN, toExpNeg: -1000, toExpPos: 1000 });

/** `part / whole`, half up at `digits`; both of at most 30 digits. Dividing to all 80 digits takes ten times as long. */
export const quotient = (part: Decimal, whole: Decimal, digits: number): Decimal =>
  new Decimal(roundHalfUp(Cut.div(part, whole), digits));

/** As many significant digits as every double carries; no column has more. */
const DIGITS_MAX = 15;
const SHORT_WORDS = 2;

/** Half up at 15 significant digits: what floating-point arithmetic adds behind them goes (wire.md §2). */
export const withoutNoise = (amount: Decimal): Decimal =>
  // Two words of decimal.js have at most 14 digits.
  amount.d.length <= SHORT_WORDS || amount.precision() <= DIGITS_MAX
    ? amount
    : amount.toSignificantDigits(DIGITS_MAX, DecimalJs.ROUND_HALF_UP);

const DECIMAL_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** Reads a decimal with an optional exponent; undefined for any other text: no blanks, no plus sign (wire.md §2). */
export const parseDecimal = (text: string): Decimal | undefined =>
  DECIMAL_TEXT.test(text) ? withoutNoise(new Decimal(text)) : undefined;

/** Number of decimal places of the shortest text for this number. */
export const fractionDigits = (amount: Decimal): number => amount.decimalPlaces();

interface RawJson {
  rawJSON(text: string): unknown;
}

const WORD = 1e7;
const WORD_DIGITS = 7;

/**
 * The same as `amount.toNumber()` for numbers of up to two words of decimal.js, which most are; undefined for others.
 * An exact whole number divided by an exact power of ten is rounded once, as reading its text is.
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

/** The same as `amount.toNumber()`, ten times as fast for most numbers. */
export const numberOf = (amount: Decimal): number => shortNumber(amount) ?? amount.toNumber();

/**
 * This number as a value that `JSON.stringify` writes as an exact JSON number. Up to 15 significant digits a double
 * holds the decimal exactly; a longer one (a row total) is written from its decimal text (pricing.md §3).
 */
export const jsonNumber = (amount: Decimal): unknown =>
  shortNumber(amount) ??
  (amount.precision(true) <= 15 ? amount.toNumber() : (JSON as unknown as RawJson).rawJSON(amount.toFixed()));
