import { isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import {
  allProperties,
  dynamicProperties,
  isPublicProperty,
  type PropertyShape,
  type Shape,
  shapeOf,
} from './schema-shape.js';
import { dense, sparseList } from './sparse-list.js';
import { type Point, PUBLIC_POINT } from './template.js';

/**
 * The part of a value that belongs to an point. Values that become empty are removed, so that they cannot be counted.
 */
const valueAt = (value: Json, property: PropertyShape, point: Point): Json | undefined => {
  const isOther = property.point !== point;
  // Only public values can contain parts of another point.
  if (isOther && property.point !== PUBLIC_POINT) return undefined;
  if (Array.isArray(value)) {
    const entries = (value as readonly Json[]).map((entry) => valueAt(entry, property, point));
    if (entries.every((one) => one === undefined)) return isOther || value.length > 0 ? undefined : [];
    return isMixed(property) ? sparseList(entries) : entries.filter((one) => one !== undefined);
  }
  if (!isJsonObject(value)) return isOther ? undefined : value;
  if (property.languageMap && isOther) return undefined;
  const members = property.languageMap
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : membersAt(value, property.children, point);
  return isEmptyValue(members) && (isOther || !isEmptyValue(value)) ? undefined : members;
};

const membersAt = (value: JsonObject, shape: Shape, point: Point): JsonObject => {
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    const property = shape.get(name);
    if (!property || property.dynamic) continue;
    const seen = valueAt(member, property, point);
    if (seen !== undefined) members.push([name, seen]);
  }
  return Object.fromEntries(members);
};

/** True if list entries contain parts of several points. */
const isMixed = ({ point, children }: PropertyShape): boolean =>
  point === PUBLIC_POINT && allProperties(children).some((child) => child.point !== PUBLIC_POINT);

/**
 * The part of a payload that belongs to one point (passports-templates.md, "The schema"). Excludes other points, values
 * that change in use, and undeclared members, at any depth. Lists with several points are sparse: `joined` reassembles
 * them, and `dense` prepares them for display.
 */
export const payloadAt = (payload: JsonObject, schema: JsonObject, point: Point): JsonObject =>
  membersAt(payload, shapeOf(schema), point);

/** The public payload (passports.md, "The public view"). */
export const publicPayload = (payload: JsonObject, schema: JsonObject): JsonObject =>
  dense(payloadAt(payload, schema, PUBLIC_POINT)) as JsonObject;

/** Authored values that change in use. They become the first measurements. */
export const dynamicPayload = (payload: JsonObject, schema: JsonObject): JsonObject =>
  Object.fromEntries(
    dynamicProperties(shapeOf(schema)).flatMap(({ name }) => {
      const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

const undeclared = (value: Json, shape: Shape, path: string): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((entry) => undeclared(entry, shape, path));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const property = shape.get(name);
    const own = path === '' ? name : `${path}.${name}`;
    if (!property) return [own];
    return property.languageMap ? [] : undeclared(member, property.children, own);
  });
};

/** Paths of undeclared members, which have no term; without duplicates. */
export const undeclaredPaths = (payload: JsonObject, schema: JsonObject): readonly string[] => [
  ...new Set(undeclared(payload, shapeOf(schema), '')),
];

/** The shape without non-public properties. */
export const publicShape = (shape: Shape): Shape =>
  new Map(
    [...shape]
      .filter(([, property]) => isPublicProperty(property))
      .map(([name, property]) => [name, { ...property, children: publicShape(property.children) }]),
  );

export const hidesSomething = (shape: Shape): boolean =>
  allProperties(shape).some((property) => !isPublicProperty(property));
