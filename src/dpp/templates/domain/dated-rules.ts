import type { Day } from '../../../../libs/kernel/index.js';
import { isEmptyValue, isJsonObject, type Json } from '../../passport/domain/index.js';
import { conditionHolds, reasonFor, type RuleFacts, type PayloadFault } from './conditions.js';
import type { TemplateRule } from './template.js';

type DatedRule = Extract<TemplateRule, { rule: 'required_from' }>;
type RefusingRule = Extract<TemplateRule, { rule: 'refused_if' }>;

/** The value at a path, and the concrete path with list indexes. */
interface ReachedValue {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** True if an object declares that it has none of its values. */
const saysNone = (value: Json | undefined): boolean => isJsonObject(value) && value['none'] === true;

const isMeant = (entry: Json, having: DatedRule['having'] = {}): boolean =>
  Object.entries(having).every(([name, value]) => isJsonObject(entry) && entry[name] === value);

/** Empty if an object on the path declares that it has no values. */
const valuesAt = (
  value: Json | undefined,
  names: readonly string[],
  path: readonly (string | number)[],
  having: DatedRule['having'],
): readonly ReachedValue[] => {
  const [name, ...rest] = names;
  if (saysNone(value)) return [];
  const entries = Array.isArray(value) ? [...(value as readonly Json[]).entries()] : [];
  const meant = entries.filter(([, entry]) => isMeant(entry, having));
  if (name !== undefined && meant.length > 0)
    return meant.flatMap(([index, entry]) => valuesAt(entry, names, [...path, index], having));
  if (name === undefined) return [{ path, value }];
  const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return valuesAt(member, rest, [...path, name], having);
};

const havingOf = (rule: DatedRule | RefusingRule): DatedRule['having'] =>
  rule.rule === 'required_from' ? rule.having : undefined;

const reachedValues = (rule: DatedRule | RefusingRule, { payload, envelope }: RuleFacts): readonly ReachedValue[] =>
  rule.field === undefined
    ? valuesAt(envelope, rule.envelope.split('.'), [], havingOf(rule))
    : valuesAt(payload, rule.field.split('.'), [], havingOf(rule));

const ofEnvelope = (rule: DatedRule | RefusingRule): Pick<PayloadFault, 'isOfEnvelope'> =>
  rule.field === undefined ? { isOfEnvelope: true } : {};

const isNone = (field: string | undefined, value: Json | undefined, { nones }: RuleFacts): boolean =>
  field !== undefined && nones.has(field) && Array.isArray(value) && value.length === 0;

const article = (word: string): string => (/^[aeiou]/i.test(word) ? `an ${word}` : `a ${word}`);

/**
 * Describes the requirement and the list entries it applies to, such as "an importer (parties, role importer) needs a
 * name".
 */
const needText = ({ field, envelope, having }: DatedRule): string => {
  const [list = '', ...rest] = (field ?? envelope).split('.');
  const [[key, value] = []] = Object.entries(having ?? {});
  const member = rest.join('.').replaceAll('_', ' ');
  if (key === undefined || member === '') return '';
  const who = key === 'role' ? article(String(value).replaceAll('_', ' ')) : 'an entry';
  return `: ${who} (${list}, ${key} ${String(value)}) needs ${article(member)}`;
};

/**
 * Values that are required on a date and missing. In a list, every entry needs the value, and there must be at least
 * one entry. "There are none" counts as a value if the template allows it, and "not applicable" if the rule accepts a
 * reason.
 */
export const dueFaults = (rule: DatedRule, facts: RuleFacts, on: Day): readonly PayloadFault[] => {
  const { field, when, from, not_applicable: takesReason } = rule;
  if (on < from || (when !== undefined && !conditionHolds(when, facts))) return [];
  const isExcused = ({ path }: ReachedValue): boolean =>
    takesReason === true && field !== undefined && reasonFor(path, facts) !== undefined;
  return reachedValues(rule, facts)
    .filter((reached) => isEmptyValue(reached.value) && !isNone(field, reached.value, facts) && !isExcused(reached))
    .map(({ path }) => ({
      path,
      message: `is required for products placed on the market on or after ${from}${needText(rule)}`,
      missing: true,
      ...ofEnvelope(rule),
    }));
};

/** Faults of values that are not applicable to the product. An empty list counts as a value. */
export const refusedFaults = (rule: RefusingRule, facts: RuleFacts): readonly PayloadFault[] =>
  conditionHolds(rule.when, facts)
    ? reachedValues(rule, facts)
        .filter(({ value }) => !isEmptyValue(value))
        .map(({ path }) => ({
          path,
          message: 'does not apply to this product and must be left out',
          missing: false,
          ...ofEnvelope(rule),
        }))
    : [];

/**
 * Parts of a measured value that are not applicable to the product. In `facts`, the payload contains the value under
 * its point.
 */
export const refusedValueFaults = (
  point: string,
  rules: readonly TemplateRule[],
  facts: RuleFacts,
): readonly PayloadFault[] =>
  rules.flatMap((rule) => {
    const isOfPoint = rule.rule === 'refused_if' && (rule.field === point || rule.field?.startsWith(`${point}.`));
    return isOfPoint ? refusedFaults(rule, facts) : [];
  });
