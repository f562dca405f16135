/**
 * Number of consecutive failed sign-ins of a user from one address, after which that address is locked (access.md,
 * "Signing in").
 */
const FAILURES_PER_ADDRESS = 6;
/** Number of failed sign-ins of a user from all addresses, after which only familiar addresses may try. */
const FAILURES_PER_USER = 60;
/** Duration of both locks in minutes. */
const LOCK_MINUTES = 30;
/** Number of days for which an address is familiar after a sign-in. Older unused entries are deleted. */
const FAMILIAR_DAYS = 30;

/** Attempts of one user, from one address or from all. */
export interface Tally {
  readonly failures: number;
  readonly lockedUntil: Date | null;
  /** The last successful sign-in; null in the counters for all addresses. */
  readonly signedInAt: Date | null;
}

export const NO_ATTEMPTS: Tally = { failures: 0, lockedUntil: null, signedInAt: null };

export interface Standing {
  readonly user: Tally;
  readonly address: Tally;
}

export interface LockoutVerdict extends Standing {
  readonly admitted: boolean;
}

const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** Attempts before this time no longer matter. */
export const forgottenBefore = (now: Date): Date => daysBefore(now, FAMILIAR_DAYS);

/** Counters start again at zero after a lock has expired. */
const atInstant = (tally: Tally, now: Date): Tally =>
  tally.lockedUntil !== null && tally.lockedUntil <= now ? { ...tally, failures: 0, lockedUntil: null } : tally;

const isFamiliar = (address: Tally, now: Date): boolean =>
  address.signedInAt !== null && address.signedInAt >= forgottenBefore(now);

const isLocked = (user: Tally, address: Tally, now: Date): boolean =>
  address.lockedUntil !== null || (user.lockedUntil !== null && !isFamiliar(address, now));

/** Whether an attempt would be refused whatever its password, so that it need not be checked. */
export const isLockedOut = (standing: Standing, now: Date): boolean =>
  isLocked(atInstant(standing.user, now), atInstant(standing.address, now), now);

const failedOnce = (tally: Tally, limit: number, now: Date): Tally => {
  const failures = tally.failures + 1;
  return { ...tally, failures, lockedUntil: failures >= limit ? minutesAfter(now, LOCK_MINUTES) : null };
};

/**
 * Whether an attempt with a right (`passed`) or wrong password counts, and the new counters. Locked attempts do not
 * count, so they do not prolong a lock. A success only resets the failures of its own address, and does not remove a
 * lock of the user.
 */
export const evaluateAttempt = (standing: Standing, passed: boolean, now: Date): LockoutVerdict => {
  const [user, address] = [atInstant(standing.user, now), atInstant(standing.address, now)];
  const userLocked = user.lockedUntil !== null;
  if (isLocked(user, address, now)) return { admitted: false, user, address };
  if (passed) {
    const left = userLocked ? user.failures : Math.max(0, user.failures - address.failures);
    return {
      admitted: true,
      user: { ...user, failures: left },
      address: { failures: 0, lockedUntil: null, signedInAt: now },
    };
  }
  return {
    admitted: false,
    user: userLocked ? user : failedOnce(user, FAILURES_PER_USER, now),
    address: failedOnce(address, FAILURES_PER_ADDRESS, now),
  };
};

/** Key of the user whose attempts are counted. A string, so that administrators and customers can share a table. */
export type Subject = string;

export type UserKind = 'admin' | 'customer';

const BUCKETS = 256;

/** FNV-1a hash. It only distributes names and is not meant to hide them. */
const spread = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
};

/**
 * The key of a user, or one of a few shared keys for unknown names. Unknown names therefore take the same time as
 * known ones (access.md, "Signing in"), without filling the database.
 */
export const subjectOf = (kind: UserKind, id: number | undefined, name: string): Subject =>
  id === undefined ? `${kind}:?${spread(name) % BUCKETS}` : `${kind}:${id}`;
