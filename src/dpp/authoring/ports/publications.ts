import type { PublicPassport } from '../../passport/domain/index.js';
import type { StoredVersion } from './passport-book.js';
import type { PublishedPart } from './passport-judge.js';

/** The public content of a version, as created at publication. */
export interface Publication {
  readonly view: PublicPassport;
  readonly parts: readonly PublishedPart[];
  readonly qrTarget: string;
}

export interface Shown {
  readonly version: Pick<StoredVersion, 'id' | 'templateId'>;
  readonly publication: Publication;
}

/** The published versions. Only inside `Transactions.write`. */
export abstract class Publications {
  /**
   * Publishes a version, keeps its content permanently and ends the notice of its passport. `InputRefused` if another
   * passport is published under the same key, as decided by the database.
   */
  async show(version: StoredVersion, publication: Publication): Promise<void> {
    await this.showAll([{ version, publication }]);
  }

  /** As `show`, for many versions that share most of their content, in few statements. */
  abstract showAll(made: readonly Shown[]): Promise<void>;

  /** Makes the version non-public and keeps its content. */
  abstract hide(versionId: number): Promise<void>;

  /** True if a version of this template was ever published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}
