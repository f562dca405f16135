import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../../../libs/kernel/index.js';
import { Database, lowerCase } from '../../../../../libs/database/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import type { StoredVersion } from '../../ports/passport-book.js';
import { type Publication, Publications } from '../../ports/publications.js';
import { isScalar, type JsonObject, SHOWN_FIELDS, WAYS } from '../../../passport/domain/index.js';
import { type PublishedPassportRow, publishedPassportResource, told } from '../../../passport/index.js';

/** Which of several passports a SKU means first. */
const PREFERENCE = { model: 3, batch: 2, item: 1 } as const;

const PUBLIC = SHOWN_FIELDS.filter(isScalar);
const IN_LOWER_CASE = [...WAYS].filter(([property, { beginning }]) => beginning && beginning.property !== property);

export const indexRow = (id: number, { view }: Pick<Publication, 'view'>): PublishedPassportRow => {
  const shown = new Map(PUBLIC.map(({ property, name }) => [property, (view as JsonObject)[name]]));
  const keys = IN_LOWER_CASE.map(([property, { beginning }]) => {
    const text = shown.get(property);
    return [beginning?.property, typeof text === 'string' ? lowerCase(text) : null];
  });
  return {
    ...Object.fromEntries([...shown, ...keys]),
    id,
    preference: PREFERENCE[view.granularity],
    publishedAt: new Date(view.published_at),
  } as PublishedPassportRow;
};

/** SQL by hand: what was made stands beside the index in a table of bytes that is no record. */
@Injectable()
export class SqlPublications extends Publications {
  private readonly published: Records<PublishedPassportRow>;

  constructor(
    store: RecordStore,
    private readonly database: Database,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.published = store.of(publishedPassportResource);
  }

  async show({ id, templateId }: StoredVersion, publication: Publication): Promise<void> {
    const { view, jsonld, qrTarget } = publication;
    await this.database.run(
      'INSERT INTO passport_publication (id, template_id, public_url, qr_target, view, jsonld) VALUES (?, ?, ?, ?, ?, ?)',
      [id, templateId, view.public_url, qrTarget, JSON.stringify(view), jsonld],
    );
    await told(() => this.published.insert([indexRow(id, publication)], true));
    this.changes.append([change('passport', id)]);
  }

  async hide(versionId: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    await this.published.remove([versionId]);
    this.changes.append([change('passport', versionId)]);
  }

  async usesTemplate(templateId: number): Promise<boolean> {
    const sql = `SELECT id FROM passport_publication WHERE template_id = ? LIMIT 1${this.database.lock}`;
    return (await this.database.queryOne(sql, [templateId])) !== undefined;
  }
}
