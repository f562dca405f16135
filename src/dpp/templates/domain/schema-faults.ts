import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { referenced } from './schema-shape.js';
import { isDeeperThan, subschemas } from './schema-walk.js';
import { DISCLOSURES } from './template.js';

/** Limits on the cost of reading, compiling and applying a template (docs/passports-templates.md, "The schema"). */
export const SCHEMA_LIMITS = Object.freeze({
  /** Length of the schema as JSON, in characters. */
  characters: 262_144,
  /** Nesting depth of lists and objects. */
  depth: 40,
  /** Nesting depth of schemas, including referenced ones. */
  nesting: 100,
  /** Number of schemas, counted once per reference. */
  schemas: 5_000,
  /** Length of a pattern, in characters. */
  pattern: 500,
  /** Instructions of a pattern times characters of the longest text. Each step can take 20 ns. */
  patternSteps: 100_000_000,
});

export const PAYLOAD_LIMITS = Object.freeze({
  characters: 262_144,
  depth: 24,
  /** Number of list entries, because `uniqueItems` compares all pairs. */
  entries: 2_000,
});

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Unsupported keywords: they would refer outside the schema, rename parts of it, or concern unnamed properties. */
const NOT_TAKEN = [
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
  '$vocabulary',
  'definitions',
  'dependencies',
  'patternProperties',
  'additionalItems',
  'contentSchema',
  'contentEncoding',
  'contentMediaType',
];

const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const WEIGHT_MAX = 100;

const isWeight = (value: Json): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= WEIGHT_MAX;

const isTopProperty = (schema: JsonObject, root: JsonObject): boolean =>
  isJsonObject(root['properties']) && Object.values(root['properties']).includes(schema);

const own = (schema: JsonObject, root: JsonObject): readonly string[] => {
  const faults: string[] = NOT_TAKEN.filter((key) => Object.hasOwn(schema, key)).map(
    (key) => `${key} is not supported. Remove it`,
  );
  const { $ref, $schema, $id, pattern } = schema;
  if ($schema !== undefined && (schema !== root || $schema !== DIALECT))
    faults.push(`$schema must be ${DIALECT} and is allowed only at the top level`);
  if ($id !== undefined && schema !== root) faults.push('$id is allowed only at the top level');
  if ($ref !== undefined && !referenced(root, $ref))
    faults.push('$ref must be #/$defs/ followed by the name of an existing definition');
  if (typeof pattern === 'string' && pattern.length > SCHEMA_LIMITS.pattern)
    faults.push(`pattern is longer than ${SCHEMA_LIMITS.pattern} characters. Use a shorter pattern`);
  if (isJsonObject(schema['properties']))
    for (const name of Object.keys(schema['properties']))
      if (!PROPERTY_NAME.test(name))
        faults.push(
          `"${name.slice(0, 80)}" is not a valid property name. Use letters, digits and _, starting with a letter`,
        );
  const said = (key: string, is: (value: Json) => boolean, what: string): void => {
    const value = schema[key];
    if (value !== undefined && !is(value)) faults.push(`${key} must be ${what}`);
  };
  said('x-disclosure', (value) => DISCLOSURES.some((word) => word === value), `one of ${DISCLOSURES.join(', ')}`);
  said('x-weight', isWeight, `a whole number from 0 to ${WEIGHT_MAX}`);
  said('x-cite', (value) => typeof value === 'string', 'a string');
  for (const key of ['x-voluntary', 'x-none', 'x-dynamic', 'x-document'])
    said(key, (value) => typeof value === 'boolean', 'true or false');
  if (schema['x-dynamic'] !== undefined && !isTopProperty(schema, root))
    faults.push('x-dynamic is allowed only on top-level properties');
  if (isJsonObject(schema['properties']) && !Object.hasOwn(schema['properties'], 'url'))
    for (const one of Object.values(schema['properties']))
      if (isJsonObject(one) && one['x-document'] === true)
        faults.push('x-document requires the property url in the same object');
  return faults;
};

const walk = (schema: JsonObject, root: JsonObject, path: string): readonly string[] => [
  ...own(schema, root).map((fault) => `${path === '' ? 'schema' : path}: ${fault}`),
  ...subschemas(schema).flatMap(([at, inside]) => walk(inside, root, path === '' ? at : `${path}/${at}`)),
];

interface Size {
  /** Number of schemas applied to a value, including this one. */
  readonly schemas: number;
  readonly nesting: number;
}

/** The size above a limit, and of recursive definitions. */
const ENDLESS: Size = { schemas: Number.POSITIVE_INFINITY, nesting: Number.POSITIVE_INFINITY };

/**
 * Size of a schema after expanding references. Definitions that refer to another one twice double the size at every
 * step, and long chains are read recursively.
 */
const sizeOf = (root: JsonObject): { readonly size: Size; readonly isCircle: boolean } => {
  const known = new Map<JsonObject, Size>();
  const open = new Set<JsonObject>();
  let isCircle = false;
  const measure = (schema: JsonObject, level: number): Size => {
    const before = known.get(schema);
    if (before) return before;
    if (open.has(schema)) {
      isCircle = true;
      return ENDLESS;
    }
    if (level > SCHEMA_LIMITS.nesting) return ENDLESS;
    open.add(schema);
    const target = referenced(root, schema['$ref']);
    const inside = subschemas(schema).filter(([path]) => !path.startsWith('$defs/'));
    const size = [...inside.map(([, one]) => one), ...(target ? [target] : [])]
      .map((one) => measure(one, level + 1))
      .reduce<Size>(
        (all, one) => ({ schemas: all.schemas + one.schemas, nesting: Math.max(all.nesting, 1 + one.nesting) }),
        { schemas: 1, nesting: 1 },
      );
    open.delete(schema);
    known.set(schema, size);
    return size;
  };
  const definitions = subschemas(root).filter(([path]) => path.startsWith('$defs/'));
  const sizes = [root, ...definitions.map(([, one]) => one)].map((one) => measure(one, 1));
  return {
    size: {
      schemas: Math.max(...sizes.map(({ schemas }) => schemas)),
      nesting: Math.max(...sizes.map(({ nesting }) => nesting)),
    },
    isCircle,
  };
};

/** Faults of the form of a schema. Must be checked before anything else compiles or reads the schema. */
export const schemaFormFaults = (schema: JsonObject): readonly string[] => {
  if (isDeeperThan(schema, SCHEMA_LIMITS.depth))
    return [`schema: nested more than ${SCHEMA_LIMITS.depth} levels deep. Flatten it`];
  if (JSON.stringify(schema).length > SCHEMA_LIMITS.characters)
    return [`schema: longer than ${SCHEMA_LIMITS.characters} characters. Shorten it`];
  const faults = walk(schema, schema, '');
  if (schema['type'] !== 'object')
    return ['schema: a payload is an object, so "type": "object" is required at the top', ...faults];
  const { size, isCircle } = sizeOf(schema);
  if (isCircle) return [...faults, 'schema: a definition contains itself. Remove the recursion'];
  if (size.nesting > SCHEMA_LIMITS.nesting)
    return [
      ...faults,
      `schema: references are nested more than ${SCHEMA_LIMITS.nesting} schemas deep. Use fewer references`,
    ];
  return size.schemas > SCHEMA_LIMITS.schemas
    ? [...faults, `schema: references expand to more than ${SCHEMA_LIMITS.schemas} schemas. Use fewer references`]
    : faults;
};
