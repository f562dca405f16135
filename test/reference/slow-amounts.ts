/** Amounts without a decimal library: whole numbers of 10^-14, which hold any price that two stored numbers make. */
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

/** An amount at so many digits, as one of 10^-14 again. */
export const rounded = (amount: bigint, digits: number): bigint =>
  nearest(amount, ONE, digits) * 10n ** BigInt(SCALE - digits);

/** The product of two amounts, at so many digits. */
export const timesRounded = (one: bigint, other: bigint, digits: number): bigint =>
  nearest(one * other, ONE * ONE, digits) * 10n ** BigInt(SCALE - digits);

/** What percentage `part` is of `all`, at two digits. */
export const percentage = (part: bigint, all: bigint): bigint =>
  nearest(part * 100n, all, 2) * 10n ** BigInt(SCALE - 2);

/** How a whole number of 10^-14 is written: `-1.25`. */
export const written = (amount: bigint): string => {
  const size = (amount < 0n ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const digits = size.slice(-SCALE).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size.slice(0, -SCALE)}${digits === '' ? '' : `.${digits}`}`;
};

/** Of the currencies that worlds use, by ISO 4217. */
export const DIGITS: Readonly<Record<string, number>> = { GBP: 2, EUR: 2, JPY: 0, KWD: 3 };
