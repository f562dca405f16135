import type { PublicPassport } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';

/** What the public reads of a version, as it was made at its publication. */
export interface Publication {
  readonly view: PublicPassport;
  /** The JSON-LD document, pretty-printed. */
  readonly jsonld: string;
  readonly qrTarget: string;
}

/** What is public. Only inside `Transactions.write`. */
export abstract class Publications {
  /**
   * Makes a version public and keeps what is read of it, for ever. `InputRefused` if another passport is published under
   * the same key: the database decides.
   */
  abstract show(version: StoredVersion, publication: Publication): Promise<void>;

  /** From now on this version isn't public; what was read of it is kept. */
  abstract hide(versionId: number): Promise<void>;

  /** Whether a version of this template has ever been published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}
