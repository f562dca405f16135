import { defineRecord, IdField, InstantField, IntField, StringField, TextField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';
import { GRANT_SCOPES, GRANTED_MAX } from './domain/grant.js';

/** Of the largest grant: an entry of each list, a serial number of 20 characters of 6 bytes with its names among them. */
const GRANTED_BYTES = GRANTED_MAX * 256;

/** What of a grant can be searched. */
export class GrantRow {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Who reads: an audience', maxLength: 32, required: true, example: 'authority' })
  readonly audience!: string;

  @StringField({ about: GRANT_SCOPES.join(' or '), words: GRANT_SCOPES, maxLength: 8, required: true, example: 'read' })
  readonly scope!: string;

  @StringField({ about: 'To whom, a name', required: true, isPersonal: true, example: 'Werkstatt Nord' })
  readonly toName!: string;

  @StringField({
    about: 'To whom, an e-mail address',
    required: true,
    isPersonal: true,
    example: 'pass@werkstatt.example',
  })
  readonly toEmail!: string;

  @StringField({ about: 'What for', maxLength: 500, required: true, example: 'Repair' })
  readonly purpose!: string;

  @InstantField({ about: 'Until when it is good' })
  readonly until!: Date;

  @InstantField({ about: 'Since when it is not good any more; null: it was not revoked', nullable: true })
  readonly revokedAt!: Date | null;

  @StringField({
    about: 'Who revoked it: admin, integration or operator',
    maxLength: 16,
    nullable: true,
    example: null,
  })
  readonly revokedByKind!: string | null;

  @IntField({ about: 'Of that administrator or integration', nullable: true, example: null })
  readonly revokedById!: number | null;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;

  @StringField({
    about: 'Who gave it: admin, integration or operator',
    maxLength: 16,
    required: true,
    example: 'admin',
  })
  readonly madeByKind!: string;

  @IntField({ about: 'Of that administrator or integration', nullable: true, example: 1 })
  readonly madeById!: number | null;
}

/** As it is stored: for which passports as JSON, and its token as a hash alone. */
export class StoredGrantRow extends GrantRow {
  @TextField({ about: 'For which passports, JSON', required: true, maxBytes: GRANTED_BYTES })
  readonly granted!: string;

  @StringField({ about: 'SHA-256 of its token', maxLength: 43, required: true, searchable: false, isSecret: true })
  readonly tokenDigest!: string;
}

export const grantResource = defineRecord<StoredGrantRow>({
  resource: 'passportGrant',
  record: StoredGrantRow,
  room: 'dpp',
  path: 'dpp/manage/grants',
  title: { one: 'grant of passports', many: 'grants of passports' },
  table: 'passport_grant',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [{ name: 'passport_grant_token', properties: ['tokenDigest'], says: 'This token is there.' }],
  service: 'dppGrantV1',
});
