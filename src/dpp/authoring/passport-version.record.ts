import { defineRecord, FlagField, IdField, IntField, ReferenceField } from '../../../libs/records/index.js';
import { classOf, DPP_RIGHTS } from '../passport/index.js';
import { type PASSPORT, PASSPORT_FIELDS, type RowOf } from '../passport/domain/index.js';

/** Fields of all passports, except the reference to the passport. */
const FIELDS = PASSPORT_FIELDS.filter(({ property }) => property !== 'passportId');

/**
 * A stored version of a passport. Published versions change only to be archived. Their public bytes are in
 * `passport_publication`.
 */
export class PassportVersionRow extends classOf<RowOf<typeof PASSPORT>>(FIELDS, 'table') {
  @IdField()
  readonly id!: number;

  @ReferenceField('passport', { about: 'Passport that the version belongs to', required: true, onDelete: 'cascade' })
  override readonly passportId!: number;

  @FlagField({ about: 'Current-version flag: 1 if this version is used when a request names no version' })
  readonly isShown!: number;

  @ReferenceField('passportTemplate', {
    about: 'Template that the content follows',
    required: true,
    onDelete: 'restrict',
  })
  readonly templateId!: number;

  @IntField({
    about:
      'ID of the content that this version shares with other versions; null if this version stores its own content',
    nullable: true,
  })
  readonly contentPart!: number | null;
}

const IN_WORK: ReadonlySet<string> = new Set(['draft', 'active']);

export const passportVersionResource = defineRecord<PassportVersionRow>({
  resource: 'passportVersion',
  record: PassportVersionRow,
  room: 'dpp',
  path: 'dpp/manage/passports',
  title: { one: 'passport version', many: 'passport versions' },
  table: 'passport_version',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'passport_version_number',
      properties: ['passportId', 'version'],
      says: 'Another request has just created this version of the passport. Try again.',
    },
    {
      name: 'passport_version_work',
      properties: ['passportId'],
      when: ({ status }) => IN_WORK.has(status),
      says: 'The passport already has a working version (draft or active). Change that version instead.',
    },
    {
      name: 'passport_version_public',
      properties: ['passportId'],
      when: ({ status }) => status === 'published',
      says: 'Another request has just published a version of this passport. Try again.',
    },
    {
      name: 'passport_version_shown',
      properties: ['passportId'],
      when: ({ isShown }) => isShown === 1,
      says: 'Another request has just changed the current version of this passport. Try again.',
    },
  ],
  indexes: [
    { name: 'passport_version_sku', properties: ['sku'] },
    { name: 'passport_version_score', properties: ['completenessScore'] },
  ],
  service: 'dppPassportVersionV1',
});
