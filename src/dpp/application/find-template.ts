import { Injectable } from '@nestjs/common';
import { InputRefused, invalidValue } from '../../../libs/kernel/index.js';
import { type StoredTemplate, Templates } from '../ports/templates.js';

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
    const versions = await this.templates.versionsOf(code);
    if (versions.length === 0) throw new InputRefused(invalidValue('template_code', code));
    if (version !== null && version !== undefined) throw new InputRefused(invalidValue('template_version', version));
    const newest = versions.find(({ document }) => !document.version.includes('-')) ?? versions[0];
    if (!newest) throw new InputRefused(invalidValue('template_code', code));
    return newest;
  }

  /** The one of a stored version: there for as long as that one is. */
  async ofVersion({ templateId }: { readonly templateId: number }): Promise<StoredTemplate> {
    const found = await this.templates.byId(templateId);
    if (!found) throw new Error(`a version of a template ${templateId} that isn't there`);
    return found;
  }
}
