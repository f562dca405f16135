import { Injectable } from '@nestjs/common';
import { InputRefused, invalidValue } from '../../../../libs/kernel/index.js';
import { type StoredTemplate, Templates } from '../ports/templates.js';

/** The same document as long as it is stored unchanged: those that are kept in memory are one object. */
export const isSameTemplate = (one: StoredTemplate, other: StoredTemplate): boolean =>
  one.id === other.id &&
  (one.document === other.document || JSON.stringify(one.document) === JSON.stringify(other.document));

/** Which template a passport means by a code, and a version or none. */
@Injectable()
export class FindTemplate {
  constructor(private readonly templates: Templates) {}

  /** The one of this version; without one the newest that isn't a pre-release, else the newest. `InputRefused`. */
  async named(code: string, version: string | null | undefined): Promise<StoredTemplate> {
    if (version !== null && version !== undefined) {
      const found = await this.templates.byCode(code, version);
      if (found) return found;
    }
    const versions = await this.templates.numbersOf(code);
    if (versions.length === 0) throw new InputRefused(invalidValue('template_code', code));
    if (version !== null && version !== undefined) throw new InputRefused(invalidValue('template_version', version));
    const newest = versions.find((one) => !one.version.includes('-')) ?? versions[0];
    const found = newest && (await this.templates.byId(newest.id));
    if (!found) throw new InputRefused(invalidValue('template_code', code));
    return found;
  }

  /** All versions of a code, the highest first. */
  async versionsOf(code: string): Promise<readonly string[]> {
    return (await this.templates.numbersOf(code)).map(({ version }) => version);
  }

  /** The one of a stored version: there for as long as that one is. */
  async ofVersion({ templateId }: { readonly templateId: number }): Promise<StoredTemplate> {
    const found = await this.templates.byId(templateId);
    if (!found) throw new Error(`the template ${templateId} of a version does not exist`);
    return found;
  }

  /**
   * Whether a template is still what something was made of. Only inside `Transactions.write`: a template that changes
   * afterwards finds what this transaction stores.
   */
  async isStill(template: StoredTemplate): Promise<boolean> {
    const found = await this.templates.byId(template.id);
    return found !== undefined && isSameTemplate(found, template);
  }
}
