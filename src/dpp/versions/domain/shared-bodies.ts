import { isJsonObject, type Json, type JsonObject, type PublicPassport } from '../../passport/domain/index.js';
import {
  ALL_POINTS,
  dense,
  joined,
  payloadAt,
  type Point,
  PUBLIC_POINT,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import { passportUrls } from './addresses.js';
import { OWN_FIELDS, type OwnValues } from './own-values.js';

/** A file that was published with a version. Its bytes are stored under their SHA-256. */
interface KeptFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}

/** Files by SHA-256. */
export type KeptFiles = Readonly<Record<string, KeptFile>>;

/** Shareable content of a part, stored once under its digest. */
export interface PartBody {
  /** The payload of this point. Lists with several points are sparse. */
  readonly payload: JsonObject;
  /** Non-public documents of this point, in the form of the public view, which contains the public ones. */
  readonly documents?: readonly JsonObject[];
  /** Files that this part refers to. */
  readonly files?: KeptFiles;
}

/** Part 1 also contains the public view, without the version's own values. */
export interface PublicBody extends PartBody {
  /** Base URL of the service at publication. */
  readonly base: string;
  /** The public view, in the member order of responses. */
  readonly view: JsonObject;
}

/** Bodies of a version by point. Points without content have no body, except point 1. */
export type PartBodies = ReadonlyMap<Point, PartBody>;

const OWN: ReadonlySet<string> = new Set(OWN_FIELDS);

/**
 * Splits a version into its stored parts: public view, non-public payload and documents (passports-readers.md, "A version in
 * parts").
 */
export const partBodies = (
  view: PublicPassport,
  payload: JsonObject,
  { schema }: Pick<TemplateDocument, 'schema'>,
  base: string,
  restricted: ReadonlyMap<Point, readonly JsonObject[]> = new Map(),
): PartBodies => {
  const shared = Object.fromEntries(Object.entries(view).map(([name, value]) => [name, OWN.has(name) ? null : value]));
  const bodies = new Map<Point, PartBody>();
  for (const point of ALL_POINTS) {
    const own = payloadAt(payload, schema, point);
    if (point === PUBLIC_POINT) bodies.set(point, { base, view: shared, payload: own } as PublicBody);
    else {
      const documents = restricted.get(point) ?? [];
      if (Object.keys(own).length > 0 || documents.length > 0)
        bodies.set(point, { payload: own, ...(documents.length > 0 && { documents }) });
    }
  }
  return bodies;
};

/** The body of part 1. Throws without one, because every published version has it. */
export const publicBody = (bodies: PartBodies): PublicBody => {
  const body = bodies.get(PUBLIC_POINT) as PublicBody | undefined;
  if (!body || !isJsonObject(body.view)) throw new Error('a published version without its public part');
  return body;
};

/** Cached for bodies shared by the items of a run, because this takes half of the time per item. */
const payloadTexts = new WeakMap<PartBody, string>();

const payloadText = (body: PartBody): string => {
  const known = payloadTexts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(dense(body.payload));
  payloadTexts.set(body, text);
  return text;
};

/** The payload from all parts. */
export const wholePayload = (bodies: PartBodies): JsonObject =>
  dense([...bodies.values()].map(({ payload }) => payload).reduce(joined, {})) as JsonObject;

/** The public REST object. Always returns the same text for the same version. */
export const viewOf = (body: PublicBody, own: OwnValues): PublicPassport => {
  const { base, view } = body;
  const { uuid, batch, serial } = own;
  const { sku, store_id: storeId } = view as unknown as PublicPassport;
  const urls = passportUrls({ uuid, sku, storeId, batch, serial }, base);
  const values: Readonly<Record<(typeof OWN_FIELDS)[number], Json>> = {
    passport_id: own.passportId,
    uuid,
    version: own.version,
    batch,
    serial,
    published_at: own.publishedAt,
    public_url: urls.publicUrl,
    qr_url: urls.qrUrl,
    jsonld_url: urls.jsonldUrl,
    content_digest: own.contentDigest,
    dpp_payload: payloadText(body),
  };
  return { ...view, ...values } as unknown as PublicPassport;
};
