import { defineRecord, IdField, IntField, StringField } from '../../../libs/records/index.js';
import { CRITERIA_FIELDS, INDEXED_FIELDS, LIST_INDEX, WAYS } from './domain/index.js';
import { classOf } from './passport-fields.record.js';
import { DPP_RIGHTS } from './rights.record.js';

/** Some letters are two in lower case. */
const LOWER_MAX = 510;

/** What the criteria of the public list may name: the scalars that each of its items shows. */
export class PublicPassportFields extends classOf<object>(CRITERIA_FIELDS, 'public') {}

/** Texts in lower case beside those that are found by their beginnings. */
const KEYS = [...WAYS].flatMap(([of, { beginning }]) =>
  beginning && beginning.property !== of ? [{ of, ...beginning }] : [],
);

/**
 * The index of what is public: one row for each published version, put in when it is published and taken out when it is
 * archived, in the same transaction. Public lists and look-ups read nothing else, so nothing else can show or be counted.
 */
export class PublishedPassportRow extends classOf<object>(INDEXED_FIELDS, 'public') {
  /** Of the published version. */
  @IdField()
  readonly id!: number;

  @IntField({
    about: 'Preference among several passports of one SKU: 3 model, 2 batch, 1 item',
    required: true,
    searchable: false,
  })
  readonly preference!: number;
}

for (const { of, property } of KEYS)
  StringField({ about: `Value of ${of} in lowercase`, maxLength: LOWER_MAX, nullable: true, searchable: false })(
    PublishedPassportRow.prototype,
    property,
  );

/** An index of the public list, which has beside its own field the order behind it and what says whether a row is public. */
const listed = (name: string, ...properties: readonly string[]) => ({
  name,
  properties: [...properties, 'passportId', 'storeId', 'validFrom', 'validTo'],
});

/** Whom a version is published for, one text: of one key at most one is, the database says so. */
const KEY = ['storeId', 'batch', 'serial', 'sku'] as const;

export const publishedPassportResource = defineRecord<PublishedPassportRow>({
  resource: 'publishedPassport',
  record: PublishedPassportRow,
  room: 'dpp',
  path: 'dpp/passports',
  title: { one: 'published passport', many: 'published passports' },
  table: 'published_passport',
  rights: DPP_RIGHTS,
  ids: 'given',
  isAudited: false,
  unique: [
    {
      name: 'published_passport_key',
      properties: KEY,
      when: () => true,
      says: 'Another passport is already published for this SKU, store view, batch and serial number.',
    },
    {
      name: 'published_passport_passport',
      properties: ['passportId'],
      says: 'Another version of this passport is already published.',
    },
    {
      name: 'published_passport_uuid',
      properties: ['uuid'],
      says: 'Another version of this passport is already published.',
    },
  ],
  indexes: [
    { name: 'published_passport_sku', properties: ['sku', 'storeId', 'preference', 'publishedAt'] },
    { name: 'published_passport_sku_batch', properties: ['sku', 'batch', 'storeId'] },
    { name: 'published_passport_sku_serial', properties: ['sku', 'serial', 'storeId'] },
    { name: 'published_passport_gtin', properties: ['gtin', 'preference', 'publishedAt'] },
    { name: 'published_passport_gtin_batch', properties: ['gtin', 'batch', 'serial'] },
    { name: 'published_passport_gtin_serial', properties: ['gtin', 'serial'] },
    listed(LIST_INDEX),
    ...[...WAYS].flatMap(([property, { index, beginning }]) =>
      index.endsWith('_listed') && index !== LIST_INDEX && index !== beginning?.index ? [listed(index, property)] : [],
    ),
    ...KEYS.map(({ property, index }) => listed(index, property)),
  ],
  service: 'dppPublishedPassportV1',
});
