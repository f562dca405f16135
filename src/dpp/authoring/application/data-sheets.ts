import { Injectable } from '@nestjs/common';
import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { PassportContent } from '../../passport/domain/index.js';
import { type Filled, filledFrom } from '../domain/sheets.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';

type Naming = Pick<PassportContent, 'batchPassport' | 'modelPassport'>;

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
  constructor(private readonly book: PassportBook) {}

  /** With what its sheets say where it says nothing, the batch's before the model's. */
  async filledIn<C extends PassportContent>(content: C): Promise<C> {
    return (await this.filled(content)).content;
  }

  /** The same, and what of it was taken from them. */
  async filled<C extends PassportContent>(content: C): Promise<Filled<C>> {
    const sheets: StoredVersion[] = [];
    for (const [property] of FIELDS) {
      const sheet = await this.shown(content[property]);
      if (sheet) sheets.push(sheet);
    }
    return sheets.length === 0 ? { content, taken: [] } : filledFrom(content, sheets);
  }

  /** What keeps it from being published: it is a sheet of others itself, or its sheets are of another kind. */
  async faults(version: StoredVersion): Promise<readonly Fault[]> {
    const found: Fault[] = [];
    if (await this.isSheet(version.passportId))
      found.push(
        sentence('Passport %id is a data sheet of others, which is never published.', { id: version.passportId }),
      );
    for (const [property, name] of FIELDS) {
      const sheet = await this.shown(version[property]);
      if (sheet && (sheet.passportId === version.passportId || sheet.templateCode !== version.templateCode))
        found.push(
          sentence(
            '%fieldName names passport %id, which is no data sheet of another passport of the template %template.',
            { fieldName: name, id: sheet.passportId, template: version.templateCode },
            name,
          ),
        );
    }
    return found;
  }

  private async shown(id: Naming['modelPassport']): Promise<StoredVersion | undefined> {
    return id === null ? undefined : (await this.book.currentOf(id)).find(({ isShown }) => isShown);
  }

  /** One that is archived names nobody any more. */
  private async isSheet(id: number): Promise<boolean> {
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
