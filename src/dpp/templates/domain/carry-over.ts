import { Decimal, type Fault, sentence, unsupported, wrongType } from '../../../../libs/kernel/index.js';
import { isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { formFaults, isList, isScalar, isText, type MemberForm } from './condition-form.js';
import { valueAt } from './conditions.js';
import { isEnvelopeField, keptInEnvelope } from './passport-facts.js';
import { allProperties, type Shape, shapeOf } from './schema-shape.js';
import type { Move, TemplateDocument } from './template.js';

const NAME = '[A-Za-z][A-Za-z0-9_]{0,63}';
const SOURCE = new RegExp(`^${NAME}(?:\\.${NAME}){0,9}$`);
/** Path such as `performance[0].capacity_fade`, where `[0]` is the first entry of a list. */
const TARGET = new RegExp(`^${NAME}(?:\\[0\\])?(?:\\.${NAME}(?:\\[0\\])?){0,9}$`);
const SOURCES_MAX = 20;

const FORMS: Readonly<Record<string, MemberForm>> = {
  from: {
    is: (value) =>
      Array.isArray(value)
        ? value.length > 1 && value.length <= SOURCES_MAX && (value as readonly Json[]).every(isSource)
        : isSource(value),
    rule: `one path such as share.a, or a list of 2 to ${SOURCES_MAX}`,
  },
  to: { is: (value) => typeof value === 'string' && TARGET.test(value), rule: 'paths such as records[0].fade' },
  envelope: { is: isText, rule: 'non-empty strings' },
  versions: { is: (value) => isList(value, 1, (one) => typeof one === 'string'), rule: 'lists of at least one string' },
  lost: { is: (value) => typeof value === 'string' && value.trim() !== '', rule: 'non-blank strings' },
  values: {
    is: (value) => isJsonObject(value) && Object.values(value).every(isScalar),
    rule: 'objects of strings, numbers and booleans',
  },
};
const isSource = (value: Json): boolean => typeof value === 'string' && SOURCE.test(value);

/** Checks the form of a mapping for older values (docs/passports-templates.md, "Versions"). */
export const moveFaults = (value: Json, field: string): readonly Fault[] => {
  if (!isJsonObject(value)) return [wrongType(field, value, 'object')];
  const goals = ['to', 'envelope', 'lost'].filter((key) => value[key] !== undefined);
  return [
    ...Object.keys(value)
      .filter((key) => !Object.hasOwn(FORMS, key))
      .map((key) => unsupported(`${field}.${key}`)),
    ...formFaults(FORMS, value, field),
    ...(value['from'] === undefined || goals.length !== 1
      ? [
          sentence(
            '%fieldName must have "from" and exactly one of "to", "envelope" or "lost".',
            { fieldName: field },
            field,
          ),
        ]
      : []),
  ];
};

const propertyPath = (target: string): string => target.replaceAll('[0]', '');

/** Checks that the targets of mappings exist. */
export const moveMeaningFaults = ({ carried_over: carried, schema }: TemplateDocument): readonly Fault[] => {
  const known = new Map(allProperties(shapeOf(schema)).map((property) => [property.path, property]));
  /** True for a property, or for one language of a language map. */
  const isTarget = (path: string): boolean =>
    known.has(path) || known.get(path.split('.').slice(0, -1).join('.'))?.languageMap === true;
  return (carried?.moves ?? []).flatMap(({ to, envelope }, index) => {
    const field = `carried_over.moves[${index}]`;
    if (to !== undefined && !isTarget(propertyPath(to)))
      return [
        sentence(
          '%fieldName has the target %path, which does not exist in the schema. Correct the path.',
          { fieldName: field, path: to },
          field,
        ),
      ];
    return envelope !== undefined && !isEnvelopeField(envelope)
      ? [
          sentence(
            '%fieldName has the target %path, which does not exist in the envelope. Correct the path.',
            { fieldName: field, path: envelope },
            field,
          ),
        ]
      : [];
  });
};

/** A converted value with its old and new path. */
interface CarriedValue {
  readonly from: string;
  readonly to: string;
}

interface LostValue {
  readonly path: string;
  readonly reason: string;
}

/** The content of a passport after conversion to another template. */
export interface CarryOver {
  readonly payload: JsonObject;
  /** Envelope fields to set, by API name. Fields that already have a value keep it. */
  readonly envelope: JsonObject;
  readonly carried: readonly CarriedValue[];
  readonly lost: readonly LostValue[];
}

const sourcesOf = ({ from }: Move): readonly string[] => (typeof from === 'string' ? [from] : from);

/** The value to move; undefined if it is absent or has no mapping in `values`. */
const movedValue = (move: Move, payload: JsonObject): Json | undefined => {
  const found = sourcesOf(move)
    .map((path) => valueAt(payload, path))
    .filter((value) => !isEmptyValue(value));
  if (typeof move.from !== 'string') {
    const numbers = found.filter((value) => typeof value === 'number');
    return numbers.length === 0
      ? undefined
      : numbers.reduce<Decimal>((sum, one) => sum.plus(one), new Decimal(0)).toNumber();
  }
  const [value] = found;
  if (move.values === undefined || value === undefined) return value;
  return typeof value === 'string' && Object.hasOwn(move.values, value) ? move.values[value] : undefined;
};

const without = (payload: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject => {
  const member = Object.hasOwn(payload, name) ? payload[name] : undefined;
  if (member === undefined) return payload;
  const { [name]: _gone, ...others } = payload;
  if (rest.length === 0) return others;
  if (!isJsonObject(member)) return payload;
  const left = without(member, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
};

const withValue = (payload: JsonObject, [step = '', ...rest]: readonly string[], value: Json): JsonObject => {
  const isList = step.endsWith('[0]');
  const name = propertyPath(step);
  const before = Object.hasOwn(payload, name) ? payload[name] : undefined;
  const first: Json | undefined = isList
    ? Array.isArray(before)
      ? (before as readonly Json[])[0]
      : undefined
    : before;
  const next = rest.length === 0 ? value : withValue(isJsonObject(first) ? first : {}, rest, value);
  return {
    ...payload,
    [name]: isList ? [next, ...(Array.isArray(before) ? (before as readonly Json[]).slice(1) : [])] : next,
  };
};

/** Removes members that the other template does not declare, and reports their paths. */
const declared = (value: Json, shape: Shape, path: string, lose: (path: string) => void): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => declared(one, shape, path, lose));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): readonly [string, Json][] => {
      const [property, own] = [shape.get(name), path === '' ? name : `${path}.${name}`];
      if (property) return [[name, property.languageMap ? member : declared(member, property.children, own, lose)]];
      lose(own);
      return [];
    }),
  );
};

const majorOf = (version: string): string => version.split('.')[0] ?? '';

/**
 * True if passports can be converted from one template to the other (docs/passports-templates.md, "Versions"): the
 * target maps their values, or has the same major version, in which properties keep names and meanings.
 */
export const takesOver = (from: TemplateDocument, to: TemplateDocument): boolean =>
  from.code === to.code &&
  (majorOf(from.version) === majorOf(to.version) || to.carried_over?.from.includes(from.version) === true);

const NO_PROPERTY = 'The template has no such property.';
const NOT_HELD = 'The target field of the passport cannot store this value.';

/**
 * Converts a payload to another template (docs/passports-templates.md, "Versions"): applies the target's mappings and
 * keeps properties with the same name. Reports all other values as lost.
 */
export const carryOver = (payload: JsonObject, from: TemplateDocument, to: TemplateDocument): CarryOver => {
  const { carried_over: known } = to;
  const moves =
    from.code === to.code && known?.from.includes(from.version)
      ? known.moves.filter(({ versions }) => versions === undefined || versions.includes(from.version))
      : [];
  const envelope: Record<string, Json> = {};
  const carried: CarriedValue[] = [];
  const lost: LostValue[] = [];
  let left = payload;
  const targets: [string, Json][] = [];
  for (const move of moves) {
    const value = movedValue(move, payload);
    if (value === undefined) continue;
    const path = sourcesOf(move).join(' + ');
    // A derived value does not remove its source.
    if (move.envelope === undefined || move.values === undefined)
      for (const source of sourcesOf(move)) left = without(left, source.split('.'));
    if (move.lost !== undefined) lost.push({ path, reason: move.lost });
    else if (move.envelope !== undefined) {
      const kept = keptInEnvelope(move.envelope, value);
      if (kept === undefined) lost.push({ path, reason: NOT_HELD });
      else {
        envelope[move.envelope] = kept;
        carried.push({ from: `dpp_payload.${path}`, to: move.envelope });
      }
    } else if (move.to !== undefined) {
      targets.push([move.to, value]);
      carried.push({ from: `dpp_payload.${path}`, to: `dpp_payload.${move.to}` });
    }
  }
  const gone = new Set<string>();
  const kept = declared(left, shapeOf(to.schema), '', (path) => gone.add(path)) as JsonObject;
  const same = Object.keys(kept).filter((name) => !isEmptyValue(kept[name]));
  return {
    payload: targets.reduce((whole, [target, value]) => withValue(whole, target.split('.'), value), kept),
    envelope,
    carried: [...same.map((name) => ({ from: `dpp_payload.${name}`, to: `dpp_payload.${name}` })), ...carried],
    lost: [...lost, ...[...gone].map((path) => ({ path, reason: NO_PROPERTY }))].map(({ path, reason }) => ({
      path: `dpp_payload.${path}`,
      reason,
    })),
  };
};
