import { defineRecord, IdField, InstantField, IntField, StringField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/**
 * A logged access to non-public data of a passport. It has no foreign keys, because it is kept longer than grant and
 * passport.
 */
export class PassportAccess {
  @IdField()
  readonly id!: number;

  @IntField({ about: 'ID of the passport that was read', required: true, example: 17 })
  readonly passportId!: number;

  @IntField({ about: 'Number of the version that was read', required: true, example: 1 })
  readonly version!: number;

  @IntField({ about: 'ID of the grant that was used', required: true, example: 3 })
  readonly grantId!: number;

  @StringField({
    about: 'Points of Annex XIII of Regulation (EU) 2023/1542 whose data was returned, joined by `+`',
    maxLength: 8,
    required: true,
    example: '1+2+4',
  })
  readonly points!: string;

  @InstantField({ about: 'Time of the access (UTC)' })
  readonly at!: Date;
}

export const passportAccessResource = defineRecord<PassportAccess>({
  resource: 'passportAccess',
  record: PassportAccess,
  room: 'dpp',
  path: 'dpp/manage/passports/accesses',
  title: { one: 'passport access', many: 'passport accesses' },
  table: 'passport_access',
  rights: DPP_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [],
  indexes: [
    { name: 'passport_access_passport', properties: ['passportId', 'at'] },
    { name: 'passport_access_at', properties: ['at'] },
  ],
  service: 'dppAccessV1',
});
