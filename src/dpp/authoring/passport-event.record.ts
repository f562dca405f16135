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

/** The history of a passport. Append-only. */
export class PassportEventRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('passport', { about: 'Passport that the event belongs to', required: true, onDelete: 'cascade' })
  readonly passportId!: number;

  @IntField({ about: 'Number of the affected version', required: true, example: 2 })
  readonly version!: number;

  @StringField({
    about:
      'Action: `created`, `changed`, `activated`, `reworked`, `revised`, `published`, `archived`, `removed`, `noticed`, `notice_removed` or `measured`',
    maxLength: 16,
    required: true,
    example: 'published',
  })
  readonly action!: string;

  @StringField({
    about: 'Version status before the action; null for a new version',
    maxLength: 16,
    nullable: true,
    example: 'draft',
  })
  readonly fromStatus!: string | null;

  @StringField({
    about: 'Version status after the action; null for a deleted version',
    maxLength: 16,
    nullable: true,
    example: 'published',
  })
  readonly toStatus!: string | null;

  @StringField({
    about: 'Archive reason of the version; null if not archived',
    maxLength: 16,
    nullable: true,
    example: null,
  })
  readonly reason!: string | null;

  @TextField({ about: 'Names of the changed fields, separated by commas', nullable: true })
  readonly fields!: string | null;

  @StringField({
    about: 'Actor type: `admin`, `integration`, `operator` or `grant`',
    maxLength: 16,
    required: true,
    example: 'admin',
  })
  readonly actorKind!: string;

  @IntField({
    about: 'ID of the administrator, integration or grant; null for the operator',
    nullable: true,
    example: 1,
  })
  readonly actorId!: number | null;

  @InstantField({ about: 'Time of the action (UTC)' })
  readonly at!: Date;
}

export const passportEventResource = defineRecord<PassportEventRecord>({
  resource: 'passportEvent',
  record: PassportEventRecord,
  room: 'dpp',
  path: 'dpp/manage/events',
  title: { one: 'passport event', many: 'passport events' },
  table: 'passport_event',
  rights: DPP_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [],
  service: 'dppPassportEventV1',
});
