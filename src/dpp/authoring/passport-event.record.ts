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

/** What has happened to a passport: who, when, what. Only ever added to. */
export class PassportEventRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('passport', { about: 'What it happened to', required: true, onDelete: 'cascade' })
  readonly passportId!: number;

  @IntField({ about: 'Number of the version it happened to', required: true, example: 2 })
  readonly version!: number;

  @StringField({
    about:
      'created, changed, activated, reworked, revised, published, archived, removed, noticed, notice_removed or measured',
    maxLength: 16,
    required: true,
    example: 'published',
  })
  readonly action!: string;

  @StringField({ about: 'Its status before; null = it was new', maxLength: 16, nullable: true, example: 'draft' })
  readonly fromStatus!: string | null;

  @StringField({ about: 'Its status since; null = it is gone', maxLength: 16, nullable: true, example: 'published' })
  readonly toStatus!: string | null;

  @StringField({ about: 'Why it was archived', maxLength: 16, nullable: true, example: null })
  readonly reason!: string | null;

  @TextField({ about: 'Which fields were written, with commas between', nullable: true })
  readonly fields!: string | null;

  @StringField({ about: 'admin, integration or operator', maxLength: 16, required: true, example: 'admin' })
  readonly actorKind!: string;

  @IntField({ about: 'Of the administrator or integration', nullable: true, example: 1 })
  readonly actorId!: number | null;

  @InstantField({ about: 'When it happened' })
  readonly at!: Date;
}

export const passportEventResource = defineRecord<PassportEventRecord>({
  resource: 'passportEvent',
  record: PassportEventRecord,
  room: 'dpp',
  path: 'dpp/manage/events',
  title: { one: 'event of a passport', many: 'events of passports' },
  table: 'passport_event',
  rights: DPP_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [],
  service: 'dppPassportEventV1',
});
