import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PayloadContext,
  SCHEMA_ORG,
  withoutNulls,
} from '../../passport/domain/index.js';
import { publicShape } from './public-payload.js';
import { allProperties, type PropertyShape, type Shape, shapeOf } from './schema-shape.js';
import type { TemplateDocument, Term, TermType, Vocabulary } from './template.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The term of a property, by path, else by name; undefined without one. */
export const termOf = (
  { terms }: Vocabulary,
  { path, name }: Pick<PropertyShape, 'path' | 'name'>,
): Term | undefined =>
  Object.hasOwn(terms, path) ? terms[path] : Object.hasOwn(terms, name) ? terms[name] : undefined;

/** The absolute namespace of a vocabulary. Relative namespaces are resolved against the base URL of this server. */
export const vocabularyIri = ({ iri }: Vocabulary, baseUrl: string): string =>
  iri.startsWith('/') ? `${baseUrl}${iri}` : iri;

/** The absolute IRI of a term. Names are resolved in the vocabulary's namespace. */
export const termIri = ({ iri }: Term, vocabulary: Vocabulary, baseUrl: string): string =>
  iri.includes(':') ? iri : `${vocabularyIri(vocabulary, baseUrl)}${iri}`;

/**
 * All numbers of a term have the type double, so that `3` and `15.1` match. Typed as decimal, a JSON number would
 * become `3.0E0`, which is not a decimal.
 */
const COERCIONS: Readonly<Record<TermType, JsonObject>> = {
  text: {},
  number: { '@type': `${XSD}double` },
  integer: { '@type': `${XSD}integer` },
  boolean: {},
  object: {},
  language_map: { '@container': '@language' },
  date: { '@type': `${XSD}date` },
  date_time: { '@type': `${XSD}dateTime` },
  // Each value gets its own type (`typedDates`).
  date_or_month: {},
  url: { '@type': '@id' },
};

const contextOf = (shape: Shape, vocabulary: Vocabulary, baseUrl: string): JsonObject =>
  Object.fromEntries(
    [...shape.values()].flatMap((property) => {
      const term = termOf(vocabulary, property);
      if (!term) return [];
      const inside = property.children.size === 0 ? {} : scoped(property.children, vocabulary, baseUrl);
      return [[property.name, { '@id': termIri(term, vocabulary, baseUrl), ...COERCIONS[term.type], ...inside }]];
    }),
  );

/**
 * A scoped context that starts with null, which resets outer terms. A key then has only this template's term or none,
 * even if schema.org defines the same word (`material`, `id`, `type`).
 */
const scoped = (shape: Shape, vocabulary: Vocabulary, baseUrl: string): JsonObject => ({
  '@context': [null, contextOf(shape, vocabulary, baseUrl)],
});

const MONTH = /^\d{4}-\d{2}$/;

/** XML Schema type of a date that may be a month. */
export const dateType = (text: string): 'date' | 'gYearMonth' => (MONTH.test(text) ? 'gYearMonth' : 'date');

/** Dates that may be months, as typed literals. */
const typedDates = (value: Json, shape: Shape, vocabulary: Vocabulary): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => typedDates(one, shape, vocabulary));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = shape.get(name);
      if (!property) return [name, member];
      if (typeof member === 'string' && termOf(vocabulary, property)?.type === 'date_or_month')
        return [name, { '@type': `${XSD}${dateType(member)}`, '@value': member }];
      return [name, typedDates(member, property.children, vocabulary)];
    }),
  );
};

/** The context of the whole payload, or of its public part. */
export const payloadContext = (
  { schema, vocabulary }: TemplateDocument,
  baseUrl: string,
  asked: 'public' | 'all' = 'public',
): PayloadContext => {
  const shape = shapeOf(schema);
  return {
    context: scoped(asked === 'all' ? shape : publicShape(shape), vocabulary, baseUrl),
    prefixes: { [vocabulary.prefix]: vocabularyIri(vocabulary, baseUrl) },
    written: (payload) => typedDates(payload, shape, vocabulary) as JsonObject,
  };
};

/** Terms of public properties in vocabulary order. */
export const publicTerms = ({ schema, vocabulary }: TemplateDocument): Readonly<Record<string, Term>> => {
  const used = new Set(allProperties(publicShape(shapeOf(schema))).map((property) => termOf(vocabulary, property)));
  return Object.fromEntries(Object.entries(vocabulary.terms).filter(([, term]) => used.has(term)));
};

/** The example as JSON-LD, including non-public data. It must expand when the template is saved. */
export const exampleDocument = (template: TemplateDocument, baseUrl: string): JsonObject => {
  const { context, prefixes, written } = payloadContext(template, baseUrl, 'all');
  return {
    '@context': [
      SCHEMA_ORG,
      { payload: { '@id': `${vocabularyIri(template.vocabulary, baseUrl)}payload`, ...context } },
      prefixes,
    ],
    '@type': 'DigitalProductPassport',
    payload: written(withoutNulls(template.example.dpp_payload) as JsonObject),
  };
};
