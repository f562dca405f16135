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
  /** Properties said not to apply, with the reason. */
  readonly notApplicable: ReadonlyMap<string, string>;
}

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

/** The reason why a property, or all that it is part of, doesn't apply; undefined where none was given. */
export const reasonFor = (path: string, { notApplicable }: RuleFacts): string | undefined => {
  const names = path.split('.');
  return names
    .map((_, place) => notApplicable.get(names.slice(0, place + 1).join('.')))
    .find((reason) => reason !== undefined);
};

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
