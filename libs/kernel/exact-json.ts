import { Decimal } from './decimal.js';
import { InputRefused } from './errors.js';
import { sentence } from './faults.js';

/** A JSON number that a double cannot represent. `JSON.stringify` writes it as it was sent. */
interface RawNumber {
  readonly rawJSON: string;
}

const Raw = JSON as unknown as { rawJSON(text: string): RawNumber; isRawJSON(value: unknown): value is RawNumber };

/** Whether a number is too large for a double, or so small that it would become 0. */
const isOutOfRange = (number: string): boolean => {
  const [digits = '', exponent] = number.toLowerCase().split('e');
  if (exponent === undefined) return false;
  const value = Number(number);
  return !Number.isFinite(value) || (value === 0 && /[1-9]/.test(digits));
};

/** A number that would silently change its value. */
export class InexactNumber extends InputRefused {
  /** The reason as a rule for errors about CSV cells. */
  readonly reason: string;

  constructor(number: string) {
    const isLarge = isOutOfRange(number);
    super(
      isLarge
        ? sentence(
            'The exponent of %number is too large for a JSON number. Send the number as a string, or with an exponent from -307 to 307.',
            { number },
          )
        : sentence(
            'The number %number has more digits than a JSON number can represent exactly. Send it as a string, or with fewer digits.',
            { number },
          ),
    );
    this.reason = isLarge
      ? `contains the number ${number}, whose exponent is too large for a JSON number`
      : `contains the number ${number}, which has more digits than a JSON number can represent exactly`;
  }
}

/** Whether a double represents a number exactly. */
const isExact = (number: string): boolean =>
  !isOutOfRange(number) && Number.isFinite(Number(number)) && new Decimal(number).eq(Number(number));

/** Parses a number, for example from a CSV cell. Throws `InexactNumber` if it would change. */
export const exactNumber = (text: string): number => {
  const number = text.trim().replace(/^\+/, '');
  if (!isExact(number)) throw new InexactNumber(number);
  return Number(number);
};

/** Whether a text may contain a number with more digits or a larger exponent than a double can represent. */
const LONG = /(?:^|[:,[\s])-?(?:\d[\d.]{15,}|[\d.]+[eE][+-]?\d{3,})/;

const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || source.length < 5) return value;
  if (isExact(source)) return value;
  if (!Number.isFinite(value) || new Decimal(source).isInteger()) throw new InexactNumber(source);
  return Raw.rawJSON(source);
};

/**
 * Like `JSON.parse`, but never changes a number: fractions that a double cannot represent keep their digits
 * (`sentNumber`), and such integers are refused (`InexactNumber`).
 */
export const parseJson = (text: string): unknown =>
  LONG.test(text) ? (JSON.parse(text, exactly as never) as unknown) : (JSON.parse(text) as unknown);

/** The original digits of such a fraction; undefined for other values. */
export const sentNumber = (value: unknown): string | undefined =>
  typeof value === 'object' && Raw.isRawJSON(value) ? value.rawJSON : undefined;

/** Whether a value of `parseJson` is an object: neither a list nor such a fraction. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Raw.isRawJSON(value);

/** The first such fraction at any depth, for values that must be stored as sent. */
export const inexactNumberIn = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const own = sentNumber(value);
  if (own !== undefined) return own;
  for (const member of Object.values(value)) {
    const found = inexactNumberIn(member);
    if (found !== undefined) return found;
  }
  return undefined;
};
