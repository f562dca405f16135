import { type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import { GRANULARITIES, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';

/** Maximum nesting and number of conditions, and limits for searching texts. */
export const CONDITION_LIMITS = Object.freeze({ depth: 6, conditions: 60, values: 200, characters: 100 });

export const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
export const isScalar = (value: Json): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isNumber = (value: Json | undefined): boolean => typeof value === 'number';
export const isList = (value: Json | undefined, least: number, is: (one: Json) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && (value as readonly Json[]).every(is);
const isShortText = (value: Json): boolean =>
  typeof value === 'string' && value !== '' && [...value].length <= CONDITION_LIMITS.characters;
const isShortList = (value: Json | undefined, is: (one: Json) => boolean): boolean =>
  isList(value, 1, is) && (value as readonly Json[]).length <= CONDITION_LIMITS.values;

export const isGranularities = (value: Json | undefined): boolean =>
  isList(value, 1, (one) => (GRANULARITIES as readonly Json[]).includes(one));

const TESTS: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  equals: (value) => isScalar(value ?? null),
  one_of: (value) => isList(value, 1, isScalar),
  filled: (value) => value === true,
  above: isNumber,
  at_most: isNumber,
  includes_one_of: (value) => isShortList(value, isShortText),
};

const isValueCondition = (value: JsonObject): boolean => {
  const keys = Object.keys(value);
  const [subject] = keys.filter((key) => key === 'field' || key === 'envelope');
  const [test] = keys.filter((key) => Object.hasOwn(TESTS, key));
  return (
    keys.length === 2 &&
    subject !== undefined &&
    test !== undefined &&
    isText(value[subject]) &&
    TESTS[test]?.(value[test]) === true
  );
};

/** Direct members of a combined condition; undefined for a single condition. */
const joined = (value: JsonObject): readonly Json[] | undefined => {
  const [key, ...more] = Object.keys(value);
  if (key === undefined || more.length > 0) return undefined;
  const inside = value[key];
  if (key === 'not') return [inside ?? null];
  return (key === 'all' || key === 'any') && Array.isArray(inside) ? (inside as readonly Json[]) : undefined;
};

/** Number of nested conditions; NaN if one is invalid or too deep. */
const countOf = (value: Json, depth: number): number => {
  if (!isJsonObject(value) || depth > CONDITION_LIMITS.depth) return Number.NaN;
  const inside = joined(value);
  if (inside) {
    if (inside.length === 0 || inside.length > CONDITION_LIMITS.conditions) return Number.NaN;
    return inside.reduce<number>((sum, one) => sum + countOf(one, depth + 1), 1);
  }
  if (Object.keys(value).join() === 'granularity') return isGranularities(value['granularity']) ? 1 : Number.NaN;
  return isValueCondition(value) ? 1 : Number.NaN;
};

/** True for a valid condition within the limits (docs/passports-templates.md, "Rules"). */
export const isCondition = (value: Json): boolean => countOf(value, 1) <= CONDITION_LIMITS.conditions;

/** What a member of an object may contain, as a check and as the rule in an error message. */
export interface MemberForm {
  readonly is: (value: Json) => boolean;
  readonly rule: string;
}

/** Faults of the members that have a form. */
export const formFaults = (
  forms: Readonly<Record<string, MemberForm>>,
  members: JsonObject,
  path: string,
): readonly Fault[] =>
  Object.entries(members).flatMap(([name, member]) => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    return form === undefined || form.is(member) ? [] : [invalidValue(`${path}.${name}`, member, form.rule)];
  });
