import type { Standing } from '../domain/lockout.js';
import type { Subject } from '../domain/subject.js';

/** What is remembered of sign-in attempts. */
export abstract class Attempts {
  /**
   * The standing of the subject from this address, locked until the end of the ambient write transaction, so that
   * attempts of one subject are judged one after another. Without attempts: nought. Forgets what is too old to matter.
   */
  abstract standing(subject: Subject, address: string, now: Date): Promise<Standing>;

  /** Remembers the standing; in the same transaction. */
  abstract keep(subject: Subject, address: string, standing: Standing): Promise<void>;
}
