import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { hidesSomething } from './public-payload.js';
import { isPublicProperty, type PropertyShape, referenced, shapeOfProperty } from './schema-shape.js';
import { mapSubschemas, subschemas } from './schema-walk.js';
import { DIALECT } from './schema-faults.js';
import { PUBLIC_POINT, type TemplateDocument } from './template.js';

type Inside = Pick<PropertyShape, 'point' | 'children'>;

/** True if hiding can make a value empty. Such values are removed, so the public schema cannot require them. */
const mayVanish = ({ children }: Inside): boolean =>
  hidesSomething(children) &&
  ![...children.values()].some((child) => isPublicProperty(child) && child.required && !mayVanish(child));

/** Keywords about counts, which hiding would invalidate. */
const COUNTS = ['minProperties', 'maxProperties', 'minItems', 'contains', 'minContains', 'maxContains', 'uniqueItems'];
/** Kontor's extensions, which strict validators refuse. */
const OURS = ['x-weight', 'x-disclosure', 'x-cite', 'x-voluntary', 'x-none', 'x-dynamic', 'x-document'];

const strip = (schema: JsonObject, root: JsonObject): JsonObject => {
  const declared = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const inside = new Map(
    Object.entries(declared).map(([name, one]) => [name, shapeOfProperty(root, isJsonObject(one) ? one : {})]),
  );
  const isHidden = (name: string): boolean => inside.has(name) && inside.get(name)?.point !== PUBLIC_POINT;
  const asked = (name: Json): boolean => {
    const property = typeof name === 'string' ? inside.get(name) : undefined;
    return !property || (property.point === PUBLIC_POINT && !mayVanish(property));
  };
  const { point: _own, children } = shapeOfProperty(root, schema);
  const dropped = new Set([...OURS, ...(hidesSomething(children) ? COUNTS : [])]);
  const members = Object.entries(schema)
    .filter(([key]) => !dropped.has(key))
    .map(([key, value]): readonly [string, Json] => {
      if (key === 'properties' && isJsonObject(value))
        return [key, Object.fromEntries(Object.entries(value).filter(([name]) => !isHidden(name)))];
      if (key === 'required' && Array.isArray(value)) return [key, (value as readonly Json[]).filter(asked)];
      return [key, value];
    });
  const cite = schema['x-cite'];
  return mapSubschemas(
    { ...(typeof cite === 'string' ? { $comment: cite } : {}), ...Object.fromEntries(members) },
    (one) => strip(one, root),
  );
};

/** Definitions that are still referenced. */
const usedDefinitions = (schema: JsonObject): ReadonlySet<JsonObject> => {
  const used = new Set<JsonObject>();
  const visit = (one: JsonObject): void => {
    const target = referenced(schema, one['$ref']);
    if (target && !used.has(target)) {
      used.add(target);
      visit(target);
    }
    for (const [path, inside] of subschemas(one)) if (!path.startsWith('$defs/')) visit(inside);
  };
  visit(schema);
  return used;
};

/** The schema without non-public parts: the public part of a valid payload is valid under it. */
export const publicSchema = ({ schema }: Pick<TemplateDocument, 'schema'>, id: string): JsonObject => {
  const stripped = strip(schema, schema);
  const used = usedDefinitions(stripped);
  const { $schema: _dialect, $id: _id, $defs: definitions, ...rest } = stripped;
  const left = isJsonObject(definitions)
    ? Object.entries(definitions).filter(([, one]) => isJsonObject(one) && used.has(one))
    : [];
  return {
    $schema: DIALECT,
    $id: id,
    ...rest,
    ...(left.length === 0 ? {} : { $defs: Object.fromEntries(left) }),
  };
};
