import type { Standing } from '../domain/lockout.js';
import type { Subject } from '../domain/subject.js';

export abstract class Attempts {
  /** The standing of the subject from this address as it is now, without a lock; nought without attempts. */
  abstract look(subject: Subject, address: string): Promise<Standing>;

  /**
   * The standing of the subject from this address, locked until the end of the ambient write transaction, so that
   * attempts of one subject are judged one after another. Without attempts: nought. Forgets what is too old to matter.
   */
  abstract standing(subject: Subject, address: string, now: Date): Promise<Standing>;

  /** Forgets all of these subjects; in the ambient write transaction, or in one of its own. */
  abstract forget(subjects: readonly Subject[]): Promise<void>;

  /** Forgets whatever nobody has touched since, a little at a time. */
  abstract forgetBefore(instant: Date): Promise<void>;

  /** Remembers the standing; in the same transaction. */
  abstract keep(subject: Subject, address: string, standing: Standing): Promise<void>;
}
