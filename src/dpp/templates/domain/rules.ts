import type { Day } from '../../../../libs/kernel/index.js';
import { type Granularity, isEmptyValue, type Json, type JsonObject } from '../../passport/domain/index.js';
import {
  conditionHolds,
  possibleOf,
  conditionSubjects,
  type RuleFacts,
  subjectValue,
  valueAt,
  type PayloadFault,
} from './conditions.js';
import { dueFaults, refusedFaults } from './dated-rules.js';
import { publicShape } from './public-payload.js';
import { allProperties, shapeOf } from './schema-shape.js';
import { listSumFaults, sumFaults } from './sums.js';
import type { RuleSubject, TemplateDocument, TemplateRule } from './template.js';

const fault = (path: string, message: string, missing = false): PayloadFault => ({
  path: path.split('.'),
  message,
  missing,
});

const comparable = (value: Json | undefined): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Compares numbers by size, dates and instants as text. Missing values and mixed types are not faults. */
const ordered = (fields: readonly string[], payload: JsonObject): readonly PayloadFault[] => {
  const given = fields
    .map((field) => ({ field, value: valueAt(payload, field) }))
    .filter((one): one is { field: string; value: number | string } => comparable(one.value));
  return given.flatMap((one, index) => {
    const before = given[index - 1];
    if (!before || typeof before.value !== typeof one.value || before.value <= one.value) return [];
    return [fault(one.field, `must not be less than ${before.field}`)];
  });
};

const faultsOf = (rule: TemplateRule, facts: RuleFacts, on: Day): readonly PayloadFault[] => {
  const { payload } = facts;
  switch (rule.rule) {
    case 'required_if':
      return isEmptyValue(subjectValue(rule, facts)) && conditionHolds(rule.when, facts)
        ? [
            {
              ...fault(rule.field ?? rule.envelope, 'is required because of other values in the passport', true),
              ...ofEnvelope(rule),
            },
          ]
        : [];
    case 'required_from':
      return dueFaults(rule, facts, on);
    case 'refused_if':
      return refusedFaults(rule, facts);
    // These rules require no value: `applies_if` only affects scoring, and `awaiting` only readiness. Granularity is
    // checked elsewhere.
    case 'applies_if':
    case 'awaiting':
    case 'granularity_if':
      return [];
    case 'at_least_one_of': {
      const [first] = rule.fields;
      return first !== undefined && rule.fields.every((field) => isEmptyValue(valueAt(payload, field)))
        ? [fault(first, `is missing: at least one of ${rule.fields.join(', ')} must have a value`, true)]
        : [];
    }
    case 'ordered':
      return ordered(rule.fields, payload);
    case 'sums_to':
      return listSumFaults(rule, payload);
    case 'sum_of':
      return sumFaults(rule, payload);
  }
};

const ofEnvelope = ({ envelope }: RuleSubject): Pick<PayloadFault, 'isOfEnvelope'> =>
  envelope === undefined ? {} : { isOfEnvelope: true };

/** Faults of a passport under its template's rules. Dated rules are checked for this date. */
export const ruleFaults = (rules: readonly TemplateRule[], facts: RuleFacts, on: Day): readonly PayloadFault[] =>
  rules.flatMap((rule) =>
    faultsOf(rule, facts, on).map((found) => (rule.cite ? { ...found, cite: rule.cite } : found)),
  );

type AwaitedDuty = Extract<TemplateRule, { rule: 'awaiting' }>;

/** Requirements of acts that are not adopted yet, for values that the passport lacks. */
export const awaitedDuties = (rules: readonly TemplateRule[], facts: RuleFacts): readonly AwaitedDuty[] =>
  rules.filter(
    (rule): rule is AwaitedDuty =>
      rule.rule === 'awaiting' && holds(rule, facts) && isEmptyValue(subjectValue(rule, facts)),
  );

/** True if a rule concerns a property, including requirements that start later. */
export const asks = (rule: TemplateRule, path: string): boolean => {
  if (rule.rule === 'required_if' || rule.rule === 'applies_if') return rule.field === path;
  return rule.rule === 'required_from' && (rule.field === path || rule.field?.startsWith(`${path}.`) === true);
};

/** True if the rule's condition is satisfied, or if it has none. */
export const holds = (rule: TemplateRule, facts: RuleFacts): boolean =>
  !('when' in rule) || rule.when === undefined || conditionHolds(rule.when, facts);

/**
 * True if rules expect a property to be empty: its conditions are not satisfied, a value would be refused, or all
 * requirements start on a later date. While required template fields (named by `undecided`) are empty, every property
 * that they could make applicable is expected.
 */
export const isNotRequired = (
  path: string,
  rules: readonly TemplateRule[],
  facts: RuleFacts,
  on: Day,
  undecided: ReadonlySet<string> = new Set(),
): boolean => {
  if (rules.some((rule) => rule.rule === 'refused_if' && rule.field === path && holds(rule, facts))) return true;
  const asking = rules.filter((rule) => asks(rule, path));
  const isOpen = (rule: TemplateRule): boolean => rule.rule === 'required_from' && on < rule.from;
  const isUndecided = (rule: TemplateRule): boolean => {
    if (!('when' in rule) || rule.when === undefined) return false;
    const { met, failed } = possibleOf(rule.when, facts, undecided);
    return met && failed;
  };
  return asking.length > 0 && !asking.some((rule) => isUndecided(rule) || (!isOpen(rule) && holds(rule, facts)));
};

/**
 * Values that the law requires in the public part of a passport on a date and that are missing; undefined if the
 * template cites no law for them. Reads public data only.
 */
export const publicLacks = (
  { rules, schema }: Pick<TemplateDocument, 'rules' | 'schema'>,
  facts: RuleFacts,
  on: Day,
): readonly PayloadFault[] | undefined => {
  const shown = new Set(allProperties(publicShape(shapeOf(schema))).map(({ path }) => path));
  const lawful = rules.filter(
    (rule) =>
      (rule.rule === 'required_from' || rule.rule === 'required_if') &&
      rule.cite !== undefined &&
      (rule.field === undefined || shown.has(rule.field)),
  );
  return lawful.length === 0 ? undefined : ruleFaults(lawful, facts, on).filter(({ missing }) => missing);
};

/** All payload properties that a rule refers to. */
export const ruleFields = (rule: TemplateRule): readonly string[] => {
  const fields = (subjects: readonly RuleSubject[]): readonly string[] => subjects.flatMap(({ field }) => field ?? []);
  switch (rule.rule) {
    case 'required_if':
    case 'required_from':
    case 'awaiting':
    case 'refused_if':
    case 'applies_if':
    case 'granularity_if':
      return fields(ruleSubjects(rule));
    case 'at_least_one_of':
    case 'ordered':
      return rule.fields;
    case 'sum_of':
      return [...rule.fields, rule.field];
    case 'sums_to':
      return [rule.list, `${rule.list}.${rule.field}`, ...(rule.by === undefined ? [] : [`${rule.list}.${rule.by}`])];
  }
};

/** The subjects of a rule and of its condition. */
const ruleSubjects = (rule: TemplateRule): readonly RuleSubject[] => {
  const looked = 'when' in rule && rule.when !== undefined ? conditionSubjects(rule.when) : [];
  switch (rule.rule) {
    case 'required_if':
    case 'required_from':
    case 'awaiting':
    case 'refused_if':
      return [rule, ...looked];
    case 'applies_if':
      return [{ field: rule.field }, ...looked];
    default:
      return looked;
  }
};

/** All envelope fields that a rule refers to. */
export const ruleEnvelopeFields = (rule: TemplateRule): readonly string[] =>
  ruleSubjects(rule).flatMap(({ envelope }) => envelope ?? []);

/** Granularities that template and rules allow for this passport, with the legal source. */
export const granularitiesAllowed = (
  { granularity_allowed: allowed, rules }: TemplateDocument,
  facts: RuleFacts,
): { readonly allowed: readonly Granularity[]; readonly cite?: string } => {
  const narrowing = rules.filter((rule) => rule.rule === 'granularity_if' && conditionHolds(rule.when, facts));
  const [first] = narrowing;
  return {
    allowed: allowed.filter((one) =>
      narrowing.every((rule) => rule.rule !== 'granularity_if' || rule.granularity.includes(one)),
    ),
    ...(first?.cite ? { cite: first.cite } : {}),
  };
};
