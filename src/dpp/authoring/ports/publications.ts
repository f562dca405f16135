import type { PublicPassport, Notice } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';
import type { PublishedPart } from './passport-judge.js';

/** The file of a document that a version is published with. */
export interface NamedFile {
  /** ID of the document. */
  readonly id: number;
  readonly sha256: string;
}

/** The public content of a version, as created at publication. */
export interface Publication {
  readonly view: PublicPassport;
  readonly parts: readonly PublishedPart[];
  readonly files: readonly NamedFile[];
  readonly qrTarget: string;
}

/** A version that others resemble, and its publication. */
export interface Like {
  readonly version: StoredVersion;
  readonly publication: Publication;
}

export interface Shown {
  readonly version: Pick<StoredVersion, 'id' | 'templateId'>;
  readonly publication: Publication;
  /** The published version that it replaces. */
  readonly superseded?: StoredVersion | undefined;
  readonly like?: Like | undefined;
}

/** The published versions. Only inside `Transactions.write`. */
export abstract class Publications {
  /**
   * Publishes versions in few statements and keeps their content permanently. Ends the notices of passports that were
   * not published before; others stand next to the passport and stay. `InputRefused` if another passport is published under the same key, as decided by the database.
   */
  abstract showAll(made: readonly Shown[]): Promise<void>;

  /** Makes the version non-public and keeps its content. */
  abstract hide(versionId: number): Promise<void>;

  /** Makes a hidden version public again, as it was. Refuses as `showAll` does. */
  abstract showAgain(versionId: number, view: PublicPassport): Promise<void>;

  /** Tells readers that something beside a published version has changed. */
  abstract touch(versionId: number): void;

  /** True if a version of this template was ever published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}

/** A product that is recycled according to a notice. */
export interface RecycledProduct {
  /** A result of `productIdentifier`. */
  readonly identifier: string;
  readonly passportId: number;
}

/**
 * Notices of passports that were recalled or have ended, published or not.
 * Inside `Transactions.write`, reading locks: others cannot write these notices until the transaction ends.
 */
export abstract class PassportNotices {
  abstract find(passportId: number): Promise<Notice | undefined>;

  /** The recycled ones among these products; one entry for each notice. */
  abstract recycled(identifiers: readonly string[]): Promise<readonly RecycledProduct[]>;

  /** The version that the passport's notice ended; undefined for none. */
  abstract endedVersion(passportId: number): Promise<number | undefined>;

  /**
   * For several passports; replaces existing notices. `ended`: the version that the notice ends. Only inside
   * `Transactions.write`.
   */
  abstract put(versions: readonly StoredVersion[], notice: Notice, at: Date, ended?: number): Promise<void>;

  /** True if there was a notice. Only inside `Transactions.write`. */
  abstract takeBack(passportId: number): Promise<boolean>;

  /** As `takeBack` for many, with or without notices. */
  abstract takeBackAll(passportIds: readonly number[]): Promise<void>;
}
