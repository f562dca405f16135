import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import {
  AttributesField,
  DayField,
  FlagField,
  type Input,
  InputField,
  IntField,
  ObjectsField,
  StringField,
  TextField,
  WordsField,
} from '../../../../libs/records/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { type GuideField, guideColumns, type Requirement, REQUIREMENTS } from '../domain/guide.js';
import { GuideTemplate } from './guide-template.js';
import { templateBody } from './template-body.js';

export class GuideQuery {
  @StringField({
    about: 'Category of the product, such as a battery category; default: all categories',
    nullable: true,
    example: 'lmt',
  })
  readonly category!: string | null;

  @StringField({
    about: 'Version of the template; default: the newest version',
    nullable: true,
    maxLength: 32,
    example: null,
  })
  readonly version!: string | null;
}

class TemplateGuideField {
  @StringField({ about: 'Path of the value; `[]` stands for each entry of a list', example: 'dpp_payload.weight_kg' })
  readonly field!: string;

  @StringField({
    about: 'CSV column that contains the value; a list is written as JSON in one cell',
    example: 'dpp_payload.weight_kg',
  })
  readonly column!: string;

  @AttributesField({ about: 'Label by language', example: { en: 'Weight', de: 'Gewicht' } })
  readonly labels!: Readonly<Record<string, string>>;

  @AttributesField({ about: 'Definition by language', example: { en: 'Mass of the whole battery.' } })
  readonly meaning!: Readonly<Record<string, string>>;

  @StringField({ about: 'Data type of the value, such as `number` or `text`', example: 'number' })
  readonly type!: string;

  @WordsField({
    about: 'Allowed values; empty if the values are not restricted',
    of: 'value',
    accepts: () => true,
    example: [],
  })
  readonly values!: readonly string[];

  @StringField({ about: 'Unit of a number; null if there is none', nullable: true, example: 'kg' })
  readonly unit!: string | null;

  @StringField({
    about: 'Unit as a UN/ECE Recommendation 20 code; null if there is none',
    nullable: true,
    example: 'KGM',
  })
  readonly unitCode!: string | null;

  @StringField({
    about:
      'Requirement: `always`, `dated` (from the day in `from`), `conditional` (see `when`), `awaited` (pending legal act) or `voluntary`',
    words: REQUIREMENTS,
    example: 'dated',
  })
  readonly requirement!: Requirement;

  @DayField({
    about: 'First day on which the law can require the value; null if none is known',
    nullable: true,
    example: '2027-02-18',
  })
  readonly from!: string | null;

  @StringField({ about: 'Condition of the requirement; null if there is none', nullable: true, example: null })
  readonly when!: string | null;

  @FlagField({ about: 'Reason flag: 1 if `not_applicable` accepts a reason instead of a value', example: 0 })
  readonly mayNotApply!: 0 | 1;

  @StringField({
    about: 'Legal source; null if there is none',
    nullable: true,
    example: 'Regulation (EU) 2023/1542, Annex XIII, point 1(a)',
  })
  readonly cite!: string | null;

  @IntField({
    about:
      'Point of Annex XIII of Regulation (EU) 2023/1542 that determines who may read the value; null means only the operator',
    nullable: true,
    example: 1,
  })
  readonly point!: number | null;

  @FlagField({ about: 'Measurement flag: 1 if the value changes in use and is measured after publication', example: 0 })
  readonly measured!: 0 | 1;

  @StringField({
    about: 'Example value in the format of a CSV cell; null if there is none',
    nullable: true,
    example: '3',
  })
  readonly example!: string | null;
}

class TemplateGuide {
  @StringField({ about: 'Code of the requested template', example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Semantic version of the template', example: '2.1.0' })
  readonly templateVersion!: string;

  @StringField({ about: 'Requested category; null means all categories', nullable: true, example: 'lmt' })
  readonly category!: string | null;

  @WordsField({ about: 'Categories of the template', of: 'category', accepts: () => true, example: ['lmt', 'ev'] })
  readonly categories!: readonly string[];

  @TextField({
    about: 'Header row of a CSV file for the passport import',
    example: 'sku,template_code,dpp_payload.weight_kg',
  })
  readonly csvHeader!: string;

  @TextField({
    about: 'Header row of the CSV file that contains the values of a run',
    example: 'serial,dpp_payload.weight_kg',
  })
  readonly runCsvHeader!: string;

  @ObjectsField(TemplateGuideField, { about: 'All values of the template, in the order of the passport page' })
  readonly fields!: readonly TemplateGuideField[];
}

class TemplateExampleFields {
  @StringField({ about: 'Code of the requested template', example: 'battery' })
  readonly templateCode!: string;

  @StringField({ about: 'Semantic version of the template', example: '2.1.0' })
  readonly templateVersion!: string;

  @StringField({ about: 'Requested category; null means the template’s own example', nullable: true, example: 'lmt' })
  readonly category!: string | null;

  @InputField({
    about: 'Complete example passport, in the format for creating a passport',
    example: { sku: 'BAT-36V-545', template_code: 'battery' },
  })
  readonly passport!: Input;
}

const fieldItem = ({ unitCode, mayNotApply, measured, ...field }: GuideField) => ({
  ...field,
  unit_code: unitCode,
  may_not_apply: mayNotApply ? 1 : 0,
  measured: measured ? 1 : 0,
});

const { path, service } = templateBody;
const common = {
  service,
  tag: 'Passport templates',
  by: GuideTemplate,
  right: needs.right(DPP_RIGHTS.read),
  effect: 'reads',
  errors: [400],
} as const;

/** What authors need to know about a template (passports-templates.md, "Filling it in"). */
export const GUIDE_OPERATIONS: readonly Operation[] = [
  operation({
    ...common,
    name: 'guide',
    summary: 'Read the guide of a passport template',
    about:
      'Lists every value with its meaning, unit, legal source, first day of the requirement and an example. `guide.csv` returns the header of a CSV file.',
    rest: { verb: 'GET', path: `${path}/:code/guide` },
    input: { code: takes.key('code'), query: takes.query(GuideQuery) },
    output: answers.fields(TemplateGuide),
    run: async (guides, { code, query }) => {
      const { template, guide } = await guides.guide(code, query);
      return {
        template_code: template.code,
        template_version: template.version,
        category: guide.category,
        categories: guide.categories,
        csv_header: guideColumns(guide, 'import').join(','),
        run_csv_header: guideColumns(guide, 'run').join(','),
        fields: guide.fields.map(fieldItem),
      };
    },
  }),
  operation({
    ...common,
    name: 'example',
    summary: 'Read the example passport of a template',
    rest: { verb: 'GET', path: `${path}/:code/example` },
    input: { code: takes.key('code'), query: takes.query(GuideQuery) },
    output: answers.fields(TemplateExampleFields),
    run: async (guides, { code, query }) => {
      const { template, example } = await guides.example(code, query);
      const { code: templateCode, version } = template;
      return {
        template_code: templateCode,
        template_version: version,
        category: query.category,
        passport: { ...example, template_code: templateCode, template_version: version },
      };
    },
  }),
];
