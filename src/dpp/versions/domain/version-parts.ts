import canonicalize from 'canonicalize';
import {
  digitalLink,
  type JsonObject,
  type Notice,
  noticedJsonLd,
  type PayloadContext,
  passportJsonLd,
  type PublicPassport,
  type Json,
} from '../../passport/domain/index.js';
import {
  dense,
  joined,
  payloadContext,
  type Point,
  shapeOf,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import { pageUrl } from './addresses.js';
import { DOCUMENTS, envelopeElements, payloadElements, resourceOf } from './elements.js';
import { economicOperatorId, facilityId } from './operator-ids.js';
import type { OwnValues } from './own-values.js';
import { type PartBodies, type PartBody, publicBody, viewOf } from './shared-bodies.js';

/** RFC 8785 canonical form: equal values result in equal bytes. */
export const canonicalJson = (value: Json): string => canonicalize(value) as string;

/**
 * How bodies form a version; stored in the version's row. The result for form 1 must never change: add a new form
 * instead (docs/adr/0048-a-version-in-parts.md).
 */
export const FORM = 1;

const SCHEMA_VERSION = 'EN 18223:2026';

/** The EN 18223 header. */
const headerOf = (view: PublicPassport, { code, version }: TemplateDocument, base: string): JsonObject => {
  const page = pageUrl(view.uuid, base);
  const { gtin, batch, serial } = view;
  const operator = economicOperatorId(view);
  const facility = facilityId(view);
  return {
    digitalProductPassportId: page,
    uniqueProductIdentifier: gtin === null ? page : digitalLink(base, { gtin, batch, serial }),
    granularity: view.granularity,
    dppSchemaVersion: SCHEMA_VERSION,
    dppStatus: 'active',
    lastUpdated: view.published_at,
    ...(operator === undefined ? {} : { economicOperatorId: operator }),
    ...(facility === undefined ? {} : { facilityId: facility }),
    contentSpecificationIds: [`${base}/dpp/schema/${code}/${version}.json`],
  };
};

export const jsonLdText = (view: PublicPassport, context: PayloadContext, base: string): string =>
  JSON.stringify(passportJsonLd(view, context, base), null, 2);

/** Adds the notice to a stored document. */
export const noticedJsonLdText = (text: string, notice: Notice, base: string): string =>
  JSON.stringify(noticedJsonLd(JSON.parse(text) as JsonObject, notice, base), null, 2);

export const contextOf = (template: TemplateDocument, base: string): PayloadContext => payloadContext(template, base);

interface JoinedElements {
  readonly bodies: readonly PartBody[];
  readonly template: TemplateDocument;
  readonly elements: JsonObject;
}

/** Number of combinations to cache for each last part. */
const JOINED_MOST = 8;
const joinedElements = new WeakMap<PartBody, JoinedElements[]>();

/** Cached for parts that are shared by the items of a run. */
const elementsOf = (bodies: readonly PartBody[], template: TemplateDocument): JsonObject => {
  const last = bodies.at(-1);
  if (!last) return {};
  const cached = joinedElements.get(last) ?? [];
  const isSame = (one: JoinedElements): boolean =>
    one.template === template &&
    one.bodies.length === bodies.length &&
    one.bodies.every((body, index) => body === bodies[index]);
  const known = cached.find(isSame);
  if (known) return known.elements;
  const payload = bodies.map((body) => body.payload).reduce(joined, {});
  const elements = payloadElements(dense(payload) as JsonObject, shapeOf(template.schema));
  joinedElements.set(last, [{ bodies, template, elements }, ...cached].slice(0, JOINED_MOST));
  return elements;
};

/** The compressed passport for readers of these points: header and elements. The envelope is public. */
export const passportAt = (
  bodies: PartBodies,
  points: ReadonlySet<Point>,
  own: OwnValues,
  template: TemplateDocument,
): JsonObject => {
  const first = publicBody(bodies);
  const view = viewOf(first, own);
  const seen = [...bodies].filter(([point]) => points.has(point)).map(([, body]) => body);
  const envelope = points.has(1) ? envelopeElements(view, first.files) : {};
  const documents = seen.flatMap((body) => (body.documents ?? []).map((one) => resourceOf(one, body.files)));
  return {
    ...elementsOf(seen, template),
    ...envelope,
    ...(documents.length > 0
      ? { [DOCUMENTS]: [...((envelope[DOCUMENTS] as JsonObject[] | undefined) ?? []), ...documents] }
      : {}),
    ...headerOf(view, template, first.base),
  };
};

/** Names of envelope elements; payload properties with the same name are left out. */
export const envelopeNames = (bodies: PartBodies, own: OwnValues): ReadonlySet<string> =>
  new Set(Object.keys(envelopeElements(viewOf(publicBody(bodies), own))));

/** The bytes of one part. They never change, because the digest covers them. */
export const partText = (bodies: PartBodies, point: Point, own: OwnValues, template: TemplateDocument): string =>
  canonicalJson(passportAt(bodies, new Set([point]), own, template));
