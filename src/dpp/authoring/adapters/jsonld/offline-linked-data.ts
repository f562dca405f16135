import { isJsonObject, type Json, type JsonObject, isSafeIri } from '../../../passport/domain/index.js';
import { LinkedData } from '../../ports/passport-validator.js';
import { hasContextWord, isSchemaOrgContext, SCHEMA_ORG_CONTEXT, SCHEMA_ORG_TERMS } from './schema-org/index.js';

interface RemoteDocument {
  readonly contextUrl: undefined;
  readonly documentUrl: string;
  readonly document: JsonObject;
}

/**
 * The only document loader: it serves schema.org's context and refuses all others, so nothing is fetched from the
 * network.
 */
const shippedOnly = async (url: string): Promise<RemoteDocument> => {
  if (!isSchemaOrgContext(url))
    throw new Error(
      `The JSON-LD context ${url} is not built in, and contexts are never fetched from the network. Use a built-in context.`,
    );
  return { contextUrl: undefined, documentUrl: url, document: SCHEMA_ORG_CONTEXT };
};

const SCHEMA_ORG = /^https?:\/\/schema\.org\/(.*)$/;

/** IRIs of all properties and types in an expanded document. */
const wordsOf = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(wordsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    // A literal's value contains no IRI, but its type is one.
    const inside = key === '@value' || key === '@language' ? [] : wordsOf(member);
    if (key === '@type') return (Array.isArray(member) ? member : [member]).filter((one) => typeof one === 'string');
    return key.startsWith('@') ? inside : [key, ...inside];
  });
};

/**
 * Links that lead nowhere or run something (`//host`, `javascript:`, user info). Safe mode accepts them where a term
 * turns a text into a link.
 */
const unsafe = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(unsafe);
  if (!isJsonObject(value)) return [];
  const { '@id': id } = value;
  return [...(typeof id === 'string' && !isSafeIri(id) ? [id] : []), ...Object.values(value).flatMap(unsafe)];
};

const invented = (expanded: Json): readonly string[] => [
  ...new Set(
    wordsOf(expanded)
      .map((word) => SCHEMA_ORG.exec(word)?.[1])
      .filter((term) => term !== undefined)
      .filter((term) => !SCHEMA_ORG_TERMS.has(term)),
  ),
];

interface SafeModeEvent {
  readonly details?: {
    readonly cause?: unknown;
    readonly event?: { readonly code?: string; readonly message?: string; readonly details?: object };
  };
  readonly message?: string;
}

const LONGEST = 300;

/** The error message of jsonld. In safe mode, the inner event names the key or value. */
const said = (error: unknown): string => {
  const { details, message } = (typeof error === 'object' && error !== null ? error : {}) as SafeModeEvent;
  if (details?.cause instanceof Error) return said(details.cause);
  const event = details?.event;
  const text = event?.message ?? message ?? String(error);
  const about = event?.details as Readonly<Record<string, unknown>> | undefined;
  const what = ['property', 'id', 'type', 'value', 'language', 'reference'].map((key) => about?.[key]);
  const named = what.find((one) => typeof one === 'string');
  return `${text}${named === undefined ? '' : ` (${named})`}`.slice(0, LONGEST);
};

/** jsonld.js in safe mode, which throws where the standard would drop data silently. */
export class OfflineLinkedData extends LinkedData {
  override async faults(document: JsonObject): Promise<readonly string[]> {
    try {
      const expanded = await this.expand(document);
      return [
        ...invented(expanded).map((term) => `schema.org has no term ${term}.`),
        ...unsafe(expanded).map(
          (link) => `${link.slice(0, LONGEST)} is not an absolute web address or a urn, mailto, tel or did URI.`,
        ),
      ];
    } catch (error) {
      return [said(error)];
    }
  }

  override isTaken(word: string): boolean {
    return hasContextWord(word);
  }

  override async expand(document: JsonObject): Promise<readonly JsonObject[]> {
    // Loaded on first use, because it brings its own HTTP client and servers that only show passports never need it.
    const { default: jsonld } = await import('jsonld');
    const expanded: unknown = await jsonld.expand(document, {
      documentLoader: shippedOnly as never,
      safe: true,
    } as object);
    return expanded as readonly JsonObject[];
  }
}
