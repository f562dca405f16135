import { Injectable } from '@nestjs/common';
import { type Fault, sentence, refuse } from '../../../../libs/kernel/index.js';
import type { PassportContent } from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { type CarryOver, takesOver, type TemplateDocument, carryOver } from '../../templates/domain/index.js';
import { type Filled, filledFrom } from '../domain/sheets.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { type PassportChange, readPassport } from './read-passport.js';

/** Fields that are always replaced from the new template. Other fields change only if they are empty. */
const TEMPLATE: ReadonlySet<string> = new Set(['templateCode', 'templateVersion', 'dppPayload']);

/**
 * Converts a version to another template. Returns the changed fields and the outcome for each payload value.
 * `InputRefused` if the conversion is not possible.
 */
export const carriedPassport = (
  before: StoredVersion,
  from: TemplateDocument,
  to: TemplateDocument,
): Pick<CarryOver, 'carried' | 'lost'> & { readonly change: PassportChange } => {
  const { payload, envelope, carried, lost } = carryOver(before.dppPayload, from, to);
  const { change, faults } = readPassport(
    { ...envelope, template_code: to.code, template_version: to.version, dpp_payload: payload },
    'change',
  );
  refuse(faults);
  // A field that already has a value keeps it.
  const sent = Object.entries(change).filter(
    ([property]) => TEMPLATE.has(property) || (before as unknown as Record<string, unknown>)[property] === null,
  );
  return { change: Object.fromEntries(sent), carried, lost };
};

type Naming = Pick<PassportContent, 'batchPassport' | 'modelPassport'>;

interface CarriedSheet extends Pick<CarryOver, 'carried' | 'lost'> {
  readonly content: StoredVersion;
}

/** An item filled from its data sheets, and the outcome for values from sheets with another template version. */
interface FilledFromSheets<C> extends Filled<C>, Pick<CarryOver, 'carried' | 'lost'> {}

/** Reported instead of the data sheet's own faults, because a data sheet is never published. */
export const sheetItself = (id: number): Fault =>
  sentence(
    'Passport %id is used as a data sheet by other passports, so it cannot be published. Publish those passports instead.',
    { id },
  );

const FIELDS = [
  ['batchPassport', 'batch_passport'],
  ['modelPassport', 'model_passport'],
] as const;

/**
 * Data sheets of models and batches that items refer to (passports.md, "Data sheets of models and batches"). At
 * publication, empty fields of an item are copied from them and frozen.
 */
@Injectable()
export class DataSheets {
  constructor(
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
  ) {}

  /** Fills empty fields from the data sheets. The batch's sheet takes precedence over the model's. */
  async filledIn<C extends PassportContent>(content: C, template: TemplateDocument): Promise<C> {
    return (await this.filled(content, template)).content;
  }

  /** Same as `filledIn`, with the template of the version. */
  async filledAsIs(version: StoredVersion): Promise<StoredVersion> {
    return this.filledIn(version, (await this.templates.ofVersion(version)).document);
  }

  /**
   * Same as `filledIn`, but also returns which values were copied. `template` is the item's template; values from
   * sheets with another template version are converted to it.
   */
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

  /**
   * Reasons that prevent publication: the passport is a data sheet itself, or its sheets have another template or
   * cannot be read.
   */
  async faults(version: StoredVersion, template: TemplateDocument): Promise<readonly Fault[]> {
    const found: Fault[] = [];
    if (await this.isSheet(version.passportId)) found.push(sheetItself(version.passportId));
    for (const [property, name] of FIELDS) {
      const sheet = await this.shown(version[property]);
      if (sheet && (sheet.passportId === version.passportId || sheet.templateCode !== version.templateCode))
        found.push(
          sentence(
            '%fieldName cannot refer to passport %id. Send the ID of another passport with the template %template.',
            { fieldName: name, id: sheet.passportId, template: version.templateCode },
            name,
          ),
        );
      else if (sheet && !takesOver((await this.templates.ofVersion(sheet)).document, template))
        found.push(
          sentence(
            '%fieldName refers to passport %id with the template %other, which is not compatible with %template. Upgrade both passports to the same template version.',
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

  /** True if another passport that is not archived uses this one as a data sheet. */
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
