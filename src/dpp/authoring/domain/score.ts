import { envelopeScore, type ScoreItem } from './envelope-score.js';
import { isEmptyValue, granularityOf, type PassportContent } from '../../passport/domain/index.js';
import {
  type PayloadFault,
  isNotAsked,
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

const payloadItem = (property: PropertyShape, { passport, template, faults }: Scored): ScoreItem => {
  const { path, required, cite } = property;
  const weight = property.weight ?? (required ? REQUIRED_WEIGHT : OPTIONAL_WEIGHT);
  const item = { path: `${PAYLOAD}.${path}`, weight, cite };
  const about = faults.filter((fault) => isAt(fault, path));
  const empty = isEmptyValue(valueAt(passport.dppPayload, path));
  if (empty && isNotAsked(path, template.rules, passport.dppPayload, granularityOf(passport)))
    return { ...item, state: 'not_applicable', message: 'Not asked of this product.' };
  if (empty) return { ...item, state: 'missing', message: required ? 'Required, and empty.' : 'Empty.' };
  const [first] = about;
  if (first) return { ...item, state: 'invalid', message: `Not filled: it ${first.message}.` };
  return { ...item, state: 'ok', message: 'Filled.' };
};

interface Scored {
  readonly passport: PassportContent;
  readonly template: TemplateDocument;
  readonly faults: readonly PayloadFault[];
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
 * `payloadFaults` is what the template's schema and rules found in the payload; a value they name isn't filled.
 */
export const scorePassport = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
): Score => {
  const envelope = envelopeScore(passport, template);
  const payload = scored(template).map((property) =>
    payloadItem(property, { passport, template, faults: payloadFaults }),
  );
  const [one, other] = [share(envelope), share(payload)];
  const score = rounded(
    ENVELOPE_SHARE * one.filled * other.all + PAYLOAD_SHARE * other.filled * one.all,
    one.all * other.all,
  );
  return { score, items: [...envelope, ...payload] };
};
