import {
  AttributesField,
  CodeField,
  DayField,
  defineRecord,
  FlagField,
  IdField,
  InstantField,
  IntField,
  ObjectField,
  ObjectsField,
  ReferenceField,
  StringField,
  TextField,
} from '../../libs/records/index.js';
import { DPP_RIGHTS, ROOM } from './rights.record.js';

/** Largest payload of a passport, in bytes. */
export const PAYLOAD_MAX = 512 * 1024;

export class StoredManufacturer {
  @StringField({ about: 'Name', nullable: true })
  readonly name!: string | null;

  @StringField({ about: 'Identifier of the economic operator', nullable: true })
  readonly operatorId!: string | null;

  @StringField({ about: 'Scheme of that identifier', nullable: true })
  readonly idScheme!: string | null;

  @StringField({ about: 'Postal address', maxLength: 1000, nullable: true })
  readonly address!: string | null;

  @StringField({ about: 'Country', nullable: true })
  readonly country!: string | null;

  @StringField({ about: 'Web address', maxLength: 1000, nullable: true })
  readonly url!: string | null;
}

export class StoredIssuer {
  @StringField({ about: 'Name', nullable: true })
  readonly name!: string | null;

  @StringField({ about: 'Web address', maxLength: 1000, nullable: true })
  readonly url!: string | null;

  @StringField({ about: 'Identifier of the economic operator', nullable: true })
  readonly operatorId!: string | null;
}

export class StoredDocument {
  @StringField({ about: 'What it is' })
  readonly kind!: string;

  @StringField({ about: 'Title' })
  readonly title!: string;

  @StringField({ about: 'Address', maxLength: 1000 })
  readonly url!: string;

  @StringField({ about: 'Language', nullable: true })
  readonly language!: string | null;

  @StringField({ about: 'Digest of the file', nullable: true })
  readonly sha256!: string | null;
}

/**
 * One version of a passport as it is stored. What is published isn't written again but to archive it; what the public
 * reads of it lies in `passport_publication`, as bytes.
 */
export class PassportVersionRow {
  @IdField()
  readonly id!: number;

  @ReferenceField('passport', { about: 'The passport it is of', required: true, onDelete: 'cascade' })
  readonly passportId!: number;

  @StringField({ about: "The passport's name for life", maxLength: 36, required: true })
  readonly uuid!: string;

  @IntField({ about: 'Number within the passport', required: true })
  readonly version!: number;

  @StringField({ about: 'draft, active, published or archived', maxLength: 16, required: true })
  readonly status!: string;

  @FlagField({ about: '1: the one that is shown where no version is named' })
  readonly isShown!: number;

  @ReferenceField('passportTemplate', { about: 'Its template', required: true, onDelete: 'restrict' })
  readonly templateId!: number;

  @StringField({ about: 'Code of its template', maxLength: 64, required: true })
  readonly templateCode!: string;

  @StringField({ about: 'Semantic version of its template', maxLength: 32, required: true })
  readonly templateVersion!: string;

  @CodeField({ about: 'The product', required: true })
  readonly sku!: string;

  @ReferenceField('store', { about: 'The store view; 0 = all', required: true, onDelete: 'restrict' })
  readonly storeId!: number;

  @AttributesField({ about: 'Name by language', nullable: true, default: null })
  readonly productName!: Readonly<Record<string, string>> | null;

  @StringField({ about: 'Address of a picture', maxLength: 1000, nullable: true })
  readonly imageUrl!: string | null;

  @StringField({ about: 'Product category of the Ecodesign regulation', nullable: true })
  readonly esprCategory!: string | null;

  @StringField({ about: 'model, batch or item', maxLength: 8, required: true })
  readonly granularity!: string;

  @StringField({ about: 'GTIN of 14 digits', maxLength: 14, nullable: true })
  readonly gtin!: string | null;

  @StringField({ about: 'Batch or lot', maxLength: 20, nullable: true })
  readonly batch!: string | null;

  @StringField({ about: 'Serial number', maxLength: 20, nullable: true })
  readonly serial!: string | null;

  @StringField({ about: "The manufacturer's part number", nullable: true })
  readonly mpn!: string | null;

  @StringField({ about: 'Country of origin', maxLength: 2, nullable: true })
  readonly countryOfOrigin!: string | null;

  @StringField({ about: 'Customs code', maxLength: 10, nullable: true })
  readonly hsCode!: string | null;

  @ObjectField(StoredManufacturer, { about: 'Who makes it', nullable: true })
  readonly manufacturer!: StoredManufacturer | null;

  @ObjectsField(StoredDocument, { about: 'Links to documents' })
  readonly documents!: readonly StoredDocument[];

  @TextField({ about: 'The payload, JSON', maxBytes: PAYLOAD_MAX, required: true })
  readonly dppPayload!: string;

  @IntField({ about: 'How complete it is', max: 100, required: true })
  readonly completenessScore!: number;

  @ObjectField(StoredIssuer, { about: 'Who issued it; frozen at publication', nullable: true })
  readonly issuer!: StoredIssuer | null;

  @InstantField({ about: 'When it was published', nullable: true })
  readonly publishedAt!: Date | null;

  @DayField({ about: 'First day on which it is public', nullable: true })
  readonly validFrom!: string | null;

  @DayField({ about: 'Last day on which it is public', nullable: true })
  readonly validTo!: string | null;

  @InstantField({ about: 'When it was archived', nullable: true })
  readonly archivedAt!: Date | null;

  @StringField({ about: 'Why it was archived', maxLength: 16, nullable: true })
  readonly archiveReason!: string | null;

  @ReferenceField('passport', { about: 'The passport that it follows', nullable: true, onDelete: 'restrict' })
  readonly predecessorId!: number | null;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change' })
  readonly updatedAt!: Date;
}

const IN_WORK: ReadonlySet<string> = new Set(['draft', 'active']);

export const passportVersionResource = defineRecord<PassportVersionRow>({
  resource: 'passportVersion',
  record: PassportVersionRow,
  room: ROOM,
  path: 'dpp/manage/passports',
  title: { one: 'version of a passport', many: 'versions of passports' },
  table: 'passport_version',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'passport_version_number',
      properties: ['passportId', 'version'],
      says: 'The passport already has this version.',
    },
    {
      name: 'passport_version_work',
      properties: ['passportId'],
      when: ({ status }) => IN_WORK.has(status),
      says: 'The passport already has a version in work.',
    },
    {
      name: 'passport_version_public',
      properties: ['passportId'],
      when: ({ status }) => status === 'published',
      says: 'The passport already has a published version.',
    },
    {
      name: 'passport_version_shown',
      properties: ['passportId'],
      when: ({ isShown }) => isShown === 1,
      says: 'The passport already shows another version.',
    },
  ],
  indexes: [
    { name: 'passport_version_sku', properties: ['sku'] },
    { name: 'passport_version_score', properties: ['completenessScore'] },
  ],
  service: 'dppPassportVersionV1',
});
