import {
  defineRecord,
  FlagField,
  IdField,
  InstantField,
  IntField,
  ReferenceField,
  StringField,
} from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/**
 * A passport for life: what its versions have in common. Its key is that of the version in work, else of the published
 * one, else of the newest (passports.md, "A passport and its versions"). Whoever writes versions locks this row first.
 */
export class PassportRecord {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Its name in public addresses, for life', maxLength: 36, required: true })
  readonly uuid!: string;

  @StringField({ about: 'The product, as the key has it', required: true })
  readonly sku!: string;

  @ReferenceField('store', {
    about: 'The store view, as the key has it; 0 = all',
    required: true,
    onDelete: 'restrict',
  })
  readonly storeId!: number;

  @StringField({ about: 'Batch, as the key has it', maxLength: 20, nullable: true })
  readonly batch!: string | null;

  @StringField({ about: 'Serial number, as the key has it', maxLength: 20, nullable: true })
  readonly serial!: string | null;

  @FlagField({ about: '1: all its versions are archived, so that its key is free' })
  readonly isArchived!: number;

  @IntField({ about: 'The highest number that a version of it has had', default: 0 })
  readonly lastVersion!: number;

  @StringField({ about: 'GTIN at first publication: it is printed and stays', maxLength: 14, nullable: true })
  readonly printedGtin!: string | null;

  @StringField({ about: 'What its QR code says since its first publication', maxLength: 1000, nullable: true })
  readonly qrTarget!: string | null;

  @IntField({ about: 'The run of serial numbers that it was made by', nullable: true })
  readonly runId!: number | null;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;
}

export const passportResource = defineRecord<PassportRecord>({
  resource: 'passport',
  record: PassportRecord,
  room: 'dpp',
  path: 'dpp/manage/passports',
  title: { one: 'product passport', many: 'product passports' },
  table: 'passport',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    { name: 'passport_uuid', properties: ['uuid'], says: 'A passport with this uuid already exists.' },
    {
      name: 'passport_live',
      properties: ['storeId', 'batch', 'serial', 'sku'],
      when: ({ isArchived }) => isArchived === 0,
      says: 'A passport for this SKU, store view, batch and serial number already exists.',
    },
  ],
  indexes: [{ name: 'passport_run_items', properties: ['runId'] }],
  service: 'dppPassportV1',
});
