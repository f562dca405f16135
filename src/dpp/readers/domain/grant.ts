import { hasDayForm, parseDay } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** Years in UTC. Within them, every instant has a four-digit year. */
const YEARS = { first: 1970, last: 9999 } as const;

/** The instants that `instantOf` accepts. */
export const INSTANTS = `dates and times with a time zone, such as 2026-05-01T08:00:00Z, from ${YEARS.first} to ${YEARS.last}`;

/** An instant, or the start of a day in UTC; undefined for anything else, including dates that do not exist. */
export const instantOf = (text: string): Date | undefined => {
  // JavaScript parses February 30 as March 2.
  const day = FORM.exec(text)?.[1];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? at : undefined;
};

/** The passports that a grant covers: those that match any of these lists. */
export interface GrantedPassports {
  /** GTINs with 14 digits. */
  readonly gtins: readonly string[];
  readonly serials: readonly { readonly gtin: string; readonly serial: string }[];
  readonly passportIds: readonly number[];
  /** Template code. The grant covers all passports of the template. */
  readonly template: string | null;
}

/** Points that a measuring grant may write if it names none, in passports of the template `battery`. */
const MEASURED_BY_DEFAULT = [
  'state_of_health',
  'state_of_charge',
  'cycle_count',
  'environment',
  'negative_events',
] as const;
/** A battery's status has legal consequences, so only its operator may write it. */
export const STATUS_POINT = 'battery_status';

/** True if a measuring grant with these points may write this point of a passport. */
export const mayMeasure = (points: readonly string[] | null, point: string, templateCode: string): boolean => {
  if (point === STATUS_POINT) return false;
  if (points !== null) return points.includes(point);
  return templateCode === 'battery' ? MEASURED_BY_DEFAULT.some((one) => one === point) : point !== 'performance';
};

export const GRANT_SCOPES = ['read', 'measure'] as const;
/** `measure` allows writing measurements and reading public data. */
export type GrantScope = (typeof GRANT_SCOPES)[number];

interface GrantRecipient {
  readonly name: string;
  readonly email: string;
  /** The recipient's economic operator. */
  readonly operator: { readonly scheme: string; readonly id: string } | null;
  readonly onBehalfOf: string | null;
}

/** Permission to read non-public data or to measure. Whoever presents the token holds the grant. */
export interface Grant {
  readonly id: number;
  readonly audience: string;
  readonly scope: GrantScope;
  readonly for: GrantedPassports;
  /** Points that a measuring grant may write; null for the default. */
  readonly points: readonly string[] | null;
  readonly to: GrantRecipient;
  readonly purpose: string;
  readonly until: Date;
  /** Time of suspension; null unless suspended. */
  readonly suspendedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Actor who revoked the grant; null unless revoked. */
  readonly revokedBy: Actor | null;
  readonly createdAt: Date;
  readonly madeBy: Actor;
}

interface Granted {
  readonly passportId: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly templateCode: string;
}

/** Maximum validity of a grant. */
export const GRANT_DAYS_MAX = 365;
const DAY_MS = 86_400_000;
/** Maximum length of each list. */
export const GRANTED_MAX = 1000;

export const isValid = (
  { until, suspendedAt, revokedAt }: Pick<Grant, 'until' | 'suspendedAt' | 'revokedAt'>,
  now: Date,
): boolean => revokedAt === null && suspendedAt === null && now < until;

export const covers = (
  { gtins, serials, passportIds, template }: GrantedPassports,
  { passportId, gtin, serial, templateCode }: Granted,
): boolean =>
  template === templateCode ||
  passportIds.includes(passportId) ||
  (gtin !== null &&
    (gtins.includes(gtin) || (serial !== null && serials.some((one) => one.gtin === gtin && one.serial === serial))));

export const namesNothing = ({ gtins, serials, passportIds, template }: GrantedPassports): boolean =>
  gtins.length + serials.length + passportIds.length === 0 && template === null;

/**
 * The end of validity. A day is included until its end in UTC; an instant counts exactly. Undefined for anything else.
 */
export const untilOf = (text: string): Date | undefined => instantOf(hasDayForm(text) ? `${text}T23:59:59.999Z` : text);

/**
 * True if the validity is too long: an instant more than 365 times 24 hours ahead, or a day after the day of that
 * instant.
 */
export const isTooLong = (said: string, until: Date, now: Date): boolean => {
  const latest = new Date(now.getTime() + GRANT_DAYS_MAX * DAY_MS);
  return hasDayForm(said) ? said > latest.toISOString().slice(0, said.length) : until > latest;
};
