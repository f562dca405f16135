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

/** What a part of a version has that other versions may have too: stored once, by its digest. */
export interface PartBody {
  /** Of the payload, what belongs to the part's point; lists of several points are sparse. */
  readonly payload: JsonObject;
}

/** Part 1 has beside it what everybody reads, with nothing where a value is a version's own. */
export interface PublicBody extends PartBody {
  /** Under which address the service was reached at publication. */
  readonly base: string;
  /** In the order in which it is answered. */
  readonly view: JsonObject;
}

/** The bodies of a version by point; points of which it has nothing have none, but point 1. */
export type PartBodies = ReadonlyMap<Point, PartBody>;

const OWN: ReadonlySet<string> = new Set(OWN_FIELDS);

/** What a version is stored as: its public view and the rest of its payload, taken apart (passports-readers.md, "A version in parts"). */
export const partBodies = (
  view: PublicPassport,
  payload: JsonObject,
  { schema }: Pick<TemplateDocument, 'schema'>,
  base: string,
): PartBodies => {
  const shared = Object.fromEntries(Object.entries(view).map(([name, value]) => [name, OWN.has(name) ? null : value]));
  const bodies = new Map<Point, PartBody>();
  for (const point of ALL_POINTS) {
    const own = payloadAt(payload, schema, point);
    if (point === PUBLIC_POINT) bodies.set(point, { base, view: shared, payload: own } as PublicBody);
    else if (Object.keys(own).length > 0) bodies.set(point, { payload: own });
  }
  return bodies;
};

/** The body of part 1. Throws if that is none: nothing is published without. */
export const publicBody = (bodies: PartBodies): PublicBody => {
  const body = bodies.get(PUBLIC_POINT) as PublicBody | undefined;
  if (!body || !isJsonObject(body.view)) throw new Error('a published version without its public part');
  return body;
};

/** Made once of a body that the items of a run share: it is half of what one of them costs. */
const payloadTexts = new WeakMap<PartBody, string>();

const payloadText = (body: PartBody): string => {
  const known = payloadTexts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(dense(body.payload));
  payloadTexts.set(body, text);
  return text;
};

/** What all parts have of the payload. */
export const wholePayload = (bodies: PartBodies): JsonObject =>
  dense([...bodies.values()].map(({ payload }) => payload).reduce(joined, {})) as JsonObject;

/** The public REST object, the same text each time. */
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
