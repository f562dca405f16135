/** Failed sign-ins of one user in a row from one address, and from how many on that address is locked (wire.md §6). */
const FAILURES_PER_ADDRESS = 6;
/** Failed sign-ins of one user from anywhere, from which on only familiar addresses may try. */
const FAILURES_PER_USER = 60;
/** How long either lasts. */
const LOCK_MINUTES = 30;
/** How long an address counts as familiar after a sign-in. Unused entries older than this are deleted. */
const FAMILIAR_DAYS = 30;

/** The attempts of one user, from one address or from all. */
export interface Tally {
  readonly failures: number;
  readonly lockedUntil: Date | null;
  /** The last success; of the tally over all addresses null. */
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

/** Attempts before this instant no longer matter. */
export const forgottenBefore = (now: Date): Date => daysBefore(now, FAMILIAR_DAYS);

/** An expired lock starts again at zero. */
const atInstant = (tally: Tally, now: Date): Tally =>
  tally.lockedUntil !== null && tally.lockedUntil <= now ? { ...tally, failures: 0, lockedUntil: null } : tally;

const isFamiliar = (address: Tally, now: Date): boolean =>
  address.signedInAt !== null && address.signedInAt >= forgottenBefore(now);

const isLocked = (user: Tally, address: Tally, now: Date): boolean =>
  address.lockedUntil !== null || (user.lockedUntil !== null && !isFamiliar(address, now));

/** Whether an attempt would be refused whatever its password: then it isn't even checked. */
export const isLockedOut = (standing: Standing, now: Date): boolean =>
  isLocked(atInstant(standing.user, now), atInstant(standing.address, now), now);

const failedOnce = (tally: Tally, limit: number, now: Date): Tally => {
  const failures = tally.failures + 1;
  return { ...tally, failures, lockedUntil: failures >= limit ? minutesAfter(now, LOCK_MINUTES) : null };
};

/**
 * Whether an attempt with a right (`passed`) or wrong password counts, and the new counters. Locked attempts do not
 * count, so they do not prolong a lock. A success resets the failures of its own address only, and does not remove a
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
