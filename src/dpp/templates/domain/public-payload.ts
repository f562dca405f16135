import { isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { allProperties, isPublicProperty, type PropertyShape, type Shape, shapeOf } from './schema-shape.js';

/** Whether a value may be seen at all; what was emptied by hiding what isn't goes too, so that it can't be counted. */
const shown = (value: Json, property: PropertyShape): Json | undefined => {
  if (Array.isArray(value)) {
    const entries = (value as readonly Json[])
      .map((entry) => shown(entry, property))
      .filter((one) => one !== undefined);
    return entries.length === 0 && value.length > 0 ? undefined : entries;
  }
  if (!isJsonObject(value)) return value;
  const members = property.languageMap
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : shownMembers(value, property.children);
  return isEmptyValue(members) && !isEmptyValue(value) ? undefined : members;
};

const shownMembers = (value: JsonObject, shape: Shape): JsonObject => {
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    const property = shape.get(name);
    if (!property || !isPublicProperty(property)) continue;
    const seen = shown(member, property);
    if (seen !== undefined) members.push([name, seen]);
  }
  return Object.fromEntries(members);
};

/**
 * The payload without what isn't public and without what the schema doesn't declare, at any depth (passports.md, "What
 * everybody reads"). What is part of something hidden is hidden whatever it says itself.
 */
export const publicPayload = (payload: JsonObject, schema: JsonObject): JsonObject =>
  shownMembers(payload, shapeOf(schema));

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

/** Paths of members that no schema declares and so no term can stand for; each once. */
export const undeclaredPaths = (payload: JsonObject, schema: JsonObject): readonly string[] => [
  ...new Set(undeclared(payload, shapeOf(schema), '')),
];

/** The shape without what isn't public. */
export const publicShape = (shape: Shape): Shape =>
  new Map(
    [...shape]
      .filter(([, property]) => isPublicProperty(property))
      .map(([name, property]) => [name, { ...property, children: publicShape(property.children) }]),
  );

export const hidesSomething = (shape: Shape): boolean =>
  allProperties(shape).some((property) => !isPublicProperty(property));
