import type { Json, NamedField } from '../../passport/domain/index.js';
import {
  dateType,
  type PropertyShape,
  type TemplateDocument,
  type Term,
  termIri,
  termOf,
} from '../../templates/domain/index.js';

/** The meaning of an element. */
export interface Meaning {
  /** IRI of the term. */
  readonly word?: string;
  /** XML Schema type of the declaration; a function if the type depends on the value. */
  readonly type?: string | ((value: Json) => string);
  member(name: string): Meaning | undefined;
}

const OF_TERMS: Readonly<Partial<Record<Term['type'], Meaning['type']>>> = {
  text: 'xsd:string',
  integer: 'xsd:integer',
  number: 'xsd:decimal',
  boolean: 'xsd:boolean',
  date: 'xsd:date',
  date_time: 'xsd:dateTime',
  date_or_month: (value) => `xsd:${dateType(typeof value === 'string' ? value : '')}`,
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

/** Meaning of a payload property by its term; undefined without one. */
export const payloadMeaning = (
  property: PropertyShape | undefined,
  context: { readonly template: TemplateDocument; readonly base: string },
): Meaning | undefined => {
  if (!property) return undefined;
  const { vocabulary } = context.template;
  const term = termOf(vocabulary, property);
  const type = term && OF_TERMS[term.type];
  return {
    ...(term ? { word: termIri(term, vocabulary, context.base) } : {}),
    ...(type === undefined ? {} : { type }),
    member: (name) => payloadMeaning(property.children.get(name), context),
  };
};

const MEASURED_AT: Meaning = { type: 'xsd:dateTime', member: () => undefined };

/** The meaning of a measurement: that of its property, with a time. */
export const measuredMeaning = (property: Meaning): Meaning => ({
  ...(property.word === undefined ? {} : { word: property.word }),
  member: (name) => (name === 'value' ? property : name === 'measuredAt' ? MEASURED_AT : undefined),
});

/** Meaning of an envelope field by its declaration; undefined without one. */
export const declaredMeaning = (field: NamedField | undefined): Meaning | undefined => {
  if (!field) return undefined;
  const type = field.isAddress ? 'xsd:anyURI' : OF_FIELDS[field.kind];
  return {
    ...(type === undefined ? {} : { type }),
    member: (name) => declaredMeaning(field.parts.find((part) => part.name === name)),
  };
};
