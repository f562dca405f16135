import { defineRecord, IdField, InstantField, IntField, StringField, TextField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';
import { GRANT_SCOPES, GRANTED_MAX } from './domain/grant.js';

/**
 * Bytes of the largest grant. Each list entry has room for a serial number of 20 characters with 6 bytes each, and its
 * member names.
 */
const GRANTED_BYTES = GRANTED_MAX * 256;

/** The searchable part of a grant. */
export class GrantRow {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Audience that determines which data the grant gives access to',
    maxLength: 32,
    required: true,
    example: 'authority',
  })
  readonly audience!: string;

  @StringField({
    about: `Scope of the grant: ${GRANT_SCOPES.join(' or ')}`,
    words: GRANT_SCOPES,
    maxLength: 8,
    required: true,
    example: 'read',
  })
  readonly scope!: string;

  @StringField({ about: 'Name of the recipient', required: true, isPersonal: true, example: 'Werkstatt Nord' })
  readonly toName!: string;

  @StringField({
    about: 'Email address of the recipient',
    required: true,
    isPersonal: true,
    example: 'pass@werkstatt.example',
  })
  readonly toEmail!: string;

  @StringField({
    about: 'Identifier scheme of the economic operator that the recipient belongs to; null if there is none',
    maxLength: 16,
    nullable: true,
    example: 'lei',
  })
  readonly toOperatorScheme!: string | null;

  @StringField({
    about: 'Identifier of the economic operator that the recipient belongs to; null if there is none',
    maxLength: 100,
    nullable: true,
    example: '529900T8BM49AURSDO55',
  })
  readonly toOperatorId!: string | null;

  @StringField({
    about: 'Person or company that the recipient acts for; null if the recipient acts in their own name',
    nullable: true,
    isPersonal: true,
    example: null,
  })
  readonly toOnBehalfOf!: string | null;

  @StringField({ about: 'Purpose of the grant', maxLength: 500, required: true, example: 'Repair' })
  readonly purpose!: string;

  @InstantField({ about: 'Expiry time of the grant (UTC)' })
  readonly until!: Date;

  @InstantField({ about: 'Time of suspension (UTC); null if not suspended', nullable: true })
  readonly suspendedAt!: Date | null;

  @InstantField({ about: 'Revocation time (UTC); null if not revoked', nullable: true })
  readonly revokedAt!: Date | null;

  @StringField({
    about: 'Type of the actor that revoked the grant: `admin`, `integration` or `operator`; null if not revoked',
    maxLength: 16,
    nullable: true,
    example: null,
  })
  readonly revokedByKind!: string | null;

  @IntField({
    about:
      'ID of the administrator or integration that revoked the grant; null if not revoked, or if revoked by the operator',
    nullable: true,
    example: null,
  })
  readonly revokedById!: number | null;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;

  @StringField({
    about: 'Type of the actor that created the grant: `admin`, `integration` or `operator`',
    maxLength: 16,
    required: true,
    example: 'admin',
  })
  readonly madeByKind!: string;

  @IntField({
    about: 'ID of the administrator or integration that created the grant; null for the operator',
    nullable: true,
    example: 1,
  })
  readonly madeById!: number | null;
}

/** A stored grant: its passports as JSON, and only a hash of its token. */
export class StoredGrantRow extends GrantRow {
  @TextField({
    about: 'Measured points for which the grant may add measurements, as a JSON array',
    nullable: true,
    maxBytes: GRANTED_BYTES,
  })
  readonly points!: string | null;

  @TextField({ about: 'Passports that the grant covers, as JSON', required: true, maxBytes: GRANTED_BYTES })
  readonly granted!: string;

  @StringField({ about: 'SHA-256 hash of the token', maxLength: 43, required: true, searchable: false, isSecret: true })
  readonly tokenDigest!: string;
}

export const grantResource = defineRecord<StoredGrantRow>({
  resource: 'passportGrant',
  record: StoredGrantRow,
  room: 'dpp',
  path: 'dpp/manage/grants',
  title: { one: 'passport grant', many: 'passport grants' },
  table: 'passport_grant',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'passport_grant_token',
      properties: ['tokenDigest'],
      says: 'A grant with this token already exists. Try again.',
    },
  ],
  indexes: [{ name: 'passport_grant_operator', properties: ['toOperatorId', 'toOperatorScheme'] }],
  service: 'dppGrantV1',
});
