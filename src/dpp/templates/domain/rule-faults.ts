import {
  DAYS,
  type Fault,
  invalidValue,
  parseDay,
  required,
  sentence,
  unsupported,
  wrongType,
} from '../../../../libs/kernel/index.js';
import { GRANULARITIES, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import {
  CONDITION_LIMITS,
  formFaults,
  isCondition,
  isGranularities,
  isList,
  isScalar,
  isText,
  type MemberForm,
} from './condition-form.js';
import { isEnvelopeField } from './passport-facts.js';
import { ruleEnvelopeFields, ruleFields } from './rules.js';
import { allProperties, type PropertyShape, type Shape } from './schema-shape.js';
import type { TemplateRule } from './template.js';

/** Required and optional members of a kind of rule. */
export interface RuleMembers {
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** True if exactly one of `field` and `envelope` is required. */
  readonly hasSubject?: true;
}

export const RULE_MEMBERS: Readonly<Record<TemplateRule['rule'], RuleMembers>> = {
  required_if: { must: ['when'], may: ['cite'], hasSubject: true },
  required_from: { must: ['from'], may: ['when', 'having', 'not_applicable', 'cite'], hasSubject: true },
  awaiting: { must: ['earliest', 'act'], may: ['when', 'cite'], hasSubject: true },
  refused_if: { must: ['when'], may: ['cite'], hasSubject: true },
  applies_if: { must: ['field', 'when'], may: ['cite'] },
  granularity_if: { must: ['granularity', 'when'], may: ['cite'] },
  at_least_one_of: { must: ['fields'], may: ['cite'] },
  ordered: { must: ['fields'], may: ['cite'] },
  sums_to: { must: ['list', 'field', 'total'], may: ['by', 'tolerance', 'cite'] },
  sum_of: { must: ['fields', 'field'], may: ['tolerance', 'cite'] },
};

const isHaving = (value: Json): boolean =>
  isJsonObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isScalar);

const text: MemberForm = { is: isText, rule: 'non-empty strings' };
const day: MemberForm = { is: (value) => typeof value === 'string' && parseDay(value) !== undefined, rule: DAYS };

const FORMS: Readonly<Record<string, MemberForm>> = {
  field: text,
  envelope: text,
  list: text,
  by: text,
  cite: text,
  fields: { is: (value) => isList(value, 2, isText), rule: 'lists of at least 2 strings' },
  when: {
    is: isCondition,
    rule: `a condition with at most ${CONDITION_LIMITS.conditions} conditions inside, nested at most ${CONDITION_LIMITS.depth} levels deep`,
  },
  from: day,
  earliest: day,
  act: text,
  having: { is: isHaving, rule: 'non-empty objects that contain only strings, numbers and booleans' },
  not_applicable: { is: (value) => value === true, rule: 'true' },
  granularity: { is: isGranularities, rule: `lists of ${GRANULARITIES.join(', ')}` },
  total: { is: (value) => typeof value === 'number', rule: 'numbers' },
  tolerance: { is: (value) => typeof value === 'number' && value >= 0, rule: 'numbers that are not negative' },
};

/** Required members of a rule. Of two exclusive members, the one that is present, else the first. */
const needed = ({ must, hasSubject }: RuleMembers, rest: JsonObject): readonly string[] =>
  hasSubject ? [rest['envelope'] === undefined ? 'field' : 'envelope', ...must] : must;

/** Checks the form of a rule (docs/passports-templates.md, "Rules"). */
export const ruleFormFaults = (value: Json, field: string): readonly Fault[] => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  const { rule, ...rest }: JsonObject = value;
  const known =
    typeof rule === 'string' && Object.hasOwn(RULE_MEMBERS, rule)
      ? RULE_MEMBERS[rule as TemplateRule['rule']]
      : undefined;
  if (!known)
    return [
      rule === undefined
        ? required(`${field}.rule`)
        : invalidValue(`${field}.rule`, rule, Object.keys(RULE_MEMBERS).join(', ')),
    ];
  const must = needed(known, rest);
  return [
    ...Object.keys(rest)
      .filter((name) => ![...must, ...known.may].includes(name))
      .map((name) => unsupported(`${field}.${name}`)),
    ...must.filter((name) => rest[name] === undefined).map((name) => required(`${field}.${name}`)),
    ...formFaults(FORMS, rest, field),
  ];
};

/** Rules that evaluate each list entry. */
const READS_LISTS: ReadonlySet<TemplateRule['rule']> = new Set(['sums_to', 'required_from', 'refused_if']);

/** Rules can refer only to existing properties, and only some can refer into lists. */
export const ruleMeaningFaults = (rules: readonly TemplateRule[], shape: Shape): readonly Fault[] => {
  const known = new Map<string, PropertyShape>(allProperties(shape).map((property) => [property.path, property]));
  return rules.flatMap((rule, index) => {
    const field = `rules[${index}]`;
    const own = 'field' in rule && READS_LISTS.has(rule.rule) ? rule.field : undefined;
    return [
      ...ruleFields(rule).flatMap((path) => {
        const property = known.get(path);
        if (!property)
          return [
            sentence(
              '%fieldName refers to %path, which does not exist in the schema. Correct the path.',
              { fieldName: field, path },
              field,
            ),
          ];
        // A rule can refer to a list itself, unless the list is inside another list.
        const parent = known.get(path.split('.').slice(0, -1).join('.'));
        const inList = parent?.inList === true && path !== own && rule.rule !== 'sums_to';
        return inList
          ? [
              sentence(
                '%fieldName refers to %path, which is inside a list. Use a property outside lists.',
                { fieldName: field, path },
                field,
              ),
            ]
          : [];
      }),
      ...ruleEnvelopeFields(rule)
        .filter((path) => !isEnvelopeField(path))
        .map((path) =>
          sentence(
            '%fieldName refers to %path, which does not exist in the envelope. Correct the path.',
            { fieldName: field, path },
            field,
          ),
        ),
    ];
  });
};
