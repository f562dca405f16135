import { Injectable } from '@nestjs/common';
import { InputRefused, invalidValue } from '../../../../libs/kernel/index.js';
import { ofExisting } from '../../../../libs/records/index.js';
import { type StoredTemplate, Templates } from '../ports/templates.js';

/** True for the same unchanged document, because each cached document is one object. */
export const isSameTemplate = (one: StoredTemplate, other: StoredTemplate): boolean =>
  one.id === other.id &&
  (one.document === other.document || JSON.stringify(one.document) === JSON.stringify(other.document));

/** Finds the template for a code and an optional version. */
@Injectable()
export class FindTemplate {
  constructor(private readonly templates: Templates) {}

  /** This version, else the newest that is not a pre-release, else the newest. `InputRefused` if it does not exist. */
  async named(code: string, version: string | null | undefined): Promise<StoredTemplate> {
    if (version !== null && version !== undefined) {
      const found = await this.templates.byCode(code, version);
      if (found) return found;
    }
    const versions = await this.templates.numbersOf(code);
    const noCode = invalidValue('template_code', code, ofExisting('code', 'template'));
    if (versions.length === 0) throw new InputRefused(noCode);
    if (version !== null && version !== undefined)
      throw new InputRefused(invalidValue('template_version', version, `existing versions of the template ${code}`));
    const newest = versions.find((one) => !one.version.includes('-')) ?? versions[0];
    const found = newest && (await this.templates.byId(newest.id));
    if (!found) throw new InputRefused(noCode);
    return found;
  }

  /** All versions of a code, highest first. */
  async versionsOf(code: string): Promise<readonly string[]> {
    return (await this.templates.numbersOf(code)).map(({ version }) => version);
  }

  /** The template of a stored version. It always exists, because it cannot be deleted before the version. */
  async ofVersion({ templateId }: { readonly templateId: number }): Promise<StoredTemplate> {
    const found = await this.templates.byId(templateId);
    if (!found) throw new Error(`the template ${templateId} of a version does not exist`);
    return found;
  }

  /**
   * True if a template has not changed since something was derived from it. Only inside `Transactions.write`, so that a
   * later change of the template sees what this transaction stores.
   */
  async isStill(template: StoredTemplate): Promise<boolean> {
    const found = await this.templates.byId(template.id);
    return found !== undefined && isSameTemplate(found, template);
  }
}
