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
 * What everyone may read of a published version. Throws if the version isn't published: nothing else may ever get here.
 * Only fields that are declared public, so that a new one isn't by accident.
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
    // Numbers of passports are nobody's; what is public of them is an address by now (`withLinks`).
    predecessors: passport.predecessors.filter((one) => ownPassport(one) === undefined),
    // Whom `manufacturer` tells of already isn't told of again.
    parties: saysMore(passport.parties) ? passport.parties : [],
    dppPayload: JSON.stringify(publicPayload(passport.dppPayload, template.schema)),
  });
  return { ...view, content_digest: contentDigest(view, sha256) } as PublicPassport;
};
