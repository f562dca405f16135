import type { Notice } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';

/** A product that is recycled according to a notice. */
export interface RecycledProduct {
  /** A result of `productIdentifier`. */
  readonly identifier: string;
  readonly passportId: number;
}

/**
 * Notices of passports that have ended. Publishing a version ends the notice of its passport (`Publications.show`).
 * Inside `Transactions.write`, reading locks: others cannot write these notices until the transaction ends.
 */
export abstract class PassportNotices {
  abstract find(passportId: number): Promise<Notice | undefined>;

  /** The recycled ones among these products; one entry for each notice. */
  abstract recycled(identifiers: readonly string[]): Promise<readonly RecycledProduct[]>;

  /** As `put` for several passports; replaces existing notices. Only inside `Transactions.write`. */
  abstract put(versions: readonly StoredVersion[], notice: Notice, at: Date): Promise<void>;

  /** True if there was a notice. Only inside `Transactions.write`. */
  abstract takeBack(passportId: number): Promise<boolean>;

  /** As `takeBack` for many, with or without notices. */
  abstract takeBackAll(passportIds: readonly number[]): Promise<void>;
}
