import type { Standing, Subject, UserKind } from '../domain/lockout.js';

export abstract class Attempts {
  /** Current counters of a user from this address, without locking them; zero without attempts. */
  abstract look(subject: Subject, address: string): Promise<Standing>;

  /**
   * Counters of a user from this address, locked until the end of the ambient write transaction, so that attempts of
   * one user are processed one after another. Zero without attempts. Drops outdated counters.
   */
  abstract standing(subject: Subject, address: string, now: Date): Promise<Standing>;

  /** Deletes the counters of these users, in the ambient write transaction or in a new one. */
  abstract forget(subjects: readonly Subject[]): Promise<void>;

  /**
   * Resets the counters and locks of a user and records this in the audit trail. Addresses that have signed in remain
   * familiar. Returns whether there were failures. Runs in the ambient write transaction or in a new one.
   */
  abstract unlock(kind: UserKind, id: number): Promise<boolean>;

  /** Deletes counters that have not changed since this time, in small batches. */
  abstract forgetBefore(instant: Date): Promise<void>;

  /** Stores the counters, in the same transaction. */
  abstract keep(subject: Subject, address: string, standing: Standing): Promise<void>;
}
