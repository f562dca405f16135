import {
  granularityOf,
  type JsonObject,
  ownPassport,
  type PassportVersion,
  type PublicPassport,
  SHOWN_FIELDS,
  saysMore,
  shownValues,
  type Json,
} from '../../passport/domain/index.js';
import {
  ALL_POINTS,
  type Point,
  publicPayload,
  PUBLIC_POINT,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import { type PassportUrls, canonicalJson } from '../../versions/domain/index.js';

/** SHA-256 of a text's UTF-8 bytes in lowercase hex. Passed in, because the domain does not compute hashes. */
export type Sha256 = (text: string) => string;

/** Digest as `sha-256:` and hex, of the canonical form of RFC 8785 (passports.md, "The public view"). */
export const contentDigest = (value: Json, sha256: Sha256): string => `sha-256:${sha256(canonicalJson(value))}`;

/**
 * The public data of a published version. Throws for any other version. Lists only fields declared public, so a new
 * field is never public by accident.
 */
export const publicPassport = (
  passport: PassportVersion,
  template: TemplateDocument,
  urls: PassportUrls,
  sha256: Sha256,
): PublicPassport => {
  if (passport.status !== 'published' || passport.publishedAt === null)
    throw new Error('only what is published is public');
  const view = shownValues(SHOWN_FIELDS, {
    ...passport,
    ...urls,
    granularity: granularityOf(passport),
    // Passport IDs are internal. `withLinks` has already replaced the IDs of public passports with addresses.
    predecessors: passport.predecessors.filter((one) => ownPassport(one) === undefined),
    // Parties that `manufacturer` already describes are not repeated.
    parties: saysMore(passport.parties) ? passport.parties : [],
    documents: passport.documents.filter(({ point }) => point === PUBLIC_POINT),
    dppPayload: JSON.stringify(publicPayload(passport.dppPayload, template.schema)),
  });
  return { ...view, content_digest: contentDigest(view, sha256) } as PublicPassport;
};

const DOCUMENTS = SHOWN_FIELDS.filter(({ property }) => property === 'documents');

/** Documents that are not public (points 2 to 4), in the form of the public view. */
export const restrictedDocuments = ({ documents }: PassportVersion): ReadonlyMap<Point, readonly JsonObject[]> =>
  new Map(
    ALL_POINTS.filter((point) => point !== PUBLIC_POINT).map((point) => {
      const shown = shownValues(DOCUMENTS, { documents: documents.filter((one) => one.point === point) });
      return [point, shown['documents'] as unknown as readonly JsonObject[]];
    }),
  );
