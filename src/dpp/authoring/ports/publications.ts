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
   * Publishes versions in few statements, keeps their content permanently and ends the notices of their passports.
   * `InputRefused` if another passport is published under the same key, as decided by the database.
   */
  abstract showAll(made: readonly Shown[]): Promise<void>;

  /** Makes the version non-public and keeps its content. */
  abstract hide(versionId: number): Promise<void>;

  /** True if a version of this template was ever published. */
  abstract usesTemplate(templateId: number): Promise<boolean>;
}
