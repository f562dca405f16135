import {
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type Granularity,
} from '../../passport/domain/index.js';
import type { RuleCondition, RuleSubject, ValueCondition } from './template.js';
import { haveWholeWords } from './whole-words.js';

/** What rules are judged by. */
export interface RuleFacts {
  readonly payload: JsonObject;
  /** The envelope by its names on the wire. */
  readonly envelope: JsonObject;
  readonly granularity: Granularity;
  /** Lists of which an empty one is an answer: there are none. */
  readonly nones: ReadonlySet<string>;
  /** What is said not to apply, with the reason: `performance.power_w`, of one entry of a list `performance.1.power_w`. */
  readonly notApplicable: ReadonlyMap<string, string>;
}

/** A step of a pointer that means an entry of a list. */
export const isListPlace = (step: string): boolean => /^(?:\d+|-)$/.test(step);

/** The value at a path of members; undefined where a list or nothing is in the way. */
export const valueAt = (object: JsonObject, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      object,
    );

/** The value that a rule or condition speaks of. */
export const subjectValue = (subject: RuleSubject, { payload, envelope }: RuleFacts): Json | undefined =>
  subject.field === undefined ? valueAt(envelope, subject.envelope) : valueAt(payload, subject.field);

/** What stands where a pointer leads; of a list on the way that it names no entry of, all of them. */
export const valuesAt = (value: Json | undefined, [step, ...rest]: readonly string[]): readonly Json[] => {
  if (value === undefined || step === undefined) return value === undefined ? [] : [value];
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    return isListPlace(step)
      ? valuesAt(entries[Number(step)], rest)
      : entries.flatMap((entry) => valuesAt(entry, [step, ...rest]));
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
};

/** Whether what a pointer leads to is this place, or has it in itself. */
const leadsTo = (pointer: readonly string[], place: readonly (string | number)[]): boolean => {
  let at = 0;
  for (const step of pointer) {
    if (!isListPlace(step)) while (typeof place[at] === 'number') at += 1;
    if (String(place[at]) !== step) return false;
    at += 1;
  }
  return true;
};

/** The reason why a place, or all that it is part of, doesn't apply; undefined where none was given. */
export const reasonFor = (place: readonly (string | number)[], { notApplicable }: RuleFacts): string | undefined =>
  [...notApplicable].find(([pointer]) => leadsTo(pointer.split('.'), place))?.[1];

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

/** Whether a rule's condition holds of this passport. */
export const conditionHolds = (condition: RuleCondition, facts: RuleFacts): boolean => {
  if ('all' in condition) return condition.all.every((one) => conditionHolds(one, facts));
  if ('any' in condition) return condition.any.some((one) => conditionHolds(one, facts));
  if ('not' in condition) return !conditionHolds(condition.not, facts);
  if ('granularity' in condition) return condition.granularity.includes(facts.granularity);
  return valueHolds(condition, facts);
};

/** Every value that a condition looks at. */
export const conditionSubjects = (condition: RuleCondition): readonly RuleSubject[] => {
  if ('all' in condition) return condition.all.flatMap(conditionSubjects);
  if ('any' in condition) return condition.any.flatMap(conditionSubjects);
  if ('not' in condition) return conditionSubjects(condition.not);
  return 'granularity' in condition ? [] : [condition];
};
