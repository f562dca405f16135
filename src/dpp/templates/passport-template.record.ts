import { CodeField, defineRecord, IdField, InstantField, StringField, TextField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';

/** Maximum size of a template document, in bytes. */
const TEMPLATE_MAX = 1024 * 1024;

/** A stored template: one document for each code and version, with its searchable fields. */
export class PassportTemplate {
  @IdField()
  readonly id!: number;

  @CodeField({
    about: 'Template code, consisting of lowercase letters, digits, `_` and `-`',
    maxLength: 64,
    required: true,
    example: 'battery',
  })
  readonly code!: string;

  @StringField({ about: 'Semantic version of the template', maxLength: 32, required: true, example: '1.0.0' })
  readonly version!: string;

  @StringField({ about: 'Product category under the Ecodesign Regulation', nullable: true, example: 'batteries' })
  readonly esprCategory!: string | null;

  @TextField({ about: 'Template document as JSON', required: true, maxBytes: TEMPLATE_MAX })
  readonly document!: string;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change (UTC)' })
  readonly updatedAt!: Date;
}

export const passportTemplateResource = defineRecord<PassportTemplate>({
  resource: 'passportTemplate',
  record: PassportTemplate,
  room: 'dpp',
  path: 'dpp/manage/templates',
  title: { one: 'passport template', many: 'passport templates' },
  table: 'passport_template',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'passport_template_code',
      properties: ['code', 'version'],
      says: 'A template with this code and version already exists. Choose another version.',
    },
  ],
  service: 'dppTemplateV1',
});
