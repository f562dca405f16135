import { HEADER_FIELDS, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import {
  type PropertyShape,
  type Shape,
  shapeOf,
  type TemplateDocument,
  type Term,
  termIri,
  termOf,
} from '../../templates/domain/index.js';

const HEADER: ReadonlySet<string> = new Set(HEADER_FIELDS);

const XSD: Readonly<Partial<Record<Term['type'], string>>> = {
  integer: 'xsd:integer',
  number: 'xsd:decimal',
  boolean: 'xsd:boolean',
  date: 'xsd:date',
  date_time: 'xsd:dateTime',
  url: 'xsd:anyURI',
};

const scalarType = (value: Json, term: Term | undefined): string => {
  const said = term && XSD[term.type];
  if (said !== undefined) return said;
  if (typeof value === 'boolean') return 'xsd:boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'xsd:integer' : 'xsd:decimal';
  return 'xsd:string';
};

const isTexts = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  (value as readonly Json[]).every(
    (one) => isJsonObject(one) && Object.keys(one).toSorted().join() === 'language,value',
  );

const isResource = (value: Json): value is JsonObject =>
  isJsonObject(value) && typeof value['contentType'] === 'string' && typeof value['url'] === 'string';

interface Words {
  readonly template: TemplateDocument;
  readonly base: string;
}

/** An element of EN 18223, Annex A, of its compressed form. */
const elementOf = (id: string, value: Json, property: PropertyShape | undefined, words: Words): JsonObject => {
  const { vocabulary } = words.template;
  const term = property && termOf(vocabulary, property);
  const named: JsonObject = {
    elementId: id,
    ...(term ? { dictionaryReference: termIri(term, vocabulary, words.base) } : {}),
  };
  if (isTexts(value)) return { ...named, objectType: 'MultiLanguageDataElement', value };
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    const isFlat = entries.every((one) => typeof one !== 'object');
    const [first = ''] = entries;
    return {
      ...named,
      objectType: 'MultiValuedDataElement',
      ...(isFlat ? { valueDataType: scalarType(first, term) } : {}),
      value: isFlat ? entries : entries.map((one) => groupOf(one, property, words)),
    };
  }
  if (isResource(value)) return { ...named, objectType: 'RelatedResource', ...value };
  if (isJsonObject(value))
    return {
      ...named,
      objectType: 'DataElementCollection',
      elements: elementsOf(value, property?.children ?? new Map(), words),
    };
  return { ...named, objectType: 'SingleValuedDataElement', valueDataType: scalarType(value, term), value };
};

/** An entry of a list that has members: its elements. What is one element by itself is called by its kind. */
const groupOf = (entry: Json, property: PropertyShape | undefined, words: Words): readonly JsonObject[] =>
  isJsonObject(entry) && !isResource(entry)
    ? elementsOf(entry, property?.children ?? new Map(), words)
    : [elementOf(isResource(entry) ? 'document' : 'value', entry, property, words)];

const elementsOf = (members: JsonObject, shape: Shape, words: Words): readonly JsonObject[] =>
  Object.entries(members)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => elementOf(name, value, shape.get(name), words));

/** The full representation of what is told in the compressed one. */
export const fullOf = (compressed: JsonObject, template: TemplateDocument, base: string): JsonObject => {
  const members = Object.entries(compressed);
  return {
    ...Object.fromEntries(members.filter(([name]) => HEADER.has(name))),
    elements: elementsOf(Object.fromEntries(members.filter(([name]) => !HEADER.has(name))), shapeOf(template.schema), {
      template,
      base,
    }),
  };
};
