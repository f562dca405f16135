import type { PublicPassport } from '../../passport/domain/index.js';

/** Values of a published version that cannot be shared with others of the same model. */
export interface OwnValues {
  readonly passportId: number;
  readonly uuid: string;
  readonly version: number;
  readonly batch: string | null;
  readonly serial: string | null;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** `sha-256:` and hex. */
  readonly contentDigest: string;
}

export const ownValues = (view: PublicPassport): OwnValues => ({
  passportId: view.passport_id,
  uuid: view.uuid,
  version: view.version,
  batch: view.batch,
  serial: view.serial,
  publishedAt: view.published_at,
  contentDigest: view.content_digest,
});

/** Item-specific fields of the public view and those derived from them; all others are shared. */
export const OWN_FIELDS = [
  'passport_id',
  'uuid',
  'version',
  'batch',
  'serial',
  'published_at',
  'public_url',
  'qr_url',
  'jsonld_url',
  'content_digest',
  'dpp_payload',
] as const satisfies readonly (keyof PublicPassport)[];
