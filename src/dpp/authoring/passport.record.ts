import {
  defineRecord,
  FlagField,
  IdField,
  InstantField,
  IntField,
  ReferenceField,
  StringField,
  TextField,
} from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/**
 * Data that all versions of a passport share. The key comes from the working version, else the published one, else the
 * newest (passports.md, "A passport and its versions"). Writers of versions lock this row first.
 */
export class PassportRecord {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'UUID used in public addresses, fixed for the life of the passport',
    maxLength: 36,
    required: true,
  })
  readonly uuid!: string;

  @StringField({ about: "SKU that is part of the passport's key", required: true })
  readonly sku!: string;

  @ReferenceField('store', {
    about: 'ID of the store view in the key of the passport; 0 means all store views',
    required: true,
    onDelete: 'restrict',
  })
  readonly storeId!: number;

  @StringField({ about: 'Batch in the key of the passport; null if there is none', maxLength: 20, nullable: true })
  readonly batch!: string | null;

  @StringField({
    about: 'Serial number in the key of the passport; null if there is none',
    maxLength: 20,
    nullable: true,
  })
  readonly serial!: string | null;

  @FlagField({ about: 'Archive flag: 1 if all versions are archived, which frees the key for another passport' })
  readonly isArchived!: number;

  @IntField({ about: 'Highest version number used so far', default: 0 })
  readonly lastVersion!: number;

  @StringField({
    about: 'GTIN at first publication, fixed because printed codes contain it; null if there is none',
    maxLength: 14,
    nullable: true,
  })
  readonly printedGtin!: string | null;

  @StringField({
    about: 'Content of the QR code, fixed at first publication; null until then',
    maxLength: 1000,
    nullable: true,
  })
  readonly qrTarget!: string | null;

  @IntField({ about: 'ID of the run that created the passport; null if no run created it', nullable: true })
  readonly runId!: number | null;

  @TextField({
    about:
      'Payload values of a single item of a run as JSON, stored until the item is published; null if there are none',
    nullable: true,
    maxBytes: 1024 * 1024,
  })
  readonly runValues!: string | null;

  @InstantField({ about: 'Time of creation (UTC)' })
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
    { name: 'passport_uuid', properties: ['uuid'], says: 'A passport with this UUID already exists. Try again.' },
    {
      name: 'passport_live',
      properties: ['storeId', 'batch', 'serial', 'sku'],
      when: ({ isArchived }) => isArchived === 0,
      says: 'A passport for this SKU, store view, batch and serial number already exists. Change that passport instead.',
    },
  ],
  indexes: [{ name: 'passport_run_items', properties: ['runId'] }],
  service: 'dppPassportV1',
});
