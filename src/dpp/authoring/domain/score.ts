import type { Day } from '../../../../libs/kernel/index.js';
import { envelopeScore, type ScoreItem } from './envelope-score.js';
import { isEmptyValue, type Json, type PassportContent } from '../../passport/domain/index.js';
import {
  type PayloadFault,
  isNotAsked,
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
  /** 0 to 100. */
  readonly score: number;
  readonly items: readonly ScoreItem[];
}

const ENVELOPE_SHARE = 40;
const PAYLOAD_SHARE = 60;
const REQUIRED_WEIGHT = 3;
const OPTIONAL_WEIGHT = 1;
const PAYLOAD = 'dpp_payload';

/** The payload's top properties are items, and below them, outside lists, those that the template gives a weight. */
const scored = (template: TemplateDocument): readonly PropertyShape[] =>
  allProperties(shapeOf(template.schema)).filter(
    ({ path, weight, inList }) => !path.includes('.') || (weight !== null && !inList),
  );

const isAt = (fault: PayloadFault, path: string): boolean => {
  const names = fault.path.filter((step) => typeof step === 'string').join('.');
  return names === path || names.startsWith(`${path}.`);
};

/** What everybody reads: public itself and within what is public, and no measured value, which belongs to no part. */
const isPublicIn = (template: TemplateDocument): ((property: PropertyShape) => boolean) => {
  const all = allProperties(shapeOf(template.schema));
  const hidden = all.filter((property) => !isPublicProperty(property)).map(({ path }) => path);
  return ({ path }) => !hidden.some((other) => path === other || path.startsWith(`${other}.`));
};

/** An empty list says something where the template takes it for "there are none". */
const isEmpty = (value: Json | undefined, { hasNone }: PropertyShape): boolean =>
  isEmptyValue(value) && !(hasNone && Array.isArray(value) && value.length === 0);

const payloadItem = (property: PropertyShape, { facts, template, faults, on }: Scored): ScoreItem => {
  const { path, required, cite } = property;
  const weight = property.weight ?? (required ? REQUIRED_WEIGHT : OPTIONAL_WEIGHT);
  const item = { path: `${PAYLOAD}.${path}`, weight, cite };
  const about = faults.filter((fault) => !fault.isOfEnvelope && isAt(fault, path));
  const empty = isEmpty(valueAt(facts.payload, path), property);
  if (empty && isNotAsked(path, template.rules, facts, on))
    return { ...item, state: 'not_applicable', message: 'Not asked of this product.' };
  const reason = empty ? reasonNotToApply(path, template.rules, facts) : undefined;
  if (reason !== undefined) return { ...item, state: 'not_applicable', message: `Not applicable: ${reason}` };
  if (empty) return { ...item, state: 'missing', message: required ? 'Required, and empty.' : 'Empty.' };
  const [first] = about;
  if (first) return { ...item, state: 'invalid', message: `Not filled: it ${first.message}.` };
  return { ...item, state: 'ok', message: 'Filled.' };
};

interface Scored {
  readonly facts: RuleFacts;
  readonly template: TemplateDocument;
  readonly faults: readonly PayloadFault[];
  readonly on: Day;
}

/** Weights that count, and those of them that are filled. Of nothing asked, everything is there. */
const share = (items: readonly ScoreItem[]): { readonly filled: number; readonly all: number } => {
  const sum = (of: readonly ScoreItem[]): number => of.reduce((total, { weight }) => total + weight, 0);
  const all = sum(items.filter(({ state }) => state !== 'not_applicable'));
  return all === 0 ? { filled: 1, all: 1 } : { filled: sum(items.filter(({ state }) => state === 'ok')), all };
};

/** Half up, in whole numbers: weights are integers, so no share is ever rounded twice. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * How complete a passport is (passports.md, "Completeness"): 40 for the envelope, 60 for the payload, half up.
 * `payloadFaults` is what the template's schema and rules found in the payload; a value they name isn't filled. `on` is
 * the day by which dated rules are judged. Of `public` points only those count that everybody reads.
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
  const payload = scored(template)
    .filter(counts)
    .map((property) => payloadItem(property, { facts, template, faults: payloadFaults, on }));
  const [one, other] = [share(envelope), share(payload)];
  const score = rounded(
    ENVELOPE_SHARE * one.filled * other.all + PAYLOAD_SHARE * other.filled * one.all,
    one.all * other.all,
  );
  return { score, items: [...envelope, ...payload] };
};
