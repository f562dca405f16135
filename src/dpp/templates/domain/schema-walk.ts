import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';

const ONE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'dependentSchemas', '$defs'] as const;

/** Direct subschemas by path. `enum`, `const` and examples contain data and are not included. */
export const subschemas = (schema: JsonObject): readonly (readonly [path: string, schema: JsonObject])[] => [
  ...ONE.flatMap((key) => entry(key, schema[key])),
  ...LISTS.flatMap((key) =>
    Array.isArray(schema[key])
      ? (schema[key] as readonly Json[]).flatMap((one, index) => entry(`${key}/${index}`, one))
      : [],
  ),
  ...MAPS.flatMap((key) => {
    const map = schema[key];
    return isJsonObject(map) ? Object.entries(map).flatMap(([name, one]) => entry(`${key}/${name}`, one)) : [];
  }),
];

const entry = (path: string, value: Json | undefined): readonly (readonly [string, JsonObject])[] =>
  isJsonObject(value) ? [[path, value]] : [];

/** Copies a schema and changes its direct subschemas. */
export const mapSubschemas = (schema: JsonObject, change: (inside: JsonObject) => JsonObject): JsonObject => {
  const changed = (value: Json): Json => (isJsonObject(value) ? change(value) : value);
  const next: Record<string, Json> = { ...schema };
  for (const [key, value] of Object.entries(schema)) {
    if ((ONE as readonly string[]).includes(key)) next[key] = changed(value);
    else if ((LISTS as readonly string[]).includes(key) && Array.isArray(value))
      next[key] = (value as readonly Json[]).map(changed);
    else if ((MAPS as readonly string[]).includes(key) && isJsonObject(value))
      next[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one)]));
  }
  return next;
};

/** True if nesting exceeds the limit. Must be checked before recursive processing. */
export const isDeeperThan = (value: unknown, depth: number): boolean => {
  let level: readonly unknown[] = [value];
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return true;
    level = level.flatMap((one): readonly unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one).filter((inner) => typeof inner === 'object') : [],
    );
  }
  return false;
};
