import { type Fault, invalidValue, required, sentence, unsupported, wrongType } from '../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject, GRANULARITIES } from '../../passport/domain/index.js';
import { ruleFields } from './rules.js';
import { allProperties, type PropertyShape, type Shape } from './schema-shape.js';
import type { TemplateRule } from './template.js';

const MEMBERS: Readonly<
  Record<TemplateRule['rule'], { readonly must: readonly string[]; readonly may: readonly string[] }>
> = {
  required_if: { must: ['field', 'when'], may: ['cite'] },
  applies_if: { must: ['field', 'when'], may: ['cite'] },
  at_least_one_of: { must: ['fields'], may: ['cite'] },
  ordered: { must: ['fields'], may: ['cite'] },
  sums_to: { must: ['list', 'field', 'total'], may: ['by', 'tolerance', 'cite'] },
};

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
const isScalar = (value: Json): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isList = (value: Json | undefined, least: number, is: (one: Json) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && (value as readonly Json[]).every(is);

const isCondition = (value: Json): boolean => {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value).sort().join(' ');
  switch (keys) {
    case 'granularity':
      return isList(value['granularity'], 1, (one) => (GRANULARITIES as readonly Json[]).includes(one));
    case 'equals field':
      return isText(value['field']) && isScalar(value['equals'] ?? null);
    case 'field one_of':
      return isText(value['field']) && isList(value['one_of'], 1, isScalar);
    case 'field filled':
      return isText(value['field']) && value['filled'] === true;
    default:
      return false;
  }
};

const FORMS: Readonly<Record<string, (value: Json) => boolean>> = {
  field: isText,
  list: isText,
  by: isText,
  cite: isText,
  fields: (value) => isList(value, 2, isText),
  when: isCondition,
  total: (value) => typeof value === 'number',
  tolerance: (value) => typeof value === 'number' && value >= 0,
};

/** Whether a rule is one of the closed language (docs/passports-templates.md, "Rules"). */
export const ruleFormFaults = (value: Json, field: string): readonly Fault[] => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  const { rule, ...rest }: JsonObject = value;
  const known =
    typeof rule === 'string' && Object.hasOwn(MEMBERS, rule) ? MEMBERS[rule as TemplateRule['rule']] : undefined;
  if (!known) return [rule === undefined ? required(`${field}.rule`) : invalidValue(`${field}.rule`, rule)];
  return [
    ...Object.keys(rest)
      .filter((name) => ![...known.must, ...known.may].includes(name))
      .map((name) => unsupported(`${field}.${name}`)),
    ...known.must.filter((name) => rest[name] === undefined).map((name) => required(`${field}.${name}`)),
    ...Object.entries(rest)
      .filter(([name, member]) => FORMS[name] && !FORMS[name](member))
      .map(([name, member]) => invalidValue(`${field}.${name}`, member)),
  ];
};

/** Rules speak only of properties there are, and outside lists but for the one list of `sums_to`. */
export const ruleMeaningFaults = (rules: readonly TemplateRule[], shape: Shape): readonly Fault[] => {
  const known = new Map<string, PropertyShape>(allProperties(shape).map((property) => [property.path, property]));
  return rules.flatMap((rule, place) => {
    const field = `rules[${place}]`;
    return ruleFields(rule).flatMap((path) => {
      const property = known.get(path);
      if (!property)
        return [sentence('%fieldName speaks of %path, which the schema lacks.', { fieldName: field, path }, field)];
      const inList = property.inList && rule.rule !== 'sums_to';
      return inList && path.includes('.')
        ? [sentence('%fieldName speaks of %path, which stands in a list.', { fieldName: field, path }, field)]
        : [];
    });
  });
};
