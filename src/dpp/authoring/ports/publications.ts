import type { PublicPassport } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';
import type { PublishedPart } from './passport-judge.js';

/** What the public reads of a version, as it was made at its publication. */
export interface Publication {
  readonly view: PublicPassport;
  readonly parts: readonly PublishedPart[];
  readonly qrTarget: string;
}

export interface Shown {
  readonly version: Pick<StoredVersion, 'id' | 'templateId'>;
  readonly publication: Publication;
}

/** What is public. Only inside `Transactions.write`. */
export abstract class Publications {
  /**
   * Makes a version public and keeps what is read of it, for ever; a notice of its passport is over. `InputRefused` if another passport is published under
   * the same key: the database decides.
   */
  async show(version: StoredVersion, publication: Publication): Promise<void> {
    await this.showAll([{ version, publication }]);
  }

  /** The same of many versions that share most of what they say, in few statements. */
  abstract showAll(made: readonly Shown[]): Promise<void>;

  /** From now on this version isn't public; what was read of it is kept. */
  abstract hide(versionId: number): Promise<void>;

  /** Whether a version of this template has ever been published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}
