import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../../libs/kernel/index.js';
import { Database, lowerCase } from '../../../../libs/persistence/index.js';
import { type Records, RecordStore } from '../../../../libs/records/index.js';
import { type StoredVersion } from '../../ports/passport-book.js';
import { type Publication, Publications } from '../../ports/publications.js';
import { type PublishedPassportRow, publishedPassportResource } from '../../published-passport.record.js';
import { told } from './told-refusal.js';

/** Which of several passports a SKU means first. */
const PREFERENCE = { model: 3, batch: 2, item: 1 } as const;

export const indexRow = (id: number, { view }: Pick<Publication, 'view'>): PublishedPassportRow => ({
  id,
  preference: PREFERENCE[view.granularity],
  passportId: view.passport_id,
  uuid: view.uuid,
  sku: view.sku,
  imageUrl: view.image_url,
  storeId: view.store_id,
  templateCode: view.template_code,
  templateVersion: view.template_version,
  version: view.version,
  status: view.status,
  esprCategory: view.espr_category,
  granularity: view.granularity,
  gtin: view.gtin,
  batch: view.batch,
  serial: view.serial,
  mpn: view.mpn,
  countryOfOrigin: view.country_of_origin,
  hsCode: view.hs_code,
  completenessScore: view.completeness_score,
  publishedAt: new Date(view.published_at),
  validFrom: view.valid_from,
  validTo: view.valid_to,
  publicUrl: view.public_url,
  qrUrl: view.qr_url,
  jsonldUrl: view.jsonld_url,
  contentDigest: view.content_digest,
  skuKey: lowerCase(view.sku),
  mpnKey: view.mpn && lowerCase(view.mpn),
  esprCategoryKey: view.espr_category && lowerCase(view.espr_category),
});

@Injectable()
export class TypeOrmPublications extends Publications {
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
