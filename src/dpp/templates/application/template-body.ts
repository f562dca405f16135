import {
  AttributesField,
  BooleanField,
  DayField,
  DecimalField,
  defineRecord,
  IdField,
  InputField,
  InstantField,
  ObjectsField,
  StringField,
  WordsField,
} from '../../../../libs/records/index.js';
import { GRANULARITIES } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { RULE_MEMBERS } from '../domain/index.js';
import { CONDITION_SCHEMAS, RULE_SCHEMAS } from './rule-schemas.js';

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

const OF_RULE = { optional: true } as const;
const MOST = '100000000000000000000';
const ANY_NUMBER = { precision: 40, scale: 20, min: `-${MOST}`, max: MOST } as const;

class RuleFields {
  @StringField({
    about: 'What it asks; what else it says depends on that',
    words: Object.keys(RULE_MEMBERS),
    required: true,
    example: 'ordered',
  })
  readonly rule!: string;

  @WordsField({ about: 'Properties it speaks of', ...OF_RULE, of: 'property', accepts: () => true, example: ['mass'] })
  readonly fields?: readonly string[];

  @StringField({ about: 'The property it speaks of', ...OF_RULE, example: 'share' })
  readonly field?: string;

  @StringField({ about: 'Field of the envelope it speaks of', ...OF_RULE, example: 'manufacturer.address' })
  readonly envelope?: string;

  @DayField({ about: 'The first day on which the law asks for it', ...OF_RULE, example: '2027-02-18' })
  readonly from?: string;

  @InputField({
    about: 'Of a list on the way only the entries with these values',
    ...OF_RULE,
    example: { role: 'importer' },
  })
  readonly having?: object;

  @BooleanField({ about: 'Whether a reason in not_applicable counts as an answer', ...OF_RULE, example: true })
  readonly notApplicable?: boolean;

  @WordsField({
    about: 'For which passports the template is while it holds',
    ...OF_RULE,
    of: 'granularity',
    words: GRANULARITIES,
    example: ['item'],
  })
  readonly granularity?: readonly string[];

  @InputField({
    about: 'When it holds',
    ...OF_RULE,
    schemas: CONDITION_SCHEMAS,
    example: { field: 'category', equals: 'lmt' },
  })
  readonly when?: object;

  @StringField({ about: 'The list whose entries are added up', ...OF_RULE, example: 'materials' })
  readonly list?: string;

  @StringField({ about: 'By which property of theirs', ...OF_RULE, example: 'component' })
  readonly by?: string;

  @DecimalField({ about: 'To which number', ...OF_RULE, ...ANY_NUMBER, example: 100 })
  readonly total?: number;

  @DecimalField({ about: 'How far from it is no fault', ...OF_RULE, ...ANY_NUMBER, example: 0.5 })
  readonly tolerance?: number;

  @StringField({ about: 'Where the law says so', ...OF_RULE, example: 'Annex XIII' })
  readonly cite?: string;
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
    about: 'JSON Schema 2020-12 of the payload, with x-weight, x-disclosure, x-cite, x-voluntary, x-none and x-dynamic',
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

  @ObjectsField(RuleFields, {
    about: 'Rules across properties',
    schemas: RULE_SCHEMAS,
    example: [{ rule: 'ordered', fields: ['mass', 'volume'], cite: 'Annex XIII' }],
  })
  readonly rules!: readonly object[];

  @InputField({
    about: 'A whole passport of it: fields of the envelope and dpp_payload',
    required: true,
    example: { sku: 'BAT-36V-545', dpp_payload: { battery_category: 'lmt' } },
  })
  readonly example!: object;

  @InputField({
    about: 'Further examples by name, for kinds of the product of which different things are asked',
    optional: true,
    example: { ev: { sku: 'BAT-EV', dpp_payload: { battery_category: 'ev' } } },
  })
  readonly examples?: object;

  @InputField({
    about: 'What becomes of values of former versions',
    optional: true,
    example: { from: ['1.0.0'], moves: [{ from: 'capacity_fade', to: 'performance[0].capacity_fade' }] },
  })
  readonly carriedOver?: object;

  @InstantField({ about: 'Time of creation' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change' })
  readonly updatedAt!: Date;
}

export const templateBody = defineRecord<TemplateBody>({
  resource: 'template',
  record: TemplateBody,
  room: 'dpp',
  path: 'dpp/manage/templates',
  title: { one: 'passport template', many: 'passport templates' },
  table: 'passport_template_body',
  rights: DPP_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'dppTemplateV1',
});
