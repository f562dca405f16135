import { Injectable } from '@nestjs/common';
import {
  addressKey,
  Clock,
  currentOrigin,
  type SecurityDetails,
  SecurityEvents,
  SignInRefused,
  TooManyRequests,
  Transactions,
} from '../../../libs/kernel/index.js';
import { FailureRate, FAILURES_PER_SECOND } from '../domain/failure-rate.js';
import {
  isLockedOut,
  evaluateAttempt,
  type Standing,
  type LockoutVerdict,
  type Subject,
  subjectOf,
  type UserKind,
} from '../domain/lockout.js';
import { Attempts } from '../ports/attempts.js';
import { Passwords } from './passwords.js';

/** A sign-in attempt: user name, password and address. */
export interface PasswordAttempt {
  /** The user name as sent. */
  readonly username: string;
  readonly password: string;
  /** The client's IP address, as reported by trusted proxies. */
  readonly address: string;
  /** Whether the address is a proxy. Many clients share it, so it has no quota (access.md, "Signing in"). */
  readonly isProxy?: boolean;
}

/** The address by which attempts of the current request are counted (access.md, "Signing in"). */
export const attemptFrom = (): Required<Pick<PasswordAttempt, 'address' | 'isProxy'>> => {
  const { address = '', isProxy = false } = currentOrigin() ?? {};
  return { address, isProxy };
};

/** The account with this user name. */
interface Account {
  readonly id: number;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
}

const RETRY_AFTER_SECONDS = 1;

const isNewlyLocked = (before: Standing, after: LockoutVerdict): boolean =>
  (['user', 'address'] as const).some(
    (tally) => before[tally].lockedUntil === null && after[tally].lockedUntil !== null,
  );

/**
 * Checks passwords. All password checks use this class, so that locks, quotas and counters apply to all of them
 * (access.md, "Signing in").
 */
@Injectable()
export class CheckPassword {
  private readonly rate = new FailureRate();

  constructor(
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Returns the account from `find` if the password is right and the user is active and not locked. All other cases
   * throw the same `SignInRefused` after the same time. Throws `TooManyRequests` for an address that has used up its
   * failures or its quota. The password of a locked user is not checked, so that guesses do not slow others down.
   * Whether an attempt counts is decided after the check with the counters locked, so that concurrent guesses count
   * like sequential ones.
   */
  async mustHold<A extends Account>(
    kind: UserKind,
    attempt: PasswordAttempt,
    find: () => Promise<A | undefined>,
  ): Promise<A> {
    const address = addressKey(attempt.address);
    const share = attempt.isProxy === true ? undefined : address;
    if (share !== undefined && this.rate.isSpent(share, this.clock.now())) {
      throw new TooManyRequests(
        RETRY_AFTER_SECONDS,
        `More than ${FAILURES_PER_SECOND} sign-ins from this address failed within one second. Wait one second, then try again.`,
      );
    }
    const account = await find();
    const details = account && { account: `${kind}:${account.id}` };
    const subject = subjectOf(kind, account?.id, attempt.username.toLowerCase());
    const isLocked = isLockedOut(await this.attempts.look(subject, address), this.clock.now());
    const holds = isLocked
      ? await this.passwords.pretend()
      : await this.passwords.verify(account?.passwordHash, attempt.password, share);
    const passed = holds === true && account?.isActive === true;
    if (!isLocked && (await this.isAdmitted(subject, address, passed, details)) && account) return account;
    if (share !== undefined) this.rate.failed(share, this.clock.now());
    this.events.note('sign_in_refused', details);
    throw new SignInRefused();
  }

  private async isAdmitted(
    subject: Subject,
    address: string,
    passed: boolean,
    details: SecurityDetails | undefined,
  ): Promise<boolean> {
    const now = this.clock.now();
    const { admitted, locked } = await this.transactions.write(async () => {
      const standing = await this.attempts.standing(subject, address, now);
      const verdict = evaluateAttempt(standing, passed, now);
      await this.attempts.keep(subject, address, verdict);
      return { admitted: verdict.admitted, locked: isNewlyLocked(standing, verdict) };
    });
    if (locked) this.events.note('locked_out', details);
    return admitted;
  }
}
