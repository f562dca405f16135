/** Amounts as whole numbers of 10^-14, without a decimal library. Exact for any price made of two stored numbers. */
export const SCALE = 14;

export const whole = (text: string): bigint => {
  const [units = '0', digits = ''] = text.split('.');
  return BigInt(units + digits.padEnd(SCALE, '0'));
};

/** A fraction as a whole number of 10^-digits, half up away from zero. */
const nearest = (over: bigint, under: bigint, digits: number): bigint => {
  const scaled = over * 10n ** BigInt(digits);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = (size * 2n + under) / (under * 2n);
  return scaled < 0n ? -rounded : rounded;
};

const ONE = 10n ** BigInt(SCALE);

/** Rounds an amount to this number of digits. */
export const rounded = (amount: bigint, digits: number): bigint =>
  nearest(amount, ONE, digits) * 10n ** BigInt(SCALE - digits);

/** The product of two amounts, rounded to this number of digits. */
export const timesRounded = (one: bigint, other: bigint, digits: number): bigint =>
  nearest(one * other, ONE * ONE, digits) * 10n ** BigInt(SCALE - digits);

/** `part` as a percentage of `all`, rounded to two digits. */
export const percentage = (part: bigint, all: bigint): bigint =>
  nearest(part * 100n, all, 2) * 10n ** BigInt(SCALE - 2);

/** Formats a whole number of 10^-14: `-1.25`. */
export const written = (amount: bigint): string => {
  const size = (amount < 0n ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const digits = size.slice(-SCALE).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size.slice(0, -SCALE)}${digits === '' ? '' : `.${digits}`}`;
};

/** Digits of the currencies in the test worlds (ISO 4217). */
export const DIGITS: Readonly<Record<string, number>> = { GBP: 2, EUR: 2, JPY: 0, KWD: 3 };
