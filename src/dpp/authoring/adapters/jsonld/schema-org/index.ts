import type { JsonObject } from '../../../../passport/domain/index.js';
import context from './context-30.0.json';
import terms from './terms.json';

/** Addresses under which documents name the context. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'https://schema.org',
  'https://schema.org/',
  'http://schema.org',
  'http://schema.org/',
  'https://schema.org/docs/jsonldcontext.jsonld',
]);

export const isSchemaOrgContext = (address: string): boolean => ADDRESSES.has(address);

/** The context of release 30.0, of this folder: see README.md. */
export const SCHEMA_ORG_CONTEXT = context as unknown as JsonObject;

/** Whether the context defines a word: a term, a prefix or another name of a keyword. */
export const hasContextWord = (word: string): boolean => Object.hasOwn(context['@context'], word);

/** Every term there is, those added for passports after the release included. */
export const SCHEMA_ORG_TERMS: ReadonlySet<string> = new Set(Object.values(terms).flat());
