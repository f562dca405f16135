import {
  granularityOf,
  type PassportVersion,
  type PublicPassport,
  SHOWN_FIELDS,
  shownValues,
} from '../../passport/domain/index.js';
import { publicPayload, type TemplateDocument } from '../../templates/domain/index.js';
import { contentDigest, type Sha256 } from './canonical-json.js';

/** The public addresses of one passport, absolute. */
export interface PassportUrls {
  /** The page, `…/dpp/{uuid}`. */
  readonly publicUrl: string;
  readonly qrUrl: string;
  readonly jsonldUrl: string;
}

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
    dppPayload: JSON.stringify(publicPayload(passport.dppPayload, template.schema)),
  });
  return { ...view, content_digest: contentDigest(view, sha256) } as PublicPassport;
};
