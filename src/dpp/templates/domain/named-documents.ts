import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { allProperties, type PropertyShape, type Shape, shapeOf } from './schema-shape.js';
import type { Point } from './template.js';

/** A reference in a payload to a document of this service (`x-document`). */
interface NamedDocument {
  readonly id: number;
  /** Path of the property, with list indexes. */
  readonly path: string;
  /** Access point of the published file URL; null if only the operator may read it. */
  readonly point: Point | null;
  /** True if the object already has a URL next to the ID. */
  readonly hasUrl: boolean;
}

const URL_NAME = 'url';

type UrlOf = (document: NamedDocument) => string;

const inValue = (value: Json, property: PropertyShape | undefined, path: string, urlOf: UrlOf): Json => {
  if (!property || property.dynamic) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((one, at) => inValue(one, property, `${path}[${at}]`, urlOf));
  return isJsonObject(value) ? inObject(value, property.children, `${path}.`, urlOf) : value;
};

const inObject = (object: JsonObject, shape: Shape, path: string, urlOf: UrlOf): JsonObject => {
  const members = Object.entries(object).map(
    ([name, member]) => [name, inValue(member, shape.get(name), path + name, urlOf)] as const,
  );
  const naming = [...shape.values()].find(({ isDocument, name }) => isDocument && typeof object[name] === 'number');
  if (!naming) return Object.fromEntries(members);
  const { name, point } = naming;
  const hasUrl = object[URL_NAME] !== undefined && object[URL_NAME] !== null;
  const shown = shape.get(URL_NAME)?.point;
  const url = urlOf({
    id: object[name] as number,
    path: path + name,
    point: shown === undefined ? point : shown,
    hasUrl,
  });
  return Object.fromEntries([...members.filter(([other]) => other !== name && other !== URL_NAME), [URL_NAME, url]]);
};

/** Replaces document IDs in the payload with file URLs. */
export const withDocumentUrls = (payload: JsonObject, schema: JsonObject, urlOf: UrlOf): JsonObject => {
  const shape = shapeOf(schema);
  return allProperties(shape).some(({ isDocument }) => isDocument) ? inObject(payload, shape, '', urlOf) : payload;
};

/** The documents that a payload refers to. */
export const documentsNamed = (payload: JsonObject, schema: JsonObject): readonly NamedDocument[] => {
  const named: NamedDocument[] = [];
  withDocumentUrls(payload, schema, (one) => {
    named.push(one);
    return '';
  });
  return named;
};
