import type { Day } from '../../../../libs/kernel/index.js';
import { envelopeScore, type ScoreItem } from './envelope-score.js';
import { isEmptyValue, type Json, type PassportContent } from '../../passport/domain/index.js';
import {
  type PayloadFault,
  isNotRequired,
  isPublicProperty,
  reasonNotToApply,
  type RuleFacts,
  ruleFacts,
  valueAt,
  allProperties,
  type PropertyShape,
  shapeOf,
  type TemplateDocument,
} from '../../templates/domain/index.js';

export interface Score {
  /** From 0 to 100. */
  readonly score: number;
  readonly items: readonly ScoreItem[];
}

const ENVELOPE_SHARE = 40;
const PAYLOAD_SHARE = 60;
const REQUIRED_WEIGHT = 3;
const OPTIONAL_WEIGHT = 1;
const PAYLOAD = 'dpp_payload';

/** Scored properties: all top-level payload properties, and nested properties outside lists that have a weight. */
const scored = (template: TemplateDocument): readonly PropertyShape[] =>
  allProperties(shapeOf(template.schema)).filter(
    ({ path, weight, inList }) => !path.includes('.') || (weight !== null && !inList),
  );

const isAt = (fault: PayloadFault, path: string): boolean => {
  const names = fault.path.filter((step) => typeof step === 'string').join('.');
  return names === path || names.startsWith(`${path}.`);
};

/**
 * True for properties that the public can read: the property and all properties around it are public, and it is not
 * measured.
 */
const isPublicIn = (template: TemplateDocument): ((property: PropertyShape) => boolean) => {
  const all = allProperties(shapeOf(template.schema));
  const hidden = all.filter((property) => !isPublicProperty(property)).map(({ path }) => path);
  return ({ path }) => !hidden.some((other) => path === other || path.startsWith(`${other}.`));
};

/** True for an empty value. An empty list counts as filled if the template accepts it as "there are none". */
const isEmpty = (value: Json | undefined, { hasNone }: PropertyShape): boolean =>
  isEmptyValue(value) && !(hasNone && Array.isArray(value) && value.length === 0);

const payloadItem = (property: PropertyShape, { facts, template, faults, on, undecided }: Scored): ScoreItem => {
  const { path, required, cite } = property;
  const weight = property.weight ?? (required ? REQUIRED_WEIGHT : OPTIONAL_WEIGHT);
  const item = { path: `${PAYLOAD}.${path}`, weight, cite };
  const about = faults.filter((fault) => !fault.isOfEnvelope && isAt(fault, path));
  const empty = isEmpty(valueAt(facts.payload, path), property);
  if (empty && isNotRequired(path, template.rules, facts, on, undecided))
    return { ...item, state: 'not_applicable', message: 'The value is not required for this product.' };
  const reason = empty ? reasonNotToApply(path, template.rules, facts) : undefined;
  if (reason !== undefined) return { ...item, state: 'not_applicable', message: `Not applicable: ${reason}` };
  if (empty)
    return {
      ...item,
      state: 'missing',
      message: required ? 'The value is required but empty.' : 'The value is empty.',
    };
  const [first] = about;
  if (first) return { ...item, state: 'invalid', message: `The value ${first.message}.` };
  return { ...item, state: 'ok', message: 'The field has a value.' };
};

interface Scored {
  readonly facts: RuleFacts;
  readonly template: TemplateDocument;
  readonly faults: readonly PayloadFault[];
  readonly on: Day;
  /** Names of empty template fields that every passport needs, such as the category. */
  readonly undecided: ReadonlySet<string>;
}

/** Sums of all weights and of filled weights. If nothing is required, everything counts as filled. */
const share = (items: readonly ScoreItem[]): { readonly filled: number; readonly all: number } => {
  const sum = (of: readonly ScoreItem[]): number => of.reduce((total, { weight }) => total + weight, 0);
  const all = sum(items.filter(({ state }) => state !== 'not_applicable'));
  return all === 0 ? { filled: 1, all: 1 } : { filled: sum(items.filter(({ state }) => state === 'ok')), all };
};

/** Rounds half up. Weights are integers, so no share is rounded twice. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * Completeness score (passports.md, "Completeness"): up to 40 for the envelope and 60 for the payload, rounded half up.
 * A value with a fault in `payloadFaults` (from schema and rules) does not count as filled. `on` is the date for dated
 * rules. If `points` is `public`, only public data points count.
 */
export const scorePassport = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
  on: Day,
  points: 'all' | 'public' = 'all',
): Score => {
  const facts = ruleFacts(passport, template);
  const counts = points === 'all' ? () => true : isPublicIn(template);
  const envelope = envelopeScore(passport, template, facts);
  const properties = scored(template);
  const undecided = new Set(
    properties.flatMap((property) =>
      property.required && isEmpty(valueAt(facts.payload, property.path), property) ? [property.path] : [],
    ),
  );
  const payload = properties
    .filter(counts)
    .map((property) => payloadItem(property, { facts, template, faults: payloadFaults, on, undecided }));
  const [one, other] = [share(envelope), share(payload)];
  const score = rounded(
    ENVELOPE_SHARE * one.filled * other.all + PAYLOAD_SHARE * other.filled * one.all,
    one.all * other.all,
  );
  return { score, items: [...envelope, ...payload] };
};
