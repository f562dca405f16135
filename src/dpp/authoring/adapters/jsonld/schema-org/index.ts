import type { JsonObject } from '../../../../passport/domain/index.js';
import context from './context-30.0.json';
import terms from './terms.json';

/** URLs under which documents refer to the context. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'https://schema.org',
  'https://schema.org/',
  'http://schema.org',
  'http://schema.org/',
  'https://schema.org/docs/jsonldcontext.jsonld',
]);

export const isSchemaOrgContext = (address: string): boolean => ADDRESSES.has(address);

/** The schema.org context, release 30.0 (see README.md in this folder). */
export const SCHEMA_ORG_CONTEXT = context as unknown as JsonObject;

/** True if the context defines the word as a term, a prefix or a keyword alias. */
export const hasContextWord = (word: string): boolean => Object.hasOwn(context['@context'], word);

/** All terms, including those added for passports after the release. */
export const SCHEMA_ORG_TERMS: ReadonlySet<string> = new Set(Object.values(terms).flat());
