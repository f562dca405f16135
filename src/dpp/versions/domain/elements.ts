import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicPassport,
  SHOWN_FIELDS,
  withoutNulls,
} from '../../passport/domain/index.js';
import { type PropertyShape, type Shape } from '../../templates/domain/index.js';
import type { KeptFiles } from './shared-bodies.js';

/**
 * Envelope fields that are not elements, because they are in the header or describe the record instead of the product.
 */
const NO_ELEMENTS: ReadonlySet<string> = new Set([
  'passport_id',
  'uuid',
  'store_id',
  'template_code',
  'template_version',
  'version',
  'status',
  'granularity',
  'dpp_payload',
  'completeness_score',
  'published_at',
  'public_url',
  'qr_url',
  'jsonld_url',
  'content_digest',
]);

export const DOCUMENTS = 'documents';
/** Language maps of the envelope. */
const LANGUAGE_MAPS: ReadonlySet<string> = new Set(
  SHOWN_FIELDS.filter(({ kind }) => kind === 'texts').map(({ name }) => name),
);

const TYPES: readonly (readonly [ending: RegExp, type: string])[] = [
  [/\.pdf$/i, 'application/pdf'],
  [/\.json$/i, 'application/json'],
  [/\.xml$/i, 'application/xml'],
  [/\.(?:png)$/i, 'image/png'],
  [/\.jpe?g$/i, 'image/jpeg'],
];

/** Media type by path extension; HTML by default. */
const mediaType = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return TYPES.find(([ending]) => ending.test(path))?.[1] ?? 'text/html';
};

/** A RelatedResource of EN 18223. */
export const resourceOf = (document: JsonObject, files: KeptFiles = {}): JsonObject => {
  const { url, title, language, media_type: said, sha256 } = document;
  const file = typeof sha256 === 'string' && Object.hasOwn(files, sha256) ? files[sha256]?.mimeType : undefined;
  return withoutNulls({
    contentType: typeof said === 'string' ? said : (file ?? mediaType(typeof url === 'string' ? url : '')),
    url: url ?? null,
    resourceTitle: title ?? null,
    language: language ?? null,
  }) as JsonObject;
};

/** A language map in EN 18223 form. */
export const textsOf = (map: JsonObject): Json => Object.entries(map).map(([language, value]) => ({ value, language }));

/** The public envelope as elements, by their names in REST. */
export const envelopeElements = (view: PublicPassport, files?: KeptFiles): JsonObject => {
  const elements: [string, Json][] = [];
  for (const [name, value] of Object.entries(view as unknown as JsonObject)) {
    if (NO_ELEMENTS.has(name) || value === null) continue;
    if (name === DOCUMENTS && Array.isArray(value))
      elements.push([name, (value as readonly Json[]).filter(isJsonObject).map((one) => resourceOf(one, files))]);
    else if (LANGUAGE_MAPS.has(name) && isJsonObject(value)) elements.push([name, textsOf(value)]);
    else elements.push([name, withoutNulls(value)]);
  }
  return Object.fromEntries(elements);
};

const compressed = (value: Json, property: PropertyShape): Json => {
  if (Array.isArray(value))
    return (value as readonly Json[]).filter((one) => one !== null).map((one) => compressed(one, property));
  if (!isJsonObject(value)) return value;
  return property.languageMap ? textsOf(value) : payloadElements(value, property.children);
};

/** A payload, or an object in it, as elements in compressed form. */
export const payloadElements = (payload: JsonObject, shape: Shape): JsonObject =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) => {
      const property = shape.get(name);
      return !property || value === null ? [] : [[name, compressed(value, property)]];
    }),
  );
