import type { PublicPassport, Notice } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';
import type { PublishedPart } from './passport-validator.js';

/** The file of a document that is published with a version. */
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

/** A version that shares content with others, and its publication. */
export interface Like {
  readonly version: StoredVersion;
  readonly publication: Publication;
}

export interface Shown {
  readonly version: Pick<StoredVersion, 'id' | 'templateId'>;
  readonly publication: Publication;
  /** The published version that this one replaces. */
  readonly superseded?: StoredVersion | undefined;
  readonly like?: Like | undefined;
}

/** The published versions. Only inside `Transactions.write`. */
export abstract class Publications {
  /**
   * Publishes versions with few statements and stores their content permanently. Deletes the notices of passports that
   * were not public before; notices shown next to a published passport stay. `InputRefused` if another passport is
   * published under the same key. The database decides, so a race has one winner.
   */
  abstract showAll(made: readonly Shown[]): Promise<void>;

  /** Makes the version non-public and keeps its content. */
  abstract hide(versionId: number): Promise<void>;

  /** Makes a hidden version public again, as it was. Refuses as `showAll` does. */
  abstract showAgain(versionId: number, view: PublicPassport): Promise<void>;

  /** Announces to cached readers that data shown next to a published version has changed. */
  abstract touch(versionId: number): void;

  /** True if a version of this template was ever published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}

/** A product that is recycled according to a notice. */
export interface RecycledProduct {
  /** Identifier in the form that `productIdentifier` returns. */
  readonly identifier: string;
  readonly passportId: number;
}

/**
 * Notices of passports that were recalled or have ended, published or not. Inside `Transactions.write`, reads lock the
 * rows, so that others cannot write these notices until the transaction ends.
 */
export abstract class PassportNotices {
  abstract find(passportId: number): Promise<Notice | undefined>;

  /** The recycled products among these, one entry for each notice. */
  abstract recycled(identifiers: readonly string[]): Promise<readonly RecycledProduct[]>;

  /** The version that the passport's notice archived; undefined if there is none. */
  abstract endedVersion(passportId: number): Promise<number | undefined>;

  /**
   * Stores a notice for each passport and replaces existing ones. `ended` is the version that the notice archives. Only
   * inside `Transactions.write`.
   */
  abstract put(versions: readonly StoredVersion[], notice: Notice, at: Date, ended?: number): Promise<void>;

  /** True if there was a notice. Only inside `Transactions.write`. */
  abstract takeBack(passportId: number): Promise<boolean>;

  /** Same as `takeBack` for several passports, with or without notices. */
  abstract takeBackAll(passportIds: readonly number[]): Promise<void>;
}
