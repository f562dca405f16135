import { defineRecord, DayField, IdField, InstantField, IntField, StringField } from '../../libs/records/index.js';
import { DPP_RIGHTS, ROOM } from './rights.record.js';

/** Longest addresses: a SKU of 255 characters is several thousand once it is percent-encoded. */
const ADDRESS_MAX = 1000;
const LONG_ADDRESS_MAX = 4000;
/** Some letters are two in lower case. */
const LOWER_MAX = 510;

/** What the criteria of the public list may name: the scalars that its items show. */
export class PublicPassportFields {
  @IntField({ about: 'Number of the passport for life', required: true, example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'Name of the passport for life', maxLength: 36, required: true })
  readonly uuid!: string;

  @StringField({ about: 'The product', required: true, example: 'DRILL-18V' })
  readonly sku!: string;

  @StringField({ about: 'Address of a picture', maxLength: ADDRESS_MAX, nullable: true })
  readonly imageUrl!: string | null;

  @IntField({ about: 'The store view it is of; 0 = all', required: true, example: 0 })
  readonly storeId!: number;

  @StringField({ about: 'Code of its template', maxLength: 64, required: true, example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Semantic version of its template', maxLength: 32, required: true, example: '1.0.0' })
  readonly templateVersion!: string;

  @IntField({ about: 'Number of the version within its passport', required: true, example: 1 })
  readonly version!: number;

  @StringField({ about: 'Always published', maxLength: 16, required: true, example: 'published' })
  readonly status!: string;

  @StringField({ about: 'Product category of the Ecodesign regulation', nullable: true, example: 'batteries' })
  readonly esprCategory!: string | null;

  @StringField({ about: 'model, batch or item', maxLength: 8, required: true, example: 'model' })
  readonly granularity!: string;

  @StringField({ about: 'GTIN of 14 digits', maxLength: 14, nullable: true, example: '04006381333931' })
  readonly gtin!: string | null;

  @StringField({ about: 'Batch or lot', maxLength: 20, nullable: true, example: 'B-2026-10' })
  readonly batch!: string | null;

  @StringField({ about: 'Serial number', maxLength: 20, nullable: true, example: 'SN-000117' })
  readonly serial!: string | null;

  @StringField({ about: "The manufacturer's part number", nullable: true, example: 'MPN-17' })
  readonly mpn!: string | null;

  @StringField({ about: 'Country of origin, ISO 3166-1', maxLength: 2, nullable: true, example: 'DE' })
  readonly countryOfOrigin!: string | null;

  @StringField({ about: 'Customs code of 6, 8 or 10 digits', maxLength: 10, nullable: true, example: '850760' })
  readonly hsCode!: string | null;

  @IntField({ about: 'How complete it is, 0 to 100', max: 100, required: true, example: 96 })
  readonly completenessScore!: number;

  @InstantField({ about: 'When this version was published' })
  readonly publishedAt!: Date;

  @DayField({ about: 'First day on which it is public', nullable: true })
  readonly validFrom!: string | null;

  @DayField({ about: 'Last day on which it is public', nullable: true })
  readonly validTo!: string | null;

  @StringField({ about: 'Address of the page', maxLength: ADDRESS_MAX, required: true })
  readonly publicUrl!: string;

  @StringField({ about: 'Address of the QR code', maxLength: ADDRESS_MAX, required: true })
  readonly qrUrl!: string;

  @StringField({ about: 'Address of the JSON-LD document', maxLength: LONG_ADDRESS_MAX, required: true })
  readonly jsonldUrl!: string;

  @StringField({ about: 'sha-256: and hex over the canonical JSON of the rest', maxLength: 72, required: true })
  readonly contentDigest!: string;
}

/**
 * The index of what is public: one row for each published version, put in when it is published and taken out when it is
 * archived, in the same transaction. Public lists and look-ups read nothing else, so nothing else can show or be counted.
 */
export class PublishedPassportRow extends PublicPassportFields {
  /** Of the published version. */
  @IdField()
  readonly id!: number;

  @IntField({
    about: 'Which of several is meant by a SKU: 3 model, 2 batch, 1 item',
    required: true,
    searchable: false,
  })
  readonly preference!: number;

  @StringField({ about: '`sku` in lower case', maxLength: LOWER_MAX, nullable: true, searchable: false })
  readonly skuKey!: string | null;

  @StringField({ about: '`mpn` in lower case', maxLength: LOWER_MAX, nullable: true, searchable: false })
  readonly mpnKey!: string | null;

  @StringField({ about: '`espr_category` in lower case', maxLength: LOWER_MAX, nullable: true, searchable: false })
  readonly esprCategoryKey!: string | null;
}

/** An index of the public list, which has beside its own field the order behind it and what says whether a row is public. */
const listed = (name: string, ...properties: readonly string[]) => ({
  name: `published_passport_${name}`,
  properties: [...properties, 'passportId', 'storeId', 'validFrom', 'validTo'],
});

/** Whom a version is published for, one text: of one key at most one is, the database says so. */
const KEY = ['storeId', 'batch', 'serial', 'sku'] as const;

export const publishedPassportResource = defineRecord<PublishedPassportRow>({
  resource: 'publishedPassport',
  record: PublishedPassportRow,
  room: ROOM,
  path: 'dpp/passports',
  title: { one: 'published passport', many: 'published passports' },
  table: 'published_passport',
  rights: DPP_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'published_passport_key',
      properties: KEY,
      when: () => true,
      says: 'Another passport is published for this SKU, store view, batch and serial number.',
    },
    {
      name: 'published_passport_passport',
      properties: ['passportId'],
      says: 'Another version of this passport is published.',
    },
    { name: 'published_passport_uuid', properties: ['uuid'], says: 'Another version of this passport is published.' },
  ],
  indexes: [
    { name: 'published_passport_sku', properties: ['sku', 'storeId', 'preference', 'publishedAt'] },
    { name: 'published_passport_sku_batch', properties: ['sku', 'batch', 'storeId'] },
    { name: 'published_passport_sku_serial', properties: ['sku', 'serial', 'storeId'] },
    { name: 'published_passport_gtin', properties: ['gtin', 'preference', 'publishedAt'] },
    { name: 'published_passport_gtin_batch', properties: ['gtin', 'batch', 'serial'] },
    { name: 'published_passport_gtin_serial', properties: ['gtin', 'serial'] },
    { name: 'published_passport_store', properties: ['storeId'] },
    listed('listed'),
    listed('sku_key_listed', 'skuKey'),
    listed('mpn_listed', 'mpn'),
    listed('mpn_key_listed', 'mpnKey'),
    listed('hs_code_listed', 'hsCode'),
    listed('template_code_listed', 'templateCode'),
    listed('espr_category_listed', 'esprCategory'),
    listed('espr_category_key_listed', 'esprCategoryKey'),
    listed('score_listed', 'completenessScore'),
    listed('published_at_listed', 'publishedAt'),
  ],
  service: 'dppPublishedPassportV1',
});
