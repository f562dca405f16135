import type { Notice } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';

/** A product that a notice says is recycled. */
export interface RecycledProduct {
  /** A text of `productIdentifier`. */
  readonly identifier: string;
  readonly passportId: number;
}

/**
 * Notices of passports that have ended; what is published of a passport ends its notice (`Publications.show`). Inside
 * `Transactions.write` reading them locks: nobody else puts or takes back one of those asked for until that is through.
 */
export abstract class PassportNotices {
  abstract of(passportId: number): Promise<Notice | undefined>;

  /** Those among these products; several notices of one are told each. */
  abstract recycled(identifiers: readonly string[]): Promise<readonly RecycledProduct[]>;

  /** The same of several, in place of those before, if there are any. `versions` say whose. Only inside `Transactions.write`. */
  abstract put(versions: readonly StoredVersion[], notice: Notice, at: Date): Promise<void>;

  /** Whether there was one. Only inside `Transactions.write`. */
  abstract takeBack(passportId: number): Promise<boolean>;

  /** The same of many, whether there are any or not. */
  abstract takeBackAll(passportIds: readonly number[]): Promise<void>;
}
