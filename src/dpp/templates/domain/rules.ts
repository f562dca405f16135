import { Decimal } from '../../../../libs/kernel/index.js';
import {
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type Granularity,
} from '../../passport/domain/index.js';
import type { PayloadFault } from './payload-fault.js';
import type { RuleCondition, TemplateRule } from './template.js';

/** The value at a path of members; undefined where a list or nothing is in the way. */
export const valueAt = (payload: JsonObject, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      payload,
    );

/** Whether a rule's condition holds of this payload. */
const conditionHolds = (condition: RuleCondition, payload: JsonObject, granularity: Granularity): boolean => {
  if ('granularity' in condition) return condition.granularity.includes(granularity);
  const value = valueAt(payload, condition.field);
  if ('filled' in condition) return !isEmptyValue(value);
  if ('equals' in condition) return value === condition.equals;
  return condition.one_of.some((one) => value === one);
};

type ConditionalRule = Extract<TemplateRule, { readonly when: RuleCondition }>;

const fault = (path: string, message: string, missing = false): PayloadFault => ({
  path: path.split('.'),
  message,
  missing,
});

const comparable = (value: Json | undefined): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Numbers by size, days and instants as text; what isn't there or isn't of one kind is in no order that could be broken. */
const ordered = (fields: readonly string[], payload: JsonObject): readonly PayloadFault[] => {
  const given = fields
    .map((field) => ({ field, value: valueAt(payload, field) }))
    .filter((one): one is { field: string; value: number | string } => comparable(one.value));
  return given.flatMap((one, place) => {
    const before = given[place - 1];
    if (!before || typeof before.value !== typeof one.value || before.value <= one.value) return [];
    return [fault(one.field, `must not be less than ${before.field}`)];
  });
};

/** Exact sums: 0.1 + 0.2 is 0.3 here. */
const sums = (rule: Extract<TemplateRule, { rule: 'sums_to' }>, payload: JsonObject): readonly PayloadFault[] => {
  const entries = valueAt(payload, rule.list);
  if (!Array.isArray(entries)) return [];
  const totals = new Map<string, Decimal>();
  for (const entry of (entries as readonly Json[]).filter(isJsonObject)) {
    const share = entry[rule.field];
    if (typeof share !== 'number') continue;
    const by = rule.by === undefined ? undefined : entry[rule.by];
    const group = typeof by === 'string' ? by : '';
    totals.set(group, (totals.get(group) ?? new Decimal(0)).plus(share));
  }
  return [...totals]
    .filter(([, total]) =>
      total
        .minus(rule.total)
        .abs()
        .gt(rule.tolerance ?? 0),
    )
    .map(([group, total]) =>
      fault(
        rule.list,
        `${rule.field}${group === '' ? '' : ` of ${group}`} must add up to ${rule.total}, not ${total.toFixed()}`,
      ),
    );
};

const faultsOf = (rule: TemplateRule, payload: JsonObject, granularity: Granularity): readonly PayloadFault[] => {
  switch (rule.rule) {
    case 'required_if':
      return isEmptyValue(valueAt(payload, rule.field)) && conditionHolds(rule.when, payload, granularity)
        ? [fault(rule.field, 'is required here', true)]
        : [];
    // It asks for nothing: an empty value just doesn't count where it doesn't apply.
    case 'applies_if':
      return [];
    case 'at_least_one_of': {
      const [first] = rule.fields;
      return first !== undefined && rule.fields.every((field) => isEmptyValue(valueAt(payload, field)))
        ? [fault(first, `at least one of ${rule.fields.join(', ')} is required`, true)]
        : [];
    }
    case 'ordered':
      return ordered(rule.fields, payload);
    case 'sums_to':
      return sums(rule, payload);
  }
};

/** What a payload lacks of its template's rules. */
export const ruleFaults = (
  rules: readonly TemplateRule[],
  payload: JsonObject,
  granularity: Granularity,
): readonly PayloadFault[] => rules.flatMap((rule) => faultsOf(rule, payload, granularity));

/**
 * Whether rules say that an empty property is meant to be empty: it applies, or is required, under conditions of which
 * none holds.
 */
export const isNotAsked = (
  path: string,
  rules: readonly TemplateRule[],
  payload: JsonObject,
  granularity: Granularity,
): boolean => {
  const asking = rules.filter(
    (rule): rule is ConditionalRule =>
      (rule.rule === 'required_if' || rule.rule === 'applies_if') && rule.field === path,
  );
  return asking.length > 0 && !asking.some(({ when }) => conditionHolds(when, payload, granularity));
};

/** Every property a rule speaks of. */
export const ruleFields = (rule: TemplateRule): readonly string[] => {
  switch (rule.rule) {
    case 'required_if':
    case 'applies_if':
      return [rule.field, ...('field' in rule.when ? [rule.when.field] : [])];
    case 'at_least_one_of':
    case 'ordered':
      return rule.fields;
    case 'sums_to':
      return [rule.list, `${rule.list}.${rule.field}`, ...(rule.by === undefined ? [] : [`${rule.list}.${rule.by}`])];
  }
};
