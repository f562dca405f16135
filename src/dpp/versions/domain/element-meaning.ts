import type { NamedField } from '../../passport/domain/index.js';
import { type PropertyShape, type TemplateDocument, type Term, termIri, termOf } from '../../templates/domain/index.js';

/** What is known of an element beside its value. */
export interface Meaning {
  /** IRI of its term. */
  readonly word?: string;
  /** Of XML Schema: of what is declared, not of how a value happens to be written. */
  readonly type?: string;
  member(name: string): Meaning | undefined;
}

const OF_TERMS: Readonly<Partial<Record<Term['type'], string>>> = {
  text: 'xsd:string',
  integer: 'xsd:integer',
  number: 'xsd:decimal',
  boolean: 'xsd:boolean',
  date: 'xsd:date',
  date_time: 'xsd:dateTime',
  url: 'xsd:anyURI',
};

const OF_FIELDS: Readonly<Partial<Record<NamedField['kind'], string>>> = {
  integer: 'xsd:integer',
  number: 'xsd:decimal',
  boolean: 'xsd:boolean',
  code: 'xsd:string',
  text: 'xsd:string',
  words: 'xsd:string',
  day: 'xsd:date',
  instant: 'xsd:dateTime',
};

/** A property of a payload by its term; undefined where there is none. */
export const payloadMeaning = (
  property: PropertyShape | undefined,
  place: { readonly template: TemplateDocument; readonly base: string },
): Meaning | undefined => {
  if (!property) return undefined;
  const { vocabulary } = place.template;
  const term = termOf(vocabulary, property);
  const type = term && OF_TERMS[term.type];
  return {
    ...(term ? { word: termIri(term, vocabulary, place.base) } : {}),
    ...(type === undefined ? {} : { type }),
    member: (name) => payloadMeaning(property.children.get(name), place),
  };
};

const MEASURED_AT: Meaning = { type: 'xsd:dateTime', member: () => undefined };

/** Of what is measured: the value means what its property does, beside its instant. */
export const measuredMeaning = (property: Meaning): Meaning => ({
  ...(property.word === undefined ? {} : { word: property.word }),
  member: (name) => (name === 'value' ? property : name === 'measuredAt' ? MEASURED_AT : undefined),
});

/** A field of the envelope by its declaration; undefined where there is none. */
export const declaredMeaning = (field: NamedField | undefined): Meaning | undefined => {
  if (!field) return undefined;
  const type = field.isAddress ? 'xsd:anyURI' : OF_FIELDS[field.kind];
  return {
    ...(type === undefined ? {} : { type }),
    member: (name) => declaredMeaning(field.parts.find((part) => part.name === name)),
  };
};
