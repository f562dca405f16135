import { isJsonObject, type Json, type JsonObject } from './json.js';
import { SCHEMA_LIMITS } from './schema-limits.js';
import { referenced } from './schema-shape.js';
import { isDeeperThan, subschemas } from './schema-walk.js';
import { DISCLOSURES } from './template.js';

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Keywords by which a schema would reach or rename what isn't in it, or speak of properties without a name. */
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

const own = (schema: JsonObject, root: JsonObject): readonly string[] => {
  const faults: string[] = NOT_TAKEN.filter((key) => Object.hasOwn(schema, key)).map((key) => `${key} is not taken`);
  const { $ref, $schema, $id, pattern } = schema;
  if ($schema !== undefined && (schema !== root || $schema !== DIALECT))
    faults.push(`$schema must be ${DIALECT}, at the top`);
  if ($id !== undefined && schema !== root) faults.push('$id is taken only at the top');
  if ($ref !== undefined && !referenced(root, $ref))
    faults.push('$ref must be #/$defs/ and the name of a definition there');
  if (typeof pattern === 'string' && pattern.length > SCHEMA_LIMITS.pattern)
    faults.push(`pattern is longer than ${SCHEMA_LIMITS.pattern} characters`);
  if (isJsonObject(schema['properties']))
    for (const name of Object.keys(schema['properties']))
      if (!PROPERTY_NAME.test(name))
        faults.push(`"${name.slice(0, 80)}" is no name of a property: letters, digits and _`);
  const said = (key: string, is: (value: Json) => boolean, what: string): void => {
    const value = schema[key];
    if (value !== undefined && !is(value)) faults.push(`${key} must be ${what}`);
  };
  said('x-disclosure', (value) => DISCLOSURES.some((word) => word === value), `one of ${DISCLOSURES.join(', ')}`);
  said('x-weight', isWeight, `a whole number from 0 to ${WEIGHT_MAX}`);
  said('x-cite', (value) => typeof value === 'string', 'a text');
  said('x-voluntary', (value) => typeof value === 'boolean', 'true or false');
  return faults;
};

const walk = (schema: JsonObject, root: JsonObject, place: string): readonly string[] => [
  ...own(schema, root).map((fault) => `${place === '' ? 'schema' : place}: ${fault}`),
  ...subschemas(schema).flatMap(([at, inside]) => walk(inside, root, place === '' ? at : `${place}/${at}`)),
];

/**
 * How many schemas a value meets, references followed: definitions that refer to others twice each would double at every
 * step. Infinity where a definition contains itself.
 */
const weightOf = (root: JsonObject): number => {
  const known = new Map<JsonObject, number>();
  const count = (schema: JsonObject): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, Number.POSITIVE_INFINITY);
    const target = referenced(root, schema['$ref']);
    const inside = subschemas(schema).filter(([place]) => !place.startsWith('$defs/'));
    const sum = [...inside.map(([, one]) => one), ...(target ? [target] : [])].reduce(
      (all, one) => all + count(one),
      1,
    );
    known.set(schema, sum);
    return sum;
  };
  const definitions = subschemas(root).filter(([place]) => place.startsWith('$defs/'));
  return Math.max(count(root), ...definitions.map(([, one]) => count(one)));
};

/** What is wrong with a schema before anybody compiles it; nothing else may read a schema that has such faults. */
export const schemaFormFaults = (schema: JsonObject): readonly string[] => {
  if (isDeeperThan(schema, SCHEMA_LIMITS.depth)) return [`schema: deeper than ${SCHEMA_LIMITS.depth} levels`];
  if (JSON.stringify(schema).length > SCHEMA_LIMITS.characters)
    return [`schema: longer than ${SCHEMA_LIMITS.characters} characters`];
  const faults = walk(schema, schema, '');
  if (schema['type'] !== 'object')
    return ['schema: a payload is an object: "type": "object" is needed at the top', ...faults];
  const weight = weightOf(schema);
  if (weight === Number.POSITIVE_INFINITY) return [...faults, 'schema: a definition contains itself'];
  return weight > SCHEMA_LIMITS.schemas
    ? [...faults, `schema: references lead to more than ${SCHEMA_LIMITS.schemas} schemas`]
    : faults;
};
