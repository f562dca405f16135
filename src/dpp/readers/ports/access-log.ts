import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Point } from '../../templates/domain/index.js';

export interface AccessEntry {
  readonly passportId: number;
  readonly version: number;
  readonly grantId: number;
  readonly points: readonly Point[];
  readonly at: Date;
}

/** Who read of a passport what not everybody reads. */
export abstract class AccessLog {
  /** Through once it is stored; what many wait for is stored by one commit. `Unavailable` where it can't be. */
  abstract note(entries: readonly AccessEntry[]): Promise<void>;

  /** Of one passport; criteria by the properties of `PassportAccess`. */
  abstract search(passportId: number, criteria: Criteria): Promise<Page<AccessEntry & { readonly id: number }>>;

  abstract removeBefore(at: Date): Promise<void>;
}
