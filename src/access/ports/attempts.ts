import type { Standing, Subject, UserKind } from '../domain/lockout.js';

export abstract class Attempts {
  /** The current counters of the subject from this address, without a lock; zero without attempts. */
  abstract look(subject: Subject, address: string): Promise<Standing>;

  /**
   * The counters of the subject from this address, locked until the end of the ambient write transaction, so that
   * attempts of one subject are processed one after another. Zero without attempts. Drops outdated counters.
   */
  abstract standing(subject: Subject, address: string, now: Date): Promise<Standing>;

  /** Deletes all of these subjects; in the ambient write transaction, or in a new one. */
  abstract forget(subjects: readonly Subject[]): Promise<void>;

  /**
   * Resets the counters and locks of a user, and enters it in the audit trail; addresses that signed in stay familiar.
   * Returns whether there were any. In the ambient write transaction, or in a new one.
   */
  abstract unlock(kind: UserKind, id: number): Promise<boolean>;

  /** Deletes counters that have not changed since, in small batches. */
  abstract forgetBefore(instant: Date): Promise<void>;

  /** Remembers the standing; in the same transaction. */
  abstract keep(subject: Subject, address: string, standing: Standing): Promise<void>;
}
