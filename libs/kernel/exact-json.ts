import { Decimal } from './decimal.js';
import { InputRefused } from './errors.js';
import { sentence } from './faults.js';

/** A number of a JSON text that a double does not hold; `JSON.stringify` writes it as it was sent. */
interface RawNumber {
  readonly rawJSON: string;
}

const Raw = JSON as unknown as { rawJSON(text: string): RawNumber; isRawJSON(value: unknown): value is RawNumber };

/** A whole number that would silently become another one. */
export class InexactNumber extends InputRefused {
  constructor(number: string) {
    super(
      sentence(
        'The number %number has more digits than a JSON number can carry. Send it as text, or with fewer digits.',
        {
          number,
        },
      ),
    );
  }
}

/** Whether a text may hold a number with more digits, or a larger exponent, than a double holds. */
const LONG = /(?:^|[:,[\s])-?(?:\d[\d.]{15,}|[\d.]+[eE][+-]?\d{3,})/;

const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || source.length < 5) return value;
  const sent = new Decimal(source);
  if (Number.isFinite(value) && sent.eq(value)) return value;
  if (sent.isInteger()) throw new InexactNumber(source);
  return Raw.rawJSON(source);
};

/**
 * Like `JSON.parse`, without changing a number: a fraction that a double does not hold keeps its digits (`sentNumber`),
 * a whole number is refused (`InexactNumber`).
 */
export const parseJson = (text: string): unknown =>
  LONG.test(text) ? (JSON.parse(text, exactly as never) as unknown) : (JSON.parse(text) as unknown);

/** The digits of such a fraction; undefined for any other value. */
export const sentNumber = (value: unknown): string | undefined =>
  typeof value === 'object' && Raw.isRawJSON(value) ? value.rawJSON : undefined;

/** The first such fraction at any depth, where a value must be stored as it was sent. */
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
