import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { TemplateDocument } from '../domain/template.js';

export interface StoredTemplate {
  readonly id: number;
  readonly document: TemplateDocument;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which version of a code stands under which id. */
export interface TemplateNumber {
  readonly id: number;
  readonly version: string;
}

/** The templates, one document for each code and version. Inside `Transactions.write` reading one locks it. */
export abstract class Templates {
  abstract byId(id: number): Promise<StoredTemplate | undefined>;

  /**
   * The template of a published passport, which never changes again: an adapter may remember it by its id and the instant of
   * its last change. Locks nothing.
   */
  async ofPublished(id: number, _updatedAt: string): Promise<StoredTemplate | undefined> {
    return this.byId(id);
  }

  abstract byCode(code: string, version: string): Promise<StoredTemplate | undefined>;

  /** Ids and versions of a code, the highest semantic version first; an adapter may know them without the documents. */
  async numbersOf(code: string): Promise<readonly TemplateNumber[]> {
    return (await this.versionsOf(code)).map(({ id, document: { version } }) => ({ id, version }));
  }

  /** All versions of a code, the highest semantic version first; none for an unknown code. */
  abstract versionsOf(code: string): Promise<readonly StoredTemplate[]>;

  /** Criteria by `id`, `code`, `version`, `esprCategory`, `createdAt` and `updatedAt`. */
  abstract search(criteria: Criteria): Promise<Page<StoredTemplate>>;

  /** Stores a new one, answers its id. `InputRefused` if its code and version are there. */
  abstract add(template: StoredTemplate): Promise<number>;

  /** Puts in a template that ships unless its code and version are there; of several processes at once one does. */
  abstract ensure(document: TemplateDocument, at: Date): Promise<void>;

  abstract change(template: StoredTemplate): Promise<void>;

  /** `InputRefused` if a version of a passport is of it. */
  abstract remove(id: number): Promise<void>;
}
