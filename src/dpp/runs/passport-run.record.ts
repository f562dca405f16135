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

/** What a run of serial numbers comes to: items of one batch of a model, alike but for their serial numbers. */
export class PassportRunFields {
  @StringField({ about: 'Its name', maxLength: 36, required: true, example: '6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10' })
  readonly uuid!: string;

  @StringField({
    about: 'reserving, reserved, publishing, published, withdrawing, withdrawn',
    maxLength: 16,
    example: 'published',
  })
  readonly status!: string;

  @StringField({ about: 'The product', required: true, example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'GTIN of 14 digits', maxLength: 14, nullable: true, example: '09524000010018' })
  readonly gtin!: string | null;

  @ReferenceField('store', { about: 'The store view; 0 = all', required: true, onDelete: 'restrict' })
  readonly storeId!: number;

  @StringField({ about: 'Batch or lot', maxLength: 20, nullable: true, example: 'L2026-38' })
  readonly batch!: string | null;

  @IntField({ about: 'How many items it has', example: 480 })
  readonly itemCount!: number;

  @IntField({ about: 'How many of them have their identifiers, those that were taken back aside', example: 480 })
  readonly reserved!: number;

  @IntField({ about: 'How many are published', example: 480 })
  readonly published!: number;

  @IntField({ about: 'How many were refused', example: 0 })
  readonly refused!: number;

  @TextField({ about: 'Why items were refused, or why it failed', nullable: true, maxBytes: 16_384 })
  readonly message!: string | null;

  @StringField({ about: 'Who began it: admin, integration or operator', maxLength: 16, example: 'admin' })
  readonly actorKind!: string;

  @IntField({ about: 'Of the administrator or integration', nullable: true, example: 1 })
  readonly actorId!: number | null;

  @StringField({ about: 'Who released it to be published', maxLength: 16, nullable: true, example: 'admin' })
  readonly releaserKind!: string | null;

  @IntField({ about: 'Of that administrator or integration', nullable: true, example: 2 })
  readonly releaserId!: number | null;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;
}

/** A run as it is stored (passports.md, "Runs of serial numbers"). */
export class PassportRunRecord extends PassportRunFields {
  @IdField()
  readonly id!: number;

  @TextField({ about: 'What its items have in common: a version of a passport', maxBytes: 4 * 1024 * 1024 })
  readonly content!: string;

  /** The passport up to which all are published or refused, or taken back. */
  @IntField({ about: 'The last passport that is done', default: 0 })
  readonly lastPassportId!: number;
}

export const passportRunResource = defineRecord<PassportRunRecord>({
  resource: 'passportRun',
  record: PassportRunRecord,
  room: 'dpp',
  path: 'dpp/manage/runs',
  title: { one: 'run of serial numbers', many: 'runs of serial numbers' },
  table: 'passport_run',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [{ name: 'passport_run_uuid', properties: ['uuid'], says: 'A run with this uuid already exists.' }],
  service: 'dppPassportRunV1',
});
