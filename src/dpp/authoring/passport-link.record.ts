import { defineRecord, IdField, ReferenceField, StringField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/**
 * A passport that a version links to as predecessor or component. A row in addition to the list, so that the database
 * enforces the reference and finds it in both directions (passports.md, "Predecessors and successors").
 */
export class PassportLinkRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('passportVersion', {
    about: 'ID of the version that contains the link',
    required: true,
    onDelete: 'cascade',
  })
  readonly versionId!: number;

  @StringField({
    about: 'Kind of link: `predecessor` or `component`',
    maxLength: 16,
    required: true,
    example: 'predecessor',
  })
  readonly kind!: string;

  @ReferenceField('passport', { about: 'ID of the linked passport', required: true, onDelete: 'restrict' })
  readonly passportId!: number;
}

export const passportLinkResource = defineRecord<PassportLinkRecord>({
  resource: 'passportLink',
  record: PassportLinkRecord,
  room: 'dpp',
  path: 'dpp/manage/passport-links',
  title: { one: 'passport link', many: 'passport links' },
  table: 'passport_link',
  rights: DPP_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [
    {
      name: 'passport_link_version',
      properties: ['versionId', 'kind', 'passportId'],
      says: 'The version already has a link of this kind to the passport. Remove the duplicate.',
    },
  ],
  indexes: [{ name: 'passport_link_named', properties: ['passportId', 'kind', 'versionId'] }],
  service: 'dppPassportLinkV1',
});
