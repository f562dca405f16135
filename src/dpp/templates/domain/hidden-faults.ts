import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import {
  allProperties,
  dynamicProperties,
  isPublicProperty,
  objectSchemas,
  type Shape,
  shapeOf,
  shapeOfProperty,
} from './schema-shape.js';
import { PUBLIC_POINT } from './template.js';

const names = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === 'string') : [];

const faultsAt = (root: JsonObject, schema: JsonObject, shape: Shape): readonly string[] => {
  const hidden = [...shape.values()].filter((property) => !isPublicProperty(property));
  const sayings = objectSchemas(root, schema);
  return [
    ...hidden.flatMap(({ name, path }) =>
      sayings.flatMap(({ schema: one, sure }) => {
        const declared = isJsonObject(one['properties']) ? one['properties'][name] : undefined;
        const dependent = isJsonObject(one['dependentRequired']) ? one['dependentRequired'] : {};
        if (!sure && (declared !== undefined || names(one['required']).includes(name)))
          return [`${path} is not public, so alternatives and conditions must not refer to it`];
        if (Object.entries(dependent).some(([of, needed]) => of === name || names(needed).includes(name)))
          return [`${path} is not public, so dependentRequired must not refer to it`];
        if (isJsonObject(declared) && shapeOfProperty(root, declared).point === PUBLIC_POINT)
          return [`${path} is not public, so every declaration of it needs x-disclosure`];
        return [];
      }),
    ),
    ...[...shape.values()].filter(isPublicProperty).flatMap((property) =>
      sayings.flatMap(({ schema: one }) => {
        const declared = isJsonObject(one['properties']) ? one['properties'][property.name] : undefined;
        return isJsonObject(declared) && property.children.size > 0 ? faultsAt(root, declared, property.children) : [];
      }),
    ),
  ];
};

/**
 * Finds declarations that make it unclear what is public: alternatives and conditions on non-public properties, and
 * contradictory declarations. Such templates are refused, so that the schema and the payload hide the same properties.
 */
export const hiddenFaults = (schema: JsonObject): readonly string[] => {
  const shape = shapeOf(schema);
  return [
    ...new Set([
      ...faultsAt(schema, schema, shape),
      ...allProperties(shape)
        .filter(({ point }) => point === null)
        .map(
          ({ path }) =>
            `${path} belongs to two non-public points, its own and that of its parent, so no audience can read it. Remove one x-disclosure`,
        ),
      ...dynamicProperties(shape)
        .filter(({ point }) => point === PUBLIC_POINT)
        .map(({ path }) => `${path} changes in use, so it must not be public and needs its own x-disclosure`),
    ]),
  ];
};

const unknownAt = (root: JsonObject, schema: JsonObject, shape: Shape): readonly string[] => {
  const sayings = objectSchemas(root, schema);
  const own = sayings.flatMap(({ schema: one }) => names(one['required']).filter((name) => !shape.has(name)));
  const inside = [...shape.values()].flatMap((property) =>
    property.children.size === 0
      ? []
      : sayings.flatMap(({ schema: one }) => {
          const declared = isJsonObject(one['properties']) ? one['properties'][property.name] : undefined;
          return isJsonObject(declared) ? unknownAt(root, declared, property.children) : [];
        }),
  );
  return [...own, ...inside];
};

/** Required names that are not declared. No payload could be valid and have a term for each key. */
export const undeclaredRequired = (schema: JsonObject): readonly string[] => [
  ...new Set(unknownAt(schema, schema, shapeOf(schema))),
];
