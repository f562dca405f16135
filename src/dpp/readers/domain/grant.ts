/** Which passports a grant is for: of any of these. */
export interface GrantedPassports {
  /** Of 14 digits. */
  readonly gtins: readonly string[];
  readonly serials: readonly { readonly gtin: string; readonly serial: string }[];
  readonly passportIds: readonly number[];
  /** Code of a template: all of it. */
  readonly template: string | null;
}

export const GRANT_SCOPES = ['read', 'measure'] as const;
/** `measure` writes measurements and reads what everybody reads. */
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** That somebody may read more than everybody, or measure; whoever has its token is that somebody. */
export interface Grant {
  readonly id: number;
  readonly audience: string;
  readonly scope: GrantScope;
  readonly for: GrantedPassports;
  readonly to: { readonly name: string; readonly email: string };
  readonly purpose: string;
  readonly until: Date;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

interface Granted {
  readonly passportId: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly templateCode: string;
}

/** Longest time that a grant may be good for. */
export const GRANT_DAYS_MAX = 365;
/** Of each list. */
export const GRANTED_MAX = 1000;

export const isGood = ({ until, revokedAt }: Pick<Grant, 'until' | 'revokedAt'>, now: Date): boolean =>
  revokedAt === null && now < until;

export const covers = (
  { gtins, serials, passportIds, template }: GrantedPassports,
  { passportId, gtin, serial, templateCode }: Granted,
): boolean =>
  template === templateCode ||
  passportIds.includes(passportId) ||
  (gtin !== null &&
    (gtins.includes(gtin) || (serial !== null && serials.some((one) => one.gtin === gtin && one.serial === serial))));

export const isForNothing = ({ gtins, serials, passportIds, template }: GrantedPassports): boolean =>
  gtins.length + serials.length + passportIds.length === 0 && template === null;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A day is good until its end in UTC, an instant until then; undefined for anything else. */
export const untilOf = (text: string): Date | undefined => {
  const at = DAY.test(text) ? new Date(`${text}T23:59:59.999Z`) : INSTANT.test(text) ? new Date(text) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) || (DAY.test(text) && !at.toISOString().startsWith(text))
    ? undefined
    : at;
};
