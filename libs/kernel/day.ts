/**
 * A calendar day, `YYYY-MM-DD`; days can be compared as text. The current day depends on the time zone (commerce.md,
 * "Websites and store views").
 */
export type Day = string & { readonly __day: never };

const DAY_FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The rule for dates in error messages. */
export const DAYS = 'valid dates in the format YYYY-MM-DD';
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether the text has the form of a date; the date may not exist. */
export const hasDayForm = (text: string): boolean => DAY_FORM.test(text);

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Parses a date; undefined if the form is wrong or the date does not exist. Years range from 0001 to 9999. */
export const parseDay = (text: string): Day | undefined => {
  const parts = DAY_FORM.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const length = month === 2 && isLeap(year) ? 29 : DAYS_OF_MONTH[month - 1];
  return year >= 1 && length !== undefined && day >= 1 && day <= length ? (text as Day) : undefined;
};

/** A constant date in code; throws if it is invalid. */
export const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`not a day: ${text}`);
  return parsed;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format;
};

export const dayIn = (timeZone: string, instant: Date): Day => {
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10) as Day;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}` as Day;
};

/** The day `count` days after this one, or before it if negative. */
export const addDays = (start: Day, count: number): Day => {
  const date = new Date(`${start}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10) as Day;
};

/** A range of days, both ends included; null is open (pricing.md §1). */
export interface Period {
  readonly from: Day | null;
  readonly to: Day | null;
}

export const periodHolds = (period: Period, on: Day): boolean =>
  (period.from === null || period.from <= on) && (period.to === null || on <= period.to);

export const isReversed = (period: Period): boolean =>
  period.from !== null && period.to !== null && period.to < period.from;

/** Formats an ISO 8601 UTC timestamp (`2026-01-31T10:15:00.000Z`) like the shop platform: `2026-01-31 10:15:00`. */
export const platformTime = (instant: string): string =>
  instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
