import type { FieldSchemas } from '../../../../libs/records/index.js';
import { GRANULARITIES } from '../../passport/domain/index.js';
import { RULE_MEMBERS, type RuleMembers } from '../domain/rule-faults.js';
import { CONDITION_LIMITS } from '../domain/condition-form.js';

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
  field: text('Path of a payload property, such as `voltage.minimum`'),
  envelope: text('Path of a passport field outside the payload, such as `manufacturer.address`'),
};
/** Exactly one of the two is required. */
const ONE_SUBJECT = {
  oneOf: Object.entries(SUBJECTS).map(([name, schema]) => ({ properties: { [name]: schema }, required: [name] })),
};

const granularity = list({ type: 'string', enum: GRANULARITIES }, 1, 'Granularities that meet the condition');
const scalar: Schema = { type: ['string', 'number', 'boolean'] };

const MEMBERS: Readonly<Record<string, Schema>> = {
  ...SUBJECTS,
  fields: list({ type: 'string', minLength: 1 }, 2, 'Paths of payload properties'),
  when: ref('RuleCondition'),
  from: { type: 'string', format: 'date', description: 'First day on which the value is required by law' },
  earliest: { type: 'string', format: 'date', description: 'Earliest day on which the requirement can apply' },
  act: text('Legal act that has not been adopted yet'),
  having: {
    type: 'object',
    additionalProperties: scalar,
    minProperties: 1,
    description: 'Values that a list entry must have for the rule to apply to it',
  },
  not_applicable: {
    const: true,
    description: 'True if the passport can give a reason in its field `not_applicable` instead of a value',
  },
  granularity,
  list: text('Path of the list whose entries are added up'),
  by: text('Property by which the list entries are grouped before they are added up'),
  total: { type: 'number', format: 'decimal', description: 'Number that the entries must add up to' },
  tolerance: {
    type: 'number',
    format: 'decimal',
    minimum: 0,
    description: 'Allowed difference from the expected sum; default 0',
  },
  cite: text('Legal source of the rule'),
};

const TESTS: Readonly<Record<string, Schema>> = {
  equals: { ...scalar, description: 'Value that the property must equal' },
  one_of: list(scalar, 1, 'Allowed values; the property must equal one of them'),
  filled: { const: true, description: 'Always true; the condition is met if the property has a value' },
  above: { type: 'number', description: 'Number that the property must exceed' },
  at_most: { type: 'number', description: 'Number that the property must not exceed' },
  includes_one_of: {
    ...list(
      { type: 'string', minLength: 1, maxLength: CONDITION_LIMITS.characters },
      1,
      'Texts, at least one of which the list property must contain as whole words, ignoring case',
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
    description: `Condition of a rule. It can contain at most ${CONDITION_LIMITS.conditions} conditions, nested at most ${CONDITION_LIMITS.depth} levels deep.`,
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

/** Members of each kind of rule (passports-templates.md, "Rules"). */
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
