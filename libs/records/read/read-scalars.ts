import {
  compareDecimals,
  DAYS,
  Decimal,
  type Fault,
  fractionDigits,
  hasDayForm,
  invalidValue,
  noneOf,
  parseDay,
  parseDecimal,
  sentNumber,
  sharedDecimal,
  withoutNoise,
  wrongType,
} from '../../kernel/index.js';
import type { Kind } from '../declare/field.js';

/** A value of the field's type, or an error. */
export type Reading = { readonly value: unknown } | { readonly fault: Fault };

export const good = (value: unknown): Reading => ({ value });
export const bad = (fault: Fault): Reading => ({ fault });

/** The name of a type in error messages. */
export const typeName = (kind: Kind): string => {
  switch (kind.type) {
    case 'int':
    case 'day':
    case 'object':
    case 'boolean':
    case 'json':
    case 'refusal':
      return kind.type;
    case 'decimal':
      return 'float';
    case 'string':
    case 'text':
    case 'secret':
      return 'string';
    case 'instant':
      return 'instant';
    case 'ids':
      return 'int[]';
    case 'words':
      return 'string[]';
    case 'objects':
      return 'object[]';
    case 'attributes':
    case 'input':
      return 'object';
  }
};

const INT_TEXT = /^-?\d+$/;
const MIDNIGHT = ' 00:00:00';
// eslint-disable-next-line no-control-regex -- NUL is what is looked for
export const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Reads an integer: `-?\d+` as text, or a number without a fraction (5.0 is 5); never a boolean (wire.md §2). */
export const readInt = (raw: unknown, field: string, min: number, max: number): Reading => {
  const value = typeof raw === 'number' ? raw : typeof raw === 'string' && INT_TEXT.test(raw) ? Number(raw) : undefined;
  if (value === undefined || (Number.isFinite(value) && !Number.isInteger(value)))
    return bad(wrongType(field, raw, 'int'));
  if (value >= min && value <= max) return good(value === 0 ? 0 : value);
  return bad(invalidValue(field, raw, `whole numbers from ${min} to ${max}`));
};

/** Files, criteria and SOAP send booleans as texts, and some clients as flags. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 'true', 1, '1'].map((raw) => [raw, true] as const),
  ...[false, 'false', 0, '0'].map((raw) => [raw, false] as const),
]);

export const readBoolean = (raw: unknown, field: string): Reading => {
  const value = BOOLEANS.get(raw);
  return value === undefined ? bad(wrongType(field, raw, 'boolean')) : good(value);
};

export const readDecimal = (kind: Kind & { type: 'decimal' }, raw: unknown, field: string): Reading => {
  const value =
    typeof raw === 'number' && Number.isFinite(raw)
      ? withoutNoise(sharedDecimal(raw))
      : parseDecimal(typeof raw === 'string' ? raw : (sentNumber(raw) ?? ''));
  if (value === undefined) return bad(wrongType(field, raw, 'float'));
  if (kind.zeroAs !== undefined && value.isZero()) return good(new Decimal(kind.zeroAs));
  const { scale, min, max } = kind;
  if (compareDecimals(value, sharedDecimal(min)) < 0 || compareDecimals(value, sharedDecimal(max)) > 0)
    return bad(invalidValue(field, raw, `decimals from ${min} to ${max}`));
  if (fractionDigits(value) > scale)
    return bad(invalidValue(field, raw, scale === 0 ? 'whole numbers' : `at most ${scale} decimal places`));
  return good(value.isZero() ? new Decimal(0) : value);
};

/** Whether a number still has the digits that were sent. Otherwise another SKU, or `Infinity`, would be stored. */
const keepsItsDigits = (number: number): boolean =>
  Number.isSafeInteger(number) ||
  (Math.abs(number) <= Number.MAX_SAFE_INTEGER && withoutNoise(new Decimal(number)).eq(number));

const AS_TEXT = 'strings, and numbers with at most 15 digits';
const STORABLE = 'strings without NUL characters or unpaired surrogates';

/** Reads a text: a string, or a number without exponent. Rejects NUL and lone surrogates. */
export const readText = (raw: unknown, field: string): { readonly text: string } | { readonly fault: Fault } => {
  const isInexact = sentNumber(raw) !== undefined || (typeof raw === 'number' && !keepsItsDigits(raw));
  if (isInexact) return { fault: invalidValue(field, raw, AS_TEXT) };
  if (typeof raw !== 'string' && typeof raw !== 'number') return { fault: wrongType(field, raw, 'string') };
  const text = typeof raw === 'number' ? new Decimal(raw).toFixed() : raw;
  return UNSTORABLE.test(text) ? { fault: invalidValue(field, raw, STORABLE) } : { text };
};

export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const isShort = (text: string, most: number): boolean => text.length <= most || characters(text) <= most;

/** Longer lists are only in the API description. */
const WORDS_SHOWN = 30;

/** The rule that a text violates; undefined if it is valid. */
const brokenRule = (kind: Kind & { type: 'string' }, text: string): string | undefined => {
  const { maxLength, words, pattern, accepts, rule } = kind;
  // Checks the length first, so that no pattern is matched against a text of unlimited length.
  if (!isShort(text, maxLength)) return `at most ${maxLength} characters`;
  if (words && !words.includes(text))
    return words.length > WORDS_SHOWN ? 'the values in the OpenAPI document' : words.join(', ');
  if (pattern && !pattern.test(text)) return rule ?? `strings that match ${pattern.source}`;
  return accepts && !accepts(text) ? (rule ?? 'the values in the OpenAPI document') : undefined;
};

export const readString = (kind: Kind & { type: 'string' }, raw: unknown, field: string): Reading => {
  const read = readText(raw, field);
  const wordsFault = kind.tellsWords && kind.words ? noneOf(field, raw, kind.words) : undefined;
  if ('fault' in read) return bad(wordsFault ?? read.fault);
  const rule = brokenRule(kind, read.text);
  return rule === undefined ? good(read.text) : bad(wordsFault ?? invalidValue(field, raw, rule));
};

export const readDay = (raw: unknown, field: string): Reading => {
  if (typeof raw !== 'string') return bad(wrongType(field, raw, 'day'));
  const text = raw.endsWith(MIDNIGHT) ? raw.slice(0, -MIDNIGHT.length) : raw;
  if (!hasDayForm(text)) return bad(wrongType(field, raw, 'day'));
  const value = parseDay(text);
  return value === undefined ? bad(invalidValue(field, raw, DAYS)) : good(value);
};

const INSTANT_FORM = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:Z|([+-])(\d{2}):?(\d{2}))?$/;

const MINUTE_MS = 60_000;

/** The time of a match of `INSTANT_FORM`; undefined if it does not exist. */
const instantOf = ([, day = '', ...parts]: RegExpExecArray): Date | undefined => {
  const [hours = '', minutes = '', seconds = '', fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = parts;
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  const isZone = Number(zoneHours) < 24 && Number(zoneMinutes) < 60;
  if (parseDay(day) === undefined || !isTime || !isZone) return undefined;
  const utc = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}Z`);
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  return new Date(sign === '-' ? utc + ahead : utc - ahead);
};

/**
 * Reads a timestamp: a date, which means its start; `YYYY-MM-DD HH:MM:SS`; or ISO 8601 with optional milliseconds and
 * zone. The default zone is UTC (wire.md §4).
 */
export const readInstant = (raw: unknown, field: string): Reading => {
  if (typeof raw !== 'string') return bad(wrongType(field, raw, 'instant'));
  if (hasDayForm(raw))
    return parseDay(raw) === undefined ? bad(invalidValue(field, raw, DAYS)) : good(new Date(`${raw}T00:00:00Z`));
  const parts = INSTANT_FORM.exec(raw);
  if (!parts) return bad(wrongType(field, raw, 'instant'));
  const value = instantOf(parts);
  return value === undefined
    ? bad(invalidValue(field, raw, 'valid dates and times, such as 2026-01-31T10:15:00Z'))
    : good(value);
};
