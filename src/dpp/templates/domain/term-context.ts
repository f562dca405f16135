import { type JsonObject, type PayloadContext, SCHEMA_ORG, withoutNulls } from '../../passport/domain/index.js';
import { publicShape } from './public-payload.js';
import { allProperties, type PropertyShape, type Shape, shapeOf } from './schema-shape.js';
import type { TemplateDocument, Term, TermType, Vocabulary } from './template.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The term of a property: of its own path, else of its name; undefined if there is none. */
export const termOf = (
  { terms }: Vocabulary,
  { path, name }: Pick<PropertyShape, 'path' | 'name'>,
): Term | undefined =>
  Object.hasOwn(terms, path) ? terms[path] : Object.hasOwn(terms, name) ? terms[name] : undefined;

/** A vocabulary's own namespace is absolute, or stands under the address at which this server is reached. */
export const vocabularyIri = ({ iri }: Vocabulary, baseUrl: string): string =>
  iri.startsWith('/') ? `${baseUrl}${iri}` : iri;

/** An absolute IRI stays; a name stands in the vocabulary's namespace. */
export const termIri = ({ iri }: Term, vocabulary: Vocabulary, baseUrl: string): string =>
  iri.includes(':') ? iri : `${vocabularyIri(vocabulary, baseUrl)}${iri}`;

/**
 * Each number of a term is of one type, so that `3` and `15.1` are: a double. A JSON number typed as decimal would be
 * written as `3.0E0`, which is none.
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
 * A context of its own that begins with null: what stands around it is forgotten, so a key means this template's term
 * or nothing, even where schema.org has a word of the same name (`material`, `id`, `type`).
 */
const scoped = (shape: Shape, vocabulary: Vocabulary, baseUrl: string): JsonObject => ({
  '@context': [null, contextOf(shape, vocabulary, baseUrl)],
});

/** The context of a template's whole payload, or of what is public of it. */
export const payloadContext = (
  { schema, vocabulary }: TemplateDocument,
  baseUrl: string,
  asked: 'public' | 'all' = 'public',
): PayloadContext => {
  const shape = shapeOf(schema);
  return {
    context: scoped(asked === 'all' ? shape : publicShape(shape), vocabulary, baseUrl),
    prefixes: { [vocabulary.prefix]: vocabularyIri(vocabulary, baseUrl) },
  };
};

/** Terms that a public property uses, in the vocabulary's order. */
export const publicTerms = ({ schema, vocabulary }: TemplateDocument): Readonly<Record<string, Term>> => {
  const used = new Set(allProperties(publicShape(shapeOf(schema))).map((property) => termOf(vocabulary, property)));
  return Object.fromEntries(Object.entries(vocabulary.terms).filter(([, term]) => used.has(term)));
};

/** The example of a template under its whole context, with what isn't public: what has to expand when it is saved. */
export const exampleDocument = (template: TemplateDocument, baseUrl: string): JsonObject => {
  const { context, prefixes } = payloadContext(template, baseUrl, 'all');
  return {
    '@context': [
      SCHEMA_ORG,
      { payload: { '@id': `${vocabularyIri(template.vocabulary, baseUrl)}payload`, ...context } },
      prefixes,
    ],
    '@type': 'DigitalProductPassport',
    payload: withoutNulls(template.example.dpp_payload),
  };
};
