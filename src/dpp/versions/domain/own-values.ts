import type { PublicPassport } from '../../passport/domain/index.js';

/** Values of a published version that other versions of the same model cannot share. */
export interface OwnValues {
  readonly passportId: number;
  readonly uuid: string;
  readonly version: number;
  readonly batch: string | null;
  readonly serial: string | null;
  /** Publication time in ISO 8601. */
  readonly publishedAt: string;
  /** Digest as `sha-256:` and hex. */
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

/** Fields of the public view that belong to the item or are derived from its own data. All other fields are shared. */
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
