import {
  AttributesField,
  defineRecord,
  IdField,
  InputField,
  InstantField,
  IntField,
  ObjectsField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { PassportFields } from '../../application/passport-fields.js';
import { THRESHOLD } from '../../application/review-passports.js';
import { ARCHIVE_REASONS, GRANULARITIES } from '../../domain/passport.js';
import { ITEM_STATES } from '../../domain/score-item.js';
import { DPP_RIGHTS, ROOM } from '../../rights.record.js';

/*
 * Only bodies of routes and their documentation follow from these: passports are stored as several resources, so none of
 * them is one of the application.
 */

class PassportBody extends PassportFields {
  @IdField()
  readonly id!: number;
}

export const passportBody = defineRecord<PassportBody>({
  resource: 'passport',
  record: PassportBody,
  room: ROOM,
  path: 'dpp/manage/passports',
  title: { one: 'product passport', many: 'product passports' },
  // No table has this name: a random record of it would be none of a passport's.
  table: 'passport_body',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'dppPassportV1',
});

class LegalBasisFields {
  @StringField({ about: 'The act', required: true, example: 'Regulation (EU) 2023/1542' })
  readonly act!: string;

  @StringField({ about: 'The article', nullable: true, example: 'Annex XIII' })
  readonly article!: string | null;

  @StringField({ about: 'From which day on it holds; null = not set yet', nullable: true, example: '2027-02-18' })
  readonly inForceFrom!: string | null;

  @StringField({ about: 'in_force or provisional', required: true, example: 'in_force' })
  readonly status!: string;
}

class SectionFields {
  @StringField({ about: 'Its name', required: true, example: 'identity' })
  readonly id!: string;

  @AttributesField({ about: 'Its title by language', required: true, example: { en: 'Identity' } })
  readonly labels!: Readonly<Record<string, string>>;

  @WordsField({
    about: 'Properties of the payload that it shows',
    of: 'property',
    accepts: () => true,
    required: true,
    example: ['battery_category'],
  })
  readonly fields!: readonly string[];
}

class RuleFields {
  @StringField({
    about: 'required_if, at_least_one_of, ordered or sums_to; what else it says depends on that',
    required: true,
    example: 'ordered',
  })
  readonly rule!: string;

  @WordsField({ about: 'Properties it speaks of', of: 'property', accepts: () => true, example: ['mass', 'volume'] })
  readonly fields!: readonly string[];

  @StringField({ about: 'Where the law says so', nullable: true })
  readonly cite!: string | null;
}

class TemplateBody {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Code: lower-case letters, digits, _ and -', required: true, example: 'battery' })
  readonly code!: string;

  @StringField({ about: 'Semantic version', required: true, example: '1.0.0' })
  readonly version!: string;

  @AttributesField({ about: 'Its name by language', required: true, example: { en: 'Battery' } })
  readonly labels!: Readonly<Record<string, string>>;

  @StringField({ about: 'Product category of the Ecodesign regulation', required: true, example: 'batteries' })
  readonly esprCategory!: string;

  @WordsField({
    about: `For which passports it is: ${GRANULARITIES.join(', ')}`,
    of: 'granularity',
    accepts: (word) => (GRANULARITIES as readonly string[]).includes(word),
    required: true,
    example: ['item'],
  })
  readonly granularityAllowed!: readonly string[];

  @ObjectsField(LegalBasisFields, { about: 'The law that asks for it' })
  readonly legalBasis!: readonly LegalBasisFields[];

  @InputField({
    about: 'JSON Schema 2020-12 of the payload, with x-weight, x-disclosure, x-cite and x-voluntary',
    required: true,
    example: { type: 'object', properties: { battery_category: { type: 'string' } } },
  })
  readonly schema!: object;

  @ObjectsField(SectionFields, { about: 'Parts of the page' })
  readonly sections!: readonly SectionFields[];

  @InputField({
    about: 'Prefix, IRI and a term for each property',
    required: true,
    example: { prefix: 'bat', iri: '/dpp/vocab/battery/1#', terms: {} },
  })
  readonly vocabulary!: object;

  @ObjectsField(RuleFields, { about: 'Rules across properties' })
  readonly rules!: readonly object[];

  @InputField({
    about: 'A whole passport of it: fields of the envelope and dpp_payload',
    required: true,
    example: { sku: 'BAT-36V-545', dpp_payload: { battery_category: 'lmt' } },
  })
  readonly example!: object;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change' })
  readonly updatedAt!: Date;
}

export const templateBody = defineRecord<TemplateBody>({
  resource: 'template',
  record: TemplateBody,
  room: ROOM,
  path: 'dpp/manage/templates',
  title: { one: 'passport template', many: 'passport templates' },
  table: 'passport_template_body',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'dppTemplateV1',
});

export class VersionQuery {
  @IntField({
    about: 'Number of a version; without it the one in work, else the published, else the newest',
    nullable: true,
  })
  readonly version!: number | null;
}

export class DifferenceQuery {
  @IntField({ about: 'Number of one version', required: true, example: 1 })
  readonly from!: number;

  @IntField({ about: 'Number of the other', required: true, example: 2 })
  readonly to!: number;
}

export class HistoryQuery {
  @IntField({ about: 'Which page of the history, from 1 on', min: 1, default: 1, example: 1 })
  readonly page!: number;
}

export class ThresholdQuery {
  @IntField({ about: 'Scores below it are too low', max: 100, default: THRESHOLD, example: THRESHOLD })
  readonly threshold!: number;
}

export class ArchiveBody {
  @StringField({ about: 'Why', words: ARCHIVE_REASONS, required: true, example: 'withdrawn' })
  readonly reason!: (typeof ARCHIVE_REASONS)[number];
}

export class ScoreItemFields {
  @StringField({ about: 'What counts', example: 'dpp_payload.carbon_footprint' })
  readonly path!: string;

  @IntField({ about: 'How much', example: 3 })
  readonly weight!: number;

  @StringField({ about: ITEM_STATES.join(', '), example: 'missing' })
  readonly state!: string;

  @StringField({ about: 'In words', example: 'Required, and empty.' })
  readonly message!: string;

  @StringField({ about: 'Where the law asks for it', nullable: true, example: 'Annex XIII' })
  readonly cite!: string | null;
}

export class ScoreAnswerFields {
  @IntField({ about: '0 to 100', example: 86 })
  readonly score!: number;

  @IntField({ about: 'From which score on it is good', example: THRESHOLD })
  readonly threshold!: number;

  @ObjectsField(ScoreItemFields, { about: 'Item by item' })
  readonly items!: readonly ScoreItemFields[];
}

class FaultFields {
  @StringField({ about: 'Where', nullable: true, example: 'dpp_payload.carbon_footprint' })
  readonly path!: string | null;

  @StringField({ about: 'What is wrong', example: 'dpp_payload.carbon_footprint is required.' })
  readonly message!: string;
}

export class ValidationFields {
  @IntField({ about: '1: it could be published now', max: 1, example: 0 })
  readonly valid!: number;

  @ObjectsField(FaultFields, { about: 'What keeps it from that' })
  readonly faults!: readonly FaultFields[];
}

export class HistoryFields {
  @IntField({ about: 'Number of the version it happened to', example: 2 })
  readonly version!: number;

  @StringField({ about: 'created, changed, activated, reworked, revised, published, archived, removed' })
  readonly action!: string;

  @StringField({ about: 'Status before; null = it was new', nullable: true, example: 'draft' })
  readonly fromStatus!: string | null;

  @StringField({ about: 'Status since; null = it is gone', nullable: true, example: 'published' })
  readonly toStatus!: string | null;

  @StringField({ about: 'Why it was archived', nullable: true, example: null })
  readonly reason!: string | null;

  @WordsField({ about: 'Fields that were written', of: 'field', accepts: () => true, example: ['mpn'] })
  readonly fields!: readonly string[];

  @StringField({ about: 'admin, integration or operator', example: 'admin' })
  readonly actor!: string;

  @IntField({ about: 'Of the administrator or integration', nullable: true, example: 1 })
  readonly actorId!: number | null;

  @InstantField({ about: 'When' })
  readonly at!: Date;
}

class DifferenceItem {
  @StringField({ about: 'Where', example: 'dpp_payload.carbon_footprint.value' })
  readonly path!: string;

  @StringField({ about: 'added, removed or changed', example: 'changed' })
  readonly change!: string;

  @InputField({ about: 'The value in the one version; null = absent', nullable: true })
  readonly from!: unknown;

  @InputField({ about: 'The value in the other version; null = absent', nullable: true })
  readonly to!: unknown;
}

export class DifferenceFields {
  @IntField({ about: 'Number of the one version', example: 1 })
  readonly from!: number;

  @IntField({ about: 'Number of the other', example: 2 })
  readonly to!: number;

  @ObjectsField(DifferenceItem, { about: 'Where they differ, down to single values' })
  readonly differences!: readonly DifferenceItem[];
}

export class QualityFields {
  @IntField({ about: 'Number of the passport', example: 17 })
  readonly passportId!: number;

  @StringField({ about: 'The product', example: 'BAT-36V-545' })
  readonly sku!: string;

  @IntField({ about: 'The store view', example: 0 })
  readonly storeId!: number;

  @StringField({ about: 'Code of its template', example: 'battery' })
  readonly templateCode!: string;

  @IntField({ about: 'Number of the version that is meant', example: 1 })
  readonly version!: number;

  @StringField({ about: 'draft, active or published', example: 'draft' })
  readonly status!: string;

  @IntField({ about: '0 to 100', example: 42 })
  readonly completenessScore!: number;

  @ObjectsField(ScoreItemFields, { about: 'What it lacks' })
  readonly missing!: readonly ScoreItemFields[];
}
