import {
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type Granularity,
} from '../../passport/domain/index.js';
import type { RuleCondition, RuleSubject, ValueCondition } from './template.js';
import { haveWholeWords } from './whole-words.js';

export interface PayloadFault {
  /** Member names and list indexes within the payload, such as `['spare_parts', 0, 'price', 'currency']`. */
  readonly path: readonly (string | number)[];
  /** Sentence that continues the path. */
  readonly message: string;
  /** True for a missing value, false for a wrong one. */
  readonly missing: boolean;
  /** True if the path is an envelope field, by its API name. */
  readonly isOfEnvelope?: true;
  /** Legal source, if the rule has one. */
  readonly cite?: string;
}

/** Path as text, such as `spare_parts[0].price.currency`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

/** The data that rules are evaluated on. */
export interface RuleFacts {
  readonly payload: JsonObject;
  /** The envelope by API names. */
  readonly envelope: JsonObject;
  readonly granularity: Granularity;
  /** Lists where an empty list means "there are none". */
  readonly nones: ReadonlySet<string>;
  /** Inapplicable values with their reasons: `performance.power_w`, or `performance.1.power_w` for a list entry. */
  readonly notApplicable: ReadonlyMap<string, string>;
}

/** True for a JSON Pointer step that selects a list entry. */
export const isListStep = (step: string): boolean => /^(?:\d+|-)$/.test(step);

/** The value at a path of members; undefined if the path leads through a list or to nothing. */
export const valueAt = (object: JsonObject, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      object,
    );

/** The value that a rule or condition refers to. */
export const subjectValue = (subject: RuleSubject, { payload, envelope }: RuleFacts): Json | undefined =>
  subject.field === undefined ? valueAt(envelope, subject.envelope) : valueAt(payload, subject.field);

/** Values at a pointer. If the pointer does not index a list on its way, the values of all entries. */
export const valuesAt = (value: Json | undefined, [step, ...rest]: readonly string[]): readonly Json[] => {
  if (value === undefined || step === undefined) return value === undefined ? [] : [value];
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    return isListStep(step)
      ? valuesAt(entries[Number(step)], rest)
      : entries.flatMap((entry) => valuesAt(entry, [step, ...rest]));
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
};

/** True if a pointer leads to this path or to one of its parents. */
const leadsTo = (pointer: readonly string[], path: readonly (string | number)[]): boolean => {
  let at = 0;
  for (const step of pointer) {
    if (!isListStep(step)) while (typeof path[at] === 'number') at += 1;
    if (String(path[at]) !== step) return false;
    at += 1;
  }
  return true;
};

/** The reason why this path, or one of its parents, is not applicable; undefined without a reason. */
export const reasonFor = (path: readonly (string | number)[], { notApplicable }: RuleFacts): string | undefined =>
  [...notApplicable].find(([pointer]) => leadsTo(pointer.split('.'), path))?.[1];

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === 'string') : [];

const valueHolds = (condition: ValueCondition, facts: RuleFacts): boolean => {
  const value = subjectValue(condition, facts);
  if ('filled' in condition) return !isEmptyValue(value);
  if ('equals' in condition) return value === condition.equals;
  if ('one_of' in condition) return condition.one_of.some((one) => value === one);
  if ('above' in condition) return typeof value === 'number' && value > condition.above;
  if ('at_most' in condition) return typeof value === 'number' && value <= condition.at_most;
  return haveWholeWords(textsIn(value), condition.includes_one_of);
};

/** True if this passport satisfies a condition. */
export const conditionHolds = (condition: RuleCondition, facts: RuleFacts): boolean => {
  if ('all' in condition) return condition.all.every((one) => conditionHolds(one, facts));
  if ('any' in condition) return condition.any.some((one) => conditionHolds(one, facts));
  if ('not' in condition) return !conditionHolds(condition.not, facts);
  if ('granularity' in condition) return condition.granularity.includes(facts.granularity);
  return valueHolds(condition, facts);
};

/** Whether a condition can become true and can become false, while these payload fields are still empty. */
export const possibleOf = (
  condition: RuleCondition,
  facts: RuleFacts,
  undecided: ReadonlySet<string>,
): { readonly met: boolean; readonly failed: boolean } => {
  if ('not' in condition) {
    const { met, failed } = possibleOf(condition.not, facts, undecided);
    return { met: failed, failed: met };
  }
  if ('all' in condition || 'any' in condition) {
    const parts = ('all' in condition ? condition.all : condition.any).map((one) => possibleOf(one, facts, undecided));
    return 'all' in condition
      ? { met: parts.every(({ met }) => met), failed: parts.some(({ failed }) => failed) }
      : { met: parts.some(({ met }) => met), failed: parts.every(({ failed }) => failed) };
  }
  if ('field' in condition && condition.field !== undefined && undecided.has(condition.field))
    return { met: true, failed: true };
  const met = conditionHolds(condition, facts);
  return { met, failed: !met };
};

/** All values that a condition refers to. */
export const conditionSubjects = (condition: RuleCondition): readonly RuleSubject[] => {
  if ('all' in condition) return condition.all.flatMap(conditionSubjects);
  if ('any' in condition) return condition.any.flatMap(conditionSubjects);
  if ('not' in condition) return conditionSubjects(condition.not);
  return 'granularity' in condition ? [] : [condition];
};
