import { type Day, Decimal, roundHalfUp } from '../../../../libs/kernel/index.js';
import {
  granularityOf,
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedField,
  NUMBER_BOUNDS,
  PASSPORT_FIELDS,
  type PassportContent,
  type PublicPassport,
  shownValues,
} from '../../passport/domain/index.js';
import { type RuleFacts, valuesAt } from './conditions.js';
import { allProperties, shapeOf } from './schema-shape.js';
import type { TemplateDocument } from './template.js';

const PLACED = 'placed_on_market_on';
const NOT_APPLICABLE = 'not_applicable';

const ENVELOPE = PASSPORT_FIELDS.filter(({ by, property }) => by === 'author' && property !== 'dppPayload');

const kindsOf = (fields: readonly NamedField[], path = ''): readonly (readonly [string, NamedField['kind']])[] =>
  fields.flatMap(({ name, kind, parts }) => [[`${path}${name}`, kind], ...kindsOf(parts, `${path}${name}.`)]);
const ENVELOPE_KINDS: ReadonlyMap<string, NamedField['kind']> = new Map(kindsOf(ENVELOPE));

/** True for authored fields outside the payload, which rules can refer to. */
export const isEnvelopeField = (path: string): boolean => ENVELOPE_KINDS.has(path);

/** A payload value converted to an envelope field, with numbers rounded; undefined if the field cannot store it. */
export const keptInEnvelope = (path: string, value: Json): Json | undefined => {
  if (ENVELOPE_KINDS.get(path) !== 'number' || typeof value !== 'number') return value;
  const rounded = roundHalfUp(new Decimal(value), NUMBER_BOUNDS.scale);
  return rounded.gte(NUMBER_BOUNDS.min) && rounded.lte(NUMBER_BOUNDS.max) ? rounded.toNumber() : undefined;
};

const step = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');

/** Converts a pointer such as `/state_of_health/0/remaining_power_w` to `state_of_health.0.remaining_power_w`. */
const pathOf = (pointer: string): string => pointer.split('/').slice(1).map(step).join('.');

/** Reasons of `not_applicable` by property path. */
export const reasonsIn = (said: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isJsonObject(said) ? said : {}).flatMap(([pointer, reason]) =>
      typeof reason === 'string' && reason.trim() !== '' ? [[pathOf(pointer), reason] as const] : [],
    ),
  );

/** True if a payload has a value at a JSON Pointer. List indexes are optional. */
export const hasValueAt = (payload: JsonObject, pointer: string): boolean =>
  valuesAt(payload, pointer.split('/').slice(1).map(step)).some((value) => !isEmptyValue(value));

const kept = new WeakMap<JsonObject, ReadonlySet<string>>();

const nonesOf = ({ schema }: TemplateDocument): ReadonlySet<string> => {
  const known = kept.get(schema);
  if (known) return known;
  const nones = allProperties(shapeOf(schema)).filter(({ hasNone }) => hasNone);
  const paths = new Set(nones.map(({ path }) => path));
  kept.set(schema, paths);
  return paths;
};

/** The data of a passport that rules are evaluated on. */
export const ruleFacts = (passport: PassportContent, template: TemplateDocument): RuleFacts => {
  const envelope = shownValues(ENVELOPE, passport);
  return {
    payload: passport.dppPayload,
    envelope,
    granularity: granularityOf(passport),
    nones: nonesOf(template),
    notApplicable: reasonsIn(envelope[NOT_APPLICABLE]),
  };
};

/** Same as `ruleFacts`, for public data only. */
export const publicFacts = (view: PublicPassport, template: TemplateDocument): RuleFacts => ({
  payload: JSON.parse(view.dpp_payload) as JsonObject,
  // A public view without parties other than the manufacturer has no list of parties.
  envelope: {
    ...(view as unknown as JsonObject),
    ...(view.parties || !view.manufacturer
      ? {}
      : { parties: [{ role: 'manufacturer', name: view.manufacturer.name }] }),
  },
  granularity: view.granularity,
  nones: nonesOf(template),
  notApplicable: reasonsIn(view.not_applicable),
});

/** The date for dated rules: the date of placing on the market, else today. */
export const evaluationDay = ({ envelope }: RuleFacts, today: Day): Day => {
  const placed = envelope[PLACED];
  return typeof placed === 'string' && placed !== '' ? (placed as Day) : today;
};
