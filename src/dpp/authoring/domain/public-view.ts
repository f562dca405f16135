import {
  granularityOf,
  ownPassport,
  type PassportVersion,
  type PublicPassport,
  SHOWN_FIELDS,
  saysMore,
  shownValues,
} from '../../passport/domain/index.js';
import { publicPayload, type TemplateDocument } from '../../templates/domain/index.js';
import type { PassportUrls } from '../../versions/domain/index.js';
import { contentDigest, type Sha256 } from './canonical-json.js';

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
    // Passport IDs are internal; `withLinks` has already replaced public ones with addresses.
    predecessors: passport.predecessors.filter((one) => ownPassport(one) === undefined),
    // Parties that `manufacturer` already describes are not repeated.
    parties: saysMore(passport.parties) ? passport.parties : [],
    dppPayload: JSON.stringify(publicPayload(passport.dppPayload, template.schema)),
  });
  return { ...view, content_digest: contentDigest(view, sha256) } as PublicPassport;
};
