import type { Notice } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';

/** Notices of passports that have ended; what is published of a passport ends its notice (`Publications.show`). */
export abstract class PassportNotices {
  abstract of(passportId: number): Promise<Notice | undefined>;

  /** The same of several, in place of those before, if there are any. `versions` say whose. Only inside `Transactions.write`. */
  abstract put(versions: readonly StoredVersion[], notice: Notice, at: Date): Promise<void>;

  /** Whether there was one. Only inside `Transactions.write`. */
  abstract takeBack(passportId: number): Promise<boolean>;
}
