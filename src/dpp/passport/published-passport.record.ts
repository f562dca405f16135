import { defineRecord, IdField, IntField, StringField } from '../../../libs/records/index.js';
import { INDEXED_FIELDS, LIST_INDEX, WAYS } from './domain/index.js';
import { CRITERIA_FIELDS } from './domain/passport.js';
import { classOf } from './passport-fields.record.js';
import { DPP_RIGHTS } from './rights.record.js';

/** Longer than the field, because lowercasing can turn one character into two. */
const LOWER_MAX = 510;

/** Fields usable in criteria of the public list: the public scalars. */
export class PublicPassportFields extends classOf<object>(CRITERIA_FIELDS, 'public') {}

/** Lowercase copies of texts that are searched by prefix. */
const KEYS = [...WAYS].flatMap(([of, { beginning }]) =>
  beginning && beginning.property !== of ? [{ of, ...beginning }] : [],
);

/**
 * The index of public passports. Each published version has one row, inserted at publication and deleted at archiving
 * in the same transaction. Public lists and lookups read only this table, so nothing else can become visible or be
 * counted.
 */
export class PublishedPassportRow extends classOf<object>(INDEXED_FIELDS, 'public') {
  /** ID of the published version. */
  @IdField()
  readonly id!: number;

  @IntField({
    about: 'Precedence among several passports for one SKU: 3 model, 2 batch, 1 item. The highest number wins.',
    required: true,
    searchable: false,
  })
  readonly preference!: number;
}

for (const { of, property } of KEYS)
  StringField({ about: `Lowercase value of ${of}`, maxLength: LOWER_MAX, nullable: true, searchable: false })(
    PublishedPassportRow.prototype,
    property,
  );

/** An index of the public list: the field, the sort order, and the columns that decide whether a row is public. */
const listed = (name: string, ...properties: readonly string[]) => ({
  name,
  properties: [...properties, 'passportId', 'storeId', 'validFrom', 'validTo'],
});

/** The key under which the database allows at most one published version. */
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
      says: 'Another passport is already published for this SKU, store view, batch and serial number. Revise that passport instead.',
    },
    {
      name: 'published_passport_passport',
      properties: ['passportId'],
      says: 'Another request has just published a version of this passport. Try again.',
    },
    {
      name: 'published_passport_uuid',
      properties: ['uuid'],
      says: 'Another request has just published a version of this passport. Try again.',
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
      index.endsWith('_listed') &&
      index !== LIST_INDEX &&
      (index !== beginning?.index || beginning.property === property)
        ? [listed(index, property)]
        : [],
    ),
    ...KEYS.map(({ property, index }) => listed(index, property)),
  ],
  service: 'dppPublishedPassportV1',
});
