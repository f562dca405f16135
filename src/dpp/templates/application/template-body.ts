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
import { GRANULARITIES, PASSPORT_FIELDS } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { RULE_MEMBERS } from '../domain/rule-faults.js';
import { CONDITION_SCHEMAS, RULE_SCHEMAS } from './rule-schemas.js';

class LegalBasisFields {
  @StringField({ about: 'Name of the legal act', required: true, example: 'Regulation (EU) 2023/1542' })
  readonly act!: string;

  @StringField({ about: 'Article or annex of the act; null for the whole act', nullable: true, example: 'Annex XIII' })
  readonly article!: string | null;

  @StringField({
    about: 'First day on which the act applies; null if not yet decided',
    nullable: true,
    example: '2027-02-18',
  })
  readonly inForceFrom!: string | null;

  @StringField({ about: 'Legal status: `in_force` or `provisional`', required: true, example: 'in_force' })
  readonly status!: string;
}

class SectionFields {
  @StringField({ about: 'Identifier of the section', required: true, example: 'identity' })
  readonly id!: string;

  @AttributesField({ about: 'Section title by language', required: true, example: { en: 'Identity' } })
  readonly labels!: Readonly<Record<string, string>>;

  @WordsField({
    about: 'Payload properties that the section shows',
    of: 'property',
    accepts: () => true,
    required: true,
    example: ['power_w', 'peak_power_w'],
  })
  readonly fields!: readonly string[];
}

const OF_RULE = { optional: true } as const;
const MOST = '100000000000000000000';
const ANY_NUMBER = { precision: 40, scale: 20, min: `-${MOST}`, max: MOST } as const;

class RuleFields {
  @StringField({
    about: 'Kind of rule, which determines the other fields of the rule',
    words: Object.keys(RULE_MEMBERS),
    required: true,
    example: 'ordered',
  })
  readonly rule!: string;

  @WordsField({
    about: 'Paths of the payload properties that the rule applies to',
    ...OF_RULE,
    of: 'property',
    accepts: () => true,
    example: ['mass'],
  })
  readonly fields?: readonly string[];

  @StringField({ about: 'Path of the payload property that the rule applies to', ...OF_RULE, example: 'share' })
  readonly field?: string;

  @StringField({
    about: 'Path of the passport field outside the payload that the rule applies to',
    ...OF_RULE,
    example: 'manufacturer.address',
  })
  readonly envelope?: string;

  @DayField({ about: 'First day on which the value is required by law', ...OF_RULE, example: '2027-02-18' })
  readonly from?: string;

  @DayField({
    about: 'Earliest day on which a requirement of a legal act that has not been adopted yet can apply',
    ...OF_RULE,
    example: '2028-08-18',
  })
  readonly earliest?: string;

  @StringField({
    about: 'Legal act that has not been adopted yet',
    ...OF_RULE,
    example: 'the act on the calculation of the carbon footprint',
  })
  readonly act?: string;

  @InputField({
    about: 'Values that a list entry must have for the rule to apply to it',
    ...OF_RULE,
    example: { role: 'importer' },
  })
  readonly having?: object;

  @BooleanField({
    about: 'True if the passport can give a reason in its field `not_applicable` instead of a value',
    ...OF_RULE,
    example: true,
  })
  readonly notApplicable?: boolean;

  @WordsField({
    about: 'Granularities allowed if the condition is met',
    ...OF_RULE,
    of: 'granularity',
    words: GRANULARITIES,
    example: ['item'],
  })
  readonly granularity?: readonly string[];

  @InputField({
    about: 'Condition under which the rule applies; if omitted, the rule always applies',
    ...OF_RULE,
    schemas: CONDITION_SCHEMAS,
    example: { field: 'category', equals: 'lmt' },
  })
  readonly when?: object;

  @StringField({ about: 'Path of the list whose entries are added up', ...OF_RULE, example: 'materials' })
  readonly list?: string;

  @StringField({
    about: 'Property by which the list entries are grouped before they are added up',
    ...OF_RULE,
    example: 'component',
  })
  readonly by?: string;

  @DecimalField({ about: 'Number that the entries must add up to', ...OF_RULE, ...ANY_NUMBER, example: 100 })
  readonly total?: number;

  @DecimalField({
    about: 'Allowed difference from the expected sum; default 0',
    ...OF_RULE,
    ...ANY_NUMBER,
    example: 0.5,
  })
  readonly tolerance?: number;

  @StringField({ about: 'Legal source of the rule', ...OF_RULE, example: 'Annex XIII' })
  readonly cite?: string;
}

/** Complete: every scored field has an example. */
const LAMP = {
  ...Object.fromEntries(
    PASSPORT_FIELDS.flatMap(({ name, scored, example }) => (scored === undefined ? [] : [[name, example] as const])),
  ),
  sku: 'LAMP-1',
  espr_category: 'lighting',
  gtin: '09524000010049',
  country_of_origin: 'DE',
  manufacturer: {
    name: 'Acme Tools Ltd',
    operator_id: '9524000000187',
    id_scheme: 'gln',
    address: 'Am Westkai 12, Stuttgart',
    country: 'DE',
  },
  dpp_payload: { power_w: 8, peak_power_w: 9 },
};

class TemplateBody {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Template code, consisting of lowercase letters, digits, `_` and `-`',
    required: true,
    example: 'lamp',
  })
  readonly code!: string;

  @StringField({ about: 'Semantic version of the template', required: true, example: '1.0.0' })
  readonly version!: string;

  @AttributesField({ about: 'Template name by language', required: true, example: { en: 'Lamp' } })
  readonly labels!: Readonly<Record<string, string>>;

  @StringField({ about: 'Product category under the Ecodesign Regulation', required: true, example: 'lighting' })
  readonly esprCategory!: string;

  @WordsField({
    about: `Granularities of passports that may use the template: ${GRANULARITIES.join(', ')}`,
    of: 'granularity',
    accepts: (word) => (GRANULARITIES as readonly string[]).includes(word),
    required: true,
    example: ['model', 'batch', 'item'],
  })
  readonly granularityAllowed!: readonly string[];

  @ObjectsField(LegalBasisFields, { about: 'Legal acts on which the passport is based' })
  readonly legalBasis!: readonly LegalBasisFields[];

  @InputField({
    about:
      'JSON Schema 2020-12 of the payload, with the extensions x-weight, x-disclosure, x-cite, x-voluntary, x-none, x-dynamic and x-document',
    required: true,
    example: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: { power_w: { type: 'number' }, peak_power_w: { type: 'number' } },
    },
  })
  readonly schema!: object;

  @ObjectsField(SectionFields, { about: 'Sections of the passport page' })
  readonly sections!: readonly SectionFields[];

  @InputField({
    about: 'Vocabulary of the payload, with a prefix, an IRI and a term for each property',
    required: true,
    example: {
      prefix: 'lamp',
      iri: '/dpp/vocab/lamp/1#',
      terms: {
        power_w: {
          iri: 'power_w',
          type: 'number',
          unit: 'W',
          unit_code: 'WTT',
          labels: { en: 'Power' },
          definition: { en: 'Power in normal use.' },
        },
        peak_power_w: {
          iri: 'peak_power_w',
          type: 'number',
          unit: 'W',
          unit_code: 'WTT',
          labels: { en: 'Peak power' },
          definition: { en: 'Highest power.' },
        },
      },
    },
  })
  readonly vocabulary!: object;

  @ObjectsField(RuleFields, {
    about: 'Rules that the schema cannot express, for the payload and other passport fields',
    schemas: RULE_SCHEMAS,
    example: [{ rule: 'ordered', fields: ['power_w', 'peak_power_w'], cite: 'Annex III' }],
  })
  readonly rules!: readonly object[];

  @InputField({
    about: 'Complete example passport, including `dpp_payload`',
    required: true,
    example: LAMP,
  })
  readonly example!: object;

  @InputField({
    about: 'Further examples by name, for product types with different requirements',
    optional: true,
    example: { spot: { ...LAMP, sku: 'LAMP-2' } },
  })
  readonly examples?: object;

  @InputField({
    about: 'Mappings of values from earlier template versions',
    optional: true,
    example: { from: ['0.9.0'], moves: [{ from: 'watts', to: 'power_w' }] },
  })
  readonly carriedOver?: object;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change (UTC)' })
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
