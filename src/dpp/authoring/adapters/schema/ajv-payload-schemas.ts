import type { ErrorObject } from 'ajv/dist/2020.js';
import { FAULTS_MAX } from '../../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../../passport/domain/index.js';
import {
  isDeeperThan,
  mapSubschemas,
  PAYLOAD_LIMITS,
  type PayloadFault,
  type PropertyShape,
  SCHEMA_LIMITS,
  schemaFormFaults,
  shapeOf,
  subschemas,
} from '../../../templates/domain/index.js';
import { PayloadSchemas } from '../../ports/passport-validator.js';
import { BoundedValidator, mustBeSchema, programSize } from './bounded-validator.js';

/** Length of the longest text that a pattern can be matched against. The schema of the same value sets it. */
const longestText = ({ maxLength }: JsonObject): number =>
  typeof maxLength === 'number' ? Math.min(maxLength, PAYLOAD_LIMITS.characters) : PAYLOAD_LIMITS.characters;

const own = (schema: JsonObject, key: string): readonly string[] => {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return [];
  const [size, length] = [programSize(pattern), longestText(schema)];
  if (size * length <= SCHEMA_LIMITS.patternSteps) return [];
  const most = Math.floor(SCHEMA_LIMITS.patternSteps / size);
  return [
    `${key}: the pattern compiles to ${size} instructions and applies to texts of up to ${length} characters, but the product of both must not exceed ${SCHEMA_LIMITS.patternSteps}. Add a maxLength of at most ${most}, or use fewer repetitions`,
  ];
};

/**
 * Patterns that would take too long for the longest possible text (docs/passports-templates.md, "The schema"). Throws
 * on an invalid pattern.
 */
const patternFaults = (schema: JsonObject, key = 'schema'): readonly string[] => [
  ...own(schema, key),
  ...subschemas(schema)
    .filter(([, inside]) => isJsonObject(inside))
    .flatMap(([at, inside]) => patternFaults(inside, key === 'schema' ? at : `${key}/${at}`)),
];

/** Keywords that make values required, directly or under a condition. */
const ASKING = [
  'required',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'minItems',
  'contains',
  'minContains',
  'maxContains',
  'if',
  'then',
  'else',
  'not',
  'anyOf',
  'oneOf',
  // Cannot be evaluated without the alternatives that declare the properties.
  'unevaluatedProperties',
  'unevaluatedItems',
];

/**
 * The schema for drafts: values must have the right type and form, but nothing is required yet. Alternatives are
 * checked at publication, because incomplete data does not show which one applies.
 */
const withoutRequired = (schema: JsonObject): JsonObject =>
  mapSubschemas(Object.fromEntries(Object.entries(schema).filter(([key]) => !ASKING.includes(key))), withoutRequired);

const withoutId = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id'));

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Path of member names and list indexes, as in the payload. */
const pathOf = (pointer: string, payload: JsonObject): readonly (string | number)[] => {
  let value: Json | undefined = payload;
  return pointer
    .split('/')
    .slice(1)
    .map(unescaped)
    .map((step) => {
      const key = Array.isArray(value) ? Number(step) : step;
      value = Array.isArray(value)
        ? (value as readonly Json[])[key as number]
        : isJsonObject(value)
          ? value[step]
          : undefined;
      return key;
    });
};

/** Keywords whose errors only repeat an error found inside a combination. */
const REPEATING = new Set(['if', 'allOf']);

const NAMES_MAX = 12;

/** Expected form of an object or list, because its type alone does not help authors; undefined for other values. */
const shapeText = (type: unknown, path: readonly (string | number)[], schema: JsonObject): string | undefined => {
  if (type !== 'object' && type !== 'array') return undefined;
  let shape = shapeOf(schema);
  let property: PropertyShape | undefined;
  for (const step of path.filter((one) => typeof one === 'string')) {
    property = shape.get(step);
    shape = property?.children ?? new Map();
  }
  const isEntry = typeof path.at(-1) === 'number';
  const names = [...shape.keys()];
  const shown = names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX), '…'] : names;
  const objects = shown.length === 0 ? '' : ` with ${shown.join(', ')}`;
  if (type === 'array') return `must be a list${objects === '' ? '' : ` of objects${objects}`}`;
  return property?.languageMap && !isEntry
    ? 'must be an object with one text per language, such as {"en": "…"}'
    : `must be an object${objects}`;
};

const faultOf = (error: ErrorObject, payload: JsonObject, schema: JsonObject): PayloadFault => {
  const path = pathOf(error.instancePath, payload);
  const params = error.params as Readonly<Record<string, unknown>>;
  const named = (name: unknown): readonly (string | number)[] => (typeof name === 'string' ? [...path, name] : path);
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return { path: named(params['missingProperty']), message: 'is required', missing: true };
    case 'additionalProperties':
      return { path: named(params['additionalProperty']), message: 'is not supported', missing: false };
    case 'unevaluatedProperties':
      return { path: named(params['unevaluatedProperty']), message: 'is not supported', missing: false };
    case 'propertyNames':
      return { path: named(params['propertyName']), message: 'is not an allowed name', missing: false };
    case 'enum': {
      const values = (params['allowedValues'] as readonly unknown[]).slice(0, 30).map((one) => JSON.stringify(one));
      return { path, message: `must be one of ${values.join(', ')}`, missing: false };
    }
    case 'type':
      return {
        path,
        message: shapeText(params['type'], path, schema) ?? error.message ?? 'is not valid',
        missing: false,
      };
    default:
      return { path, message: error.message ?? 'is not valid', missing: false };
  }
};

const longestList = (value: Json): number => {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    return list.reduce<number>((most, one) => Math.max(most, longestList(one)), list.length);
  }
  return isJsonObject(value)
    ? Object.values(value).reduce<number>((most, one) => Math.max(most, longestList(one)), 0)
    : 0;
};

const beyondLimits = (payload: JsonObject): string | undefined => {
  if (isDeeperThan(payload, PAYLOAD_LIMITS.depth))
    return `is nested deeper than ${PAYLOAD_LIMITS.depth} levels. Flatten it`;
  if (JSON.stringify(payload).length > PAYLOAD_LIMITS.characters)
    return `is longer than ${PAYLOAD_LIMITS.characters} characters. Shorten it`;
  if (longestList(payload) > PAYLOAD_LIMITS.entries)
    return `has a list with more than ${PAYLOAD_LIMITS.entries} entries. Shorten the list`;
  return undefined;
};

interface Compiled {
  all?: BoundedValidator;
  types?: BoundedValidator;
}

/**
 * Strict Ajv 8 for draft 2020-12. Each schema gets its own instance, because an instance keeps every schema and two
 * templates can use the same schema name. A schema object is compiled once and the result is garbage-collected with it.
 * References can only lead to definitions of the same schema, so nothing is fetched.
 */
export class AjvPayloadSchemas extends PayloadSchemas {
  readonly #compiled = new WeakMap<JsonObject, Compiled>();

  override schemaFaults(schema: JsonObject): readonly string[] {
    const form = schemaFormFaults(schema);
    if (form.length > 0) return form;
    try {
      const costly = patternFaults(schema);
      if (costly.length > 0) return costly;
      mustBeSchema(withoutId(schema));
      this.#of(schema, 'all');
      return [];
    } catch (error) {
      return [`schema: ${said(error)}`];
    }
  }

  override payloadFaults(
    schema: JsonObject,
    payload: JsonObject,
    asked: 'all' | 'types' = 'all',
  ): readonly PayloadFault[] {
    const limit = beyondLimits(payload);
    if (limit !== undefined) return [{ path: [], message: limit, missing: false }];
    const faults = this.#of(schema, asked)
      .errors(payload)
      .filter(({ keyword }) => !REPEATING.has(keyword))
      .map((error) => faultOf(error, payload, schema));
    const known = new Set<string>();
    return faults
      .filter(({ path, message }) => {
        const text = JSON.stringify([path, message]);
        return known.has(text) ? false : known.add(text);
      })
      .slice(0, FAULTS_MAX);
  }

  #of(schema: JsonObject, asked: 'all' | 'types'): BoundedValidator {
    let kept = this.#compiled.get(schema);
    if (!kept) this.#compiled.set(schema, (kept = {}));
    return (kept[asked] ??= new BoundedValidator(withoutId(asked === 'all' ? schema : withoutRequired(schema))));
  }
}
