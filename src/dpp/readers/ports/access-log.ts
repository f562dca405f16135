import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Point } from '../../templates/domain/index.js';

export interface AccessEntry {
  readonly passportId: number;
  readonly version: number;
  readonly grantId: number;
  readonly points: readonly Point[];
  readonly at: Date;
}

/** The log of access to non-public data. */
export abstract class AccessLog {
  /**
   * Resolves when the entries are stored. Concurrent calls share a commit. `Unavailable` if the entries cannot be
   * stored.
   */
  abstract note(entries: readonly AccessEntry[]): Promise<void>;

  /** Entries of one passport; criteria use the properties of `PassportAccess`. */
  abstract search(passportId: number, criteria: Criteria): Promise<Page<AccessEntry & { readonly id: number }>>;

  abstract removeBefore(at: Date): Promise<void>;
}
