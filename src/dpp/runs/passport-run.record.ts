import {
  defineRecord,
  IdField,
  InstantField,
  IntField,
  ReferenceField,
  StringField,
  TextField,
} from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/** A run of serial numbers: items of one batch of a model that differ only in serial numbers. */
export class PassportRunFields {
  @StringField({
    about: 'UUID of the run',
    maxLength: 36,
    required: true,
    example: '6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
  })
  readonly uuid!: string;

  @StringField({
    about: 'Run status: `reserving`, `reserved`, `publishing`, `published`, `withdrawing` or `withdrawn`',
    maxLength: 16,
    example: 'published',
  })
  readonly status!: string;

  @StringField({ about: 'SKU of the product', required: true, example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({
    about: 'GTIN with 14 digits; null if the product has none',
    maxLength: 14,
    nullable: true,
    example: '09524000010018',
  })
  readonly gtin!: string | null;

  @ReferenceField('store', { about: 'Store view ID; 0 means all store views', required: true, onDelete: 'restrict' })
  readonly storeId!: number;

  @StringField({
    about: 'Batch or lot number; null if there is none',
    maxLength: 20,
    nullable: true,
    example: 'L2026-38',
  })
  readonly batch!: string | null;

  @IntField({ about: 'Number of items in the run', example: 480 })
  readonly itemCount!: number;

  @IntField({ about: 'Number of items with reserved identifiers, not counting withdrawn items', example: 480 })
  readonly reserved!: number;

  @IntField({ about: 'Number of items that are published', example: 480 })
  readonly published!: number;

  @IntField({ about: 'Number of items that were refused', example: 0 })
  readonly refused!: number;

  @TextField({
    about: 'Reasons why items were refused or the run failed; null if there are none',
    nullable: true,
    maxBytes: 16_384,
  })
  readonly message!: string | null;

  @StringField({
    about: 'Type of the actor that started the run: `admin`, `integration` or `operator`',
    maxLength: 16,
    example: 'admin',
  })
  readonly actorKind!: string;

  @IntField({
    about: 'ID of the administrator or integration that started the run; null for the operator',
    nullable: true,
    example: 1,
  })
  readonly actorId!: number | null;

  @StringField({
    about: 'Type of the actor that released the run for publication; null if not released',
    maxLength: 16,
    nullable: true,
    example: 'admin',
  })
  readonly releaserKind!: string | null;

  @IntField({
    about:
      'ID of the administrator or integration that released the run; null if not released, or if released by the operator',
    nullable: true,
    example: 2,
  })
  readonly releaserId!: number | null;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;
}

/** A stored run (passports.md, "Runs of serial numbers"). */
export class PassportRunRecord extends PassportRunFields {
  @IdField()
  readonly id!: number;

  @TextField({ about: 'Passport content that all items of the run share, as JSON', maxBytes: 4 * 1024 * 1024 })
  readonly content!: string;

  /** Passports up to this one are published, refused or withdrawn. */
  @IntField({ about: 'ID of the last processed passport; 0 before the first one', default: 0 })
  readonly lastPassportId!: number;
}

export const passportRunResource = defineRecord<PassportRunRecord>({
  resource: 'passportRun',
  record: PassportRunRecord,
  room: 'dpp',
  path: 'dpp/manage/runs',
  title: { one: 'serial number run', many: 'serial number runs' },
  table: 'passport_run',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    { name: 'passport_run_uuid', properties: ['uuid'], says: 'A run with this UUID already exists. Try again.' },
  ],
  indexes: [{ name: 'passport_run_gtin', properties: ['gtin'] }],
  service: 'dppPassportRunV1',
});
