import type { Day } from '../../../../libs/kernel/index.js';
import { isEmptyValue, isJsonObject, type Json } from '../../passport/domain/index.js';
import { conditionHolds, reasonFor, type RuleFacts } from './conditions.js';
import type { PayloadFault } from './payload-fault.js';
import type { TemplateRule } from './template.js';

type DatedRule = Extract<TemplateRule, { rule: 'required_from' }>;
type RefusingRule = Extract<TemplateRule, { rule: 'refused_if' }>;

/** A place that a path leads to, with each list entry on the way, and its value. */
interface ReachedValue {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** True if an object declares that it has none of its values. */
const saysNone = (value: Json | undefined): boolean => isJsonObject(value) && value['none'] === true;

const isMeant = (entry: Json, having: DatedRule['having'] = {}): boolean =>
  Object.entries(having).every(([name, value]) => isJsonObject(entry) && entry[name] === value);

/** Empty if an object on the way declares that there is none. */
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

/** Which entry of a list needs what: "an importer (parties, role importer) needs a name". */
const needText = ({ field, envelope, having }: DatedRule): string => {
  const [list = '', ...rest] = (field ?? envelope).split('.');
  const [[key, value] = []] = Object.entries(having ?? {});
  const member = rest.join('.').replaceAll('_', ' ');
  if (key === undefined || member === '') return '';
  const who = key === 'role' ? article(String(value).replaceAll('_', ' ')) : 'an entry';
  return `: ${who} (${list}, ${key} ${String(value)}) needs ${article(member)}`;
};

/**
 * Values required on a date that are missing. In a list, every entry needs the value and there must be an entry. "There
 * are none" counts if the template provides for it, "not applicable" if the rule accepts a reason.
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

/** Values that do not apply to the product; an empty list counts as a value. */
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

/** Parts of a measured value that do not apply to the product; the payload of `facts` has it under its point. */
export const refusedValueFaults = (
  point: string,
  rules: readonly TemplateRule[],
  facts: RuleFacts,
): readonly PayloadFault[] =>
  rules.flatMap((rule) => {
    const isOfPoint = rule.rule === 'refused_if' && (rule.field === point || rule.field?.startsWith(`${point}.`));
    return isOfPoint ? refusedFaults(rule, facts) : [];
  });
