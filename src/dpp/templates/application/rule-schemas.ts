import type { FieldSchemas } from '../../../../libs/records/index.js';
import { GRANULARITIES } from '../../passport/domain/index.js';
import { CONDITION_LIMITS, RULE_MEMBERS, type RuleMembers } from '../domain/index.js';

type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string): Schema => ({ type: 'string', minLength: 1, description });
const list = (items: Schema, minItems: number, description: string): Schema => ({
  type: 'array',
  items,
  minItems,
  description,
});

const SUBJECTS = {
  field: text('A property of the payload, `voltage.minimum`'),
  envelope: text('A field of the passport beside its payload, `manufacturer.address`'),
};
/** Exactly one of the two says what is spoken of. */
const ONE_SUBJECT = {
  oneOf: Object.entries(SUBJECTS).map(([name, schema]) => ({ properties: { [name]: schema }, required: [name] })),
};

const granularity = list({ type: 'string', enum: GRANULARITIES }, 1, 'Of which granularity');
const scalar: Schema = { type: ['string', 'number', 'boolean'] };

const MEMBERS: Readonly<Record<string, Schema>> = {
  ...SUBJECTS,
  fields: list({ type: 'string', minLength: 1 }, 2, 'Properties of the payload'),
  when: ref('RuleCondition'),
  from: { type: 'string', format: 'date', description: 'The first day on which the law asks for it' },
  having: {
    type: 'object',
    additionalProperties: scalar,
    minProperties: 1,
    description: 'Of a list on the way only the entries with these values',
  },
  not_applicable: { const: true, description: 'A reason in not_applicable counts as an answer' },
  granularity,
  list: text('The list whose entries are added up'),
  by: text('By which property of theirs'),
  total: { type: 'number', format: 'decimal', description: 'To which number' },
  tolerance: { type: 'number', format: 'decimal', minimum: 0, description: 'How far from it is no fault' },
  cite: text('Where the law says so'),
};

const TESTS: Readonly<Record<string, Schema>> = {
  equals: { ...scalar, description: 'It is this' },
  one_of: list(scalar, 1, 'It is one of these'),
  filled: { const: true, description: 'It is there' },
  above: { type: 'number', description: 'It is a number above this' },
  at_most: { type: 'number', description: 'It is a number up to this' },
  includes_one_of: {
    ...list(
      { type: 'string', minLength: 1, maxLength: CONDITION_LIMITS.characters },
      1,
      'It is a list of texts in which one of these stands, as whole words, whatever their case',
    ),
    maxItems: CONDITION_LIMITS.values,
  },
};

const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const nameOf = (rule: string): string =>
  `${rule.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Rule`;

const ruleSchema = (rule: string, { must, may, hasSubject }: RuleMembers): Schema => {
  const names = [...(hasSubject ? Object.keys(SUBJECTS) : []), ...must, ...may];
  const members = Object.fromEntries(names.map((name) => [name, MEMBERS[name] ?? {}]));
  return {
    ...closed({ rule: { type: 'string', enum: [rule] }, ...members }, ['rule', ...must]),
    ...(hasSubject ? ONE_SUBJECT : {}),
  };
};

const RULES = Object.entries(RULE_MEMBERS).map(([rule, members]) => ({
  rule,
  name: nameOf(rule),
  schema: ruleSchema(rule, members),
}));

const joins = (key: 'all' | 'any'): Schema =>
  closed(
    { [key]: { type: 'array', items: ref('RuleCondition'), minItems: 1, maxItems: CONDITION_LIMITS.conditions } },
    [key],
  );

export const CONDITION_SCHEMAS: FieldSchemas = {
  RuleCondition: {
    description: `At most ${CONDITION_LIMITS.conditions} conditions, ${CONDITION_LIMITS.depth} deep`,
    oneOf: [
      closed({ granularity }, ['granularity']),
      ...Object.entries(TESTS).map(([test, schema]) => ({
        ...closed({ ...SUBJECTS, [test]: schema }, [test]),
        ...ONE_SUBJECT,
      })),
      joins('all'),
      joins('any'),
      closed({ not: ref('RuleCondition') }, ['not']),
    ],
  },
};

/** What a rule may say, by its kind, as it is judged (passports-templates.md, "Rules"). */
export const RULE_SCHEMAS: FieldSchemas = {
  TemplateRule: {
    oneOf: RULES.map(({ name }) => ref(name)),
    discriminator: {
      propertyName: 'rule',
      mapping: Object.fromEntries(RULES.map(({ rule, name }) => [rule, `#/components/schemas/${name}`])),
    },
  },
  ...Object.fromEntries(RULES.map(({ name, schema }) => [name, schema])),
  ...CONDITION_SCHEMAS,
};
