import { Injectable } from '@nestjs/common';
import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { PassportContent } from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { type CarryOver, takesOver, type TemplateDocument } from '../../templates/domain/index.js';
import { type Filled, filledFrom } from '../domain/sheets.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { carriedPassport } from './carried-passport.js';

type Naming = Pick<PassportContent, 'batchPassport' | 'modelPassport'>;

interface CarriedSheet extends Pick<CarryOver, 'carried' | 'lost'> {
  readonly content: StoredVersion;
}

/** An item with what its sheets say, and what became of the values of those that are of another version of the template. */
export interface FilledFromSheets<C> extends Filled<C>, Pick<CarryOver, 'carried' | 'lost'> {}

/** What is told of a data sheet wherever it would be judged as a passport. */
export const sheetItself = (id: number): Fault =>
  sentence('Passport %id is a data sheet of other passports and cannot be published.', { id });

const FIELDS = [
  ['batchPassport', 'batch_passport'],
  ['modelPassport', 'model_passport'],
] as const;

/**
 * The data sheets of models and batches that items name (passports.md, "Data sheets of models and batches"): what an item
 * leaves empty is copied from them when it is published, and frozen with it.
 */
@Injectable()
export class DataSheets {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
  ) {}

  /** With what its sheets say where it says nothing, the batch's before the model's. */
  async filledIn<C extends PassportContent>(content: C, template: TemplateDocument): Promise<C> {
    return (await this.filled(content, template)).content;
  }

  /** The same, and what of it was taken from them. `template` is the item's: sheets of another version are carried over to it. */
  async filled<C extends PassportContent>(content: C, template: TemplateDocument): Promise<FilledFromSheets<C>> {
    const sheets: CarriedSheet[] = [];
    for (const [property] of FIELDS) {
      const sheet = await this.shown(content[property]);
      if (sheet) sheets.push(await this.carried(sheet, template));
    }
    return {
      ...filledFrom(
        content,
        sheets.map((sheet) => sheet.content),
      ),
      carried: sheets.flatMap(({ carried }) => carried),
      lost: sheets.flatMap(({ lost }) => lost),
    };
  }

  /** What keeps it from being published: it is a sheet of others itself, or its sheets are of another kind or can't be read. */
  async faults(version: StoredVersion, template: TemplateDocument): Promise<readonly Fault[]> {
    const found: Fault[] = [];
    if (await this.isSheet(version.passportId)) found.push(sheetItself(version.passportId));
    for (const [property, name] of FIELDS) {
      const sheet = await this.shown(version[property]);
      if (sheet && (sheet.passportId === version.passportId || sheet.templateCode !== version.templateCode))
        found.push(
          sentence(
            '%fieldName refers to passport %id. It must refer to another passport with the template %template.',
            { fieldName: name, id: sheet.passportId, template: version.templateCode },
            name,
          ),
        );
      else if (sheet && !takesOver((await this.templates.ofVersion(sheet)).document, template))
        found.push(
          sentence(
            '%fieldName refers to passport %id with the template %other, whose values %template cannot read. Upgrade both to the same version.',
            {
              fieldName: name,
              id: sheet.passportId,
              other: `${sheet.templateCode}@${sheet.templateVersion}`,
              template: `${template.code}@${template.version}`,
            },
            name,
          ),
        );
    }
    return found;
  }

  private async carried(sheet: StoredVersion, template: TemplateDocument): Promise<CarriedSheet> {
    const { document } = await this.templates.ofVersion(sheet);
    const isSame = document.code === template.code && document.version === template.version;
    if (isSame) return { content: sheet, carried: [], lost: [] };
    const { change, carried, lost } = carriedPassport(sheet, document, template);
    return { content: { ...sheet, ...change } as StoredVersion, carried, lost };
  }

  private async shown(id: Naming['modelPassport']): Promise<StoredVersion | undefined> {
    return id === null ? undefined : (await this.book.currentOf(id)).find(({ isShown }) => isShown);
  }

  /** Whether another passport names it; one that is archived names nobody any more. */
  async isSheet(id: number): Promise<boolean> {
    const { total } = await this.book.search({
      groups: [
        FIELDS.map(([property]) => ({ property, condition: 'eq' as const, values: [id] })),
        [{ property: 'status', condition: 'neq', values: ['archived'] }],
      ],
      sort: [],
      page: 1,
      pageSize: 1,
    });
    return total > 0;
  }
}
