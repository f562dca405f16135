import {
  type JsonObject,
  type LanguageMap,
  PASSPORT_TERMS,
  PASSPORT_VOCABULARY_PATH,
  ownContext,
  SCHEMA_ORG,
} from '../../../passport/domain/index.js';
import {
  type TemplateDocument,
  payloadContext,
  publicTerms,
  termIri,
  vocabularyIri,
} from '../../../templates/domain/index.js';

/**
 * A template's additions to schema.org's context. With both contexts, a document has the same meaning as with its
 * inline context.
 */
export const contextDocument = (template: TemplateDocument, baseUrl: string): JsonObject => ({
  '@context': ownContext(payloadContext(template, baseUrl), baseUrl),
});

const VOCABULARY_CONTEXT: JsonObject = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  label: { '@id': 'rdfs:label', '@container': '@language' },
  comment: { '@id': 'rdfs:comment', '@container': '@language' },
  isDefinedBy: { '@id': 'rdfs:isDefinedBy', '@type': '@id' },
  unitText: `${SCHEMA_ORG}/unitText`,
  unitCode: `${SCHEMA_ORG}/unitCode`,
  exactMatch: { '@id': 'skos:exactMatch', '@type': '@id' },
};

interface Word {
  readonly iri: string;
  readonly label: LanguageMap;
  readonly comment: LanguageMap;
  readonly unit: string | null;
  readonly unitCode: string | undefined;
  readonly exactMatch: readonly string[];
}

const vocabulary = (iri: string, label: LanguageMap, words: readonly Word[]): JsonObject => {
  const ontology = iri.replace(/[#/]$/, '');
  return {
    '@context': VOCABULARY_CONTEXT,
    '@graph': [
      { '@id': ontology, '@type': 'owl:Ontology', label },
      ...words.map(({ iri: id, label: name, comment, unit, unitCode, exactMatch }) => ({
        '@id': id,
        '@type': 'rdf:Property',
        label: name,
        comment,
        ...(unit === null ? {} : { unitText: unit }),
        ...(unitCode === undefined ? {} : { unitCode }),
        ...(exactMatch.length === 0 ? {} : { exactMatch }),
        isDefinedBy: ontology,
      })),
    ],
  };
};

/** The vocabulary shared by all templates. */
export const passportVocabulary = (baseUrl: string): JsonObject =>
  vocabulary(
    `${baseUrl}${PASSPORT_VOCABULARY_PATH}`,
    { en: 'Digital product passports', de: 'Digitale Produktpässe' },
    Object.entries(PASSPORT_TERMS).map(([name, { label, definition, unit, unitCode, exactMatch = [] }]) => ({
      iri: `${baseUrl}${PASSPORT_VOCABULARY_PATH}${name}`,
      label,
      comment: definition,
      unit: unit ?? null,
      unitCode,
      exactMatch,
    })),
  );

/**
 * Public terms of a template's namespace, from all versions with this major version, because passports of each version
 * exist. Later versions take precedence.
 */
export const templateVocabulary = (
  newestFirst: readonly [TemplateDocument, ...TemplateDocument[]],
  baseUrl: string,
): JsonObject => {
  const [newest] = newestFirst;
  const namespace = vocabularyIri(newest.vocabulary, baseUrl);
  const words = new Map<string, Word>();
  for (const template of newestFirst) {
    for (const term of Object.values(publicTerms(template))) {
      const iri = termIri(term, template.vocabulary, baseUrl);
      if (!iri.startsWith(namespace) || words.has(iri)) continue;
      words.set(iri, {
        iri,
        label: term.labels,
        comment: term.definition,
        unit: term.unit,
        unitCode: term.unit_code,
        exactMatch: term.exact_match ?? [],
      });
    }
  }
  return vocabulary(namespace, newest.labels, [...words.values()]);
};
