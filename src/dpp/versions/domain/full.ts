import { HEADER_FIELDS, isJsonObject, type Json, type JsonObject, SHOWN_FIELDS } from '../../passport/domain/index.js';
import { shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { declaredMeaning, type Meaning, measuredMeaning, payloadMeaning } from './element-meaning.js';

const HEADER: ReadonlySet<string> = new Set(HEADER_FIELDS);

const UNKNOWN: Meaning = { member: () => undefined };

/** Type derived from the value, if the meaning has none. */
const typeOf = (value: Json, { type }: Meaning): string => {
  if (type !== undefined) return typeof type === 'string' ? type : type(value);
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

/** The full form (EN 18223, Annex A) of a compressed element. */
const elementOf = (id: string, value: Json, meaning: Meaning): JsonObject => {
  const { word } = meaning;
  const named: JsonObject = { elementId: id, ...(word === undefined ? {} : { dictionaryReference: word }) };
  if (isTexts(value)) return { ...named, objectType: 'MultiLanguageDataElement', value };
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    const isFlat = entries.every((one) => typeof one !== 'object');
    const [first = ''] = entries;
    return {
      ...named,
      objectType: 'MultiValuedDataElement',
      ...(isFlat ? { valueDataType: typeOf(first, meaning) } : {}),
      value: isFlat ? entries : entries.map((one) => groupOf(one, meaning)),
    };
  }
  if (isResource(value)) return { ...named, objectType: 'RelatedResource', ...value };
  if (isJsonObject(value))
    return { ...named, objectType: 'DataElementCollection', elements: elementsOf(value, meaning.member) };
  return { ...named, objectType: 'SingleValuedDataElement', valueDataType: typeOf(value, meaning), value };
};

/** Elements of an object in a list. An entry with a single element is named by its kind. */
const groupOf = (entry: Json, meaning: Meaning): readonly JsonObject[] =>
  isJsonObject(entry) && !isResource(entry)
    ? elementsOf(entry, meaning.member)
    : [elementOf(isResource(entry) ? 'document' : 'value', entry, meaning)];

const elementsOf = (members: JsonObject, meaningOf: Meaning['member']): readonly JsonObject[] =>
  Object.entries(members)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => elementOf(name, value, meaningOf(name) ?? UNKNOWN));

/** Everything that defines the meaning of elements. */
interface ReadableBy {
  readonly template: TemplateDocument;
  readonly base: string;
  /** Names of envelope elements. */
  readonly envelope: ReadonlySet<string>;
  /** Names of measured elements, and the template that defines them. */
  readonly measured: { readonly names: ReadonlySet<string>; readonly template: TemplateDocument };
}

/** Converts the compressed representation to the full one. */
export const fullOf = (compressed: JsonObject, { template, base, envelope, measured }: ReadableBy): JsonObject => {
  const members = Object.entries(compressed);
  const meaningOf = (name: string): Meaning | undefined => {
    if (envelope.has(name)) return declaredMeaning(SHOWN_FIELDS.find((field) => field.name === name));
    const isMeasured = measured.names.has(name);
    const from = isMeasured ? measured.template : template;
    const meaning = payloadMeaning(shapeOf(from.schema).get(name), { template: from, base });
    return meaning && isMeasured ? measuredMeaning(meaning) : meaning;
  };
  return {
    ...Object.fromEntries(members.filter(([name]) => HEADER.has(name))),
    elements: elementsOf(Object.fromEntries(members.filter(([name]) => !HEADER.has(name))), meaningOf),
  };
};
