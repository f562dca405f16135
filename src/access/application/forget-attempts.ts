import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import { forgottenBefore, subjectOf, type UserKind } from '../domain/lockout.js';
import { Attempts } from '../ports/attempts.js';

/**
 * Deletes sign-in attempts that no longer affect decisions, because they contain addresses (access.md, "Signing in").
 */
@Injectable()
export class ForgetAttempts {
  constructor(
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** Deletes counters that are older than any lock or familiar address. */
  old(): Promise<void> {
    return this.attempts.forgetBefore(forgottenBefore(this.clock.now()));
  }

  /** Lifts the lockout of an account for all addresses. Returns whether there were failures. */
  unlock(kind: UserKind, id: number): Promise<boolean> {
    return this.attempts.unlock(kind, id);
  }

  /** Deletes the counters of deleted accounts, in the transaction that deletes the accounts. */
  forget(kind: UserKind, ids: readonly number[]): Promise<void> {
    return this.attempts.forget(ids.map((id) => subjectOf(kind, id, '')));
  }
}
