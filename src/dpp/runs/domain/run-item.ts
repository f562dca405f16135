import type { PublicPassport } from '../../passport/domain/index.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';
import {
  canonicalJson,
  ownBodies,
  type OwnValues,
  type PartBodies,
  partText,
  publicBody,
  viewOf,
} from '../../versions/domain/index.js';

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
type Sha256 = (text: string) => string;

interface ItemPublication {
  readonly view: PublicPassport;
  readonly digests: ReadonlyMap<Point, string>;
}

/**
 * The publication of one item, assembled from shared bodies and its own values. Its view and digests are the same as if
 * the item were published alone.
 */
export const publicationOf = (
  shared: PartBodies,
  own: Omit<OwnValues, 'contentDigest'>,
  template: TemplateDocument,
  sha256: Sha256,
): ItemPublication => {
  const bodies = ownBodies(shared, own.uuid);
  const { content_digest: _digest, ...rest } = viewOf(publicBody(bodies), { ...own, contentDigest: '' });
  const contentDigest = `sha-256:${sha256(canonicalJson(rest))}`;
  const view = { ...rest, content_digest: contentDigest } as PublicPassport;
  const digests = new Map(
    [...bodies.keys()].map((point) => [point, sha256(partText(bodies, point, { ...own, contentDigest }, template))]),
  );
  return { view, digests };
};
