import { contentDigest, type Sha256 } from './canonical-json.js';
import type { JsonObject, LanguageMap } from './json.js';
import {
  type Granularity,
  granularityOf,
  type Issuer,
  type Manufacturer,
  type PassportDocument,
  type PassportVersion,
} from './passport.js';
import { publicPayload } from './public-payload.js';
import type { TemplateDocument } from './template.js';

/** The public addresses of one passport, absolute. */
export interface PassportUrls {
  /** The page, `…/dpp/{uuid}`. */
  readonly publicUrl: string;
  readonly qrUrl: string;
  readonly jsonldUrl: string;
}

export interface PublicManufacturer extends JsonObject {
  readonly name: string | null;
  readonly operator_id: string | null;
  readonly id_scheme: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly url: string | null;
}

export interface PublicIssuer extends JsonObject {
  readonly name: string | null;
  readonly url: string | null;
  readonly operator_id: string | null;
}

/** The public REST object (passports.md, "What everybody reads"): an allow-list, and all of it public. */
export type PublicPassport = {
  readonly passport_id: number;
  readonly uuid: string;
  readonly sku: string;
  readonly product_name: LanguageMap | null;
  readonly image_url: string | null;
  readonly store_id: number;
  readonly template_code: string;
  readonly template_version: string;
  readonly version: number;
  readonly status: 'published';
  readonly espr_category: string | null;
  readonly granularity: Granularity;
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly mpn: string | null;
  readonly country_of_origin: string | null;
  readonly hs_code: string | null;
  readonly manufacturer: PublicManufacturer | null;
  readonly issuer: PublicIssuer | null;
  readonly documents: readonly JsonObject[];
  /** JSON as a text, without what isn't public. */
  readonly dpp_payload: string;
  readonly completeness_score: number;
  readonly published_at: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly public_url: string;
  readonly qr_url: string;
  readonly jsonld_url: string;
  /** `sha-256:` and hex over the canonical JSON of this object without this field. */
  readonly content_digest: string;
};

const manufacturerShown = (of: Manufacturer): PublicManufacturer => ({
  name: of.name,
  operator_id: of.operatorId,
  id_scheme: of.idScheme,
  address: of.address,
  country: of.country,
  url: of.url,
});

const issuerShown = ({ name, url, operatorId }: Issuer): PublicIssuer => ({ name, url, operator_id: operatorId });

const documentShown = ({ kind, title, url, language, sha256 }: PassportDocument): JsonObject => ({
  kind,
  title,
  url,
  language,
  sha256,
});

/**
 * What everyone may read of a published version. Throws if the version isn't published: nothing else may ever get here.
 * An allow-list, member by member, so that a new field of the passport isn't public by accident.
 */
export const publicPassport = (
  passport: PassportVersion,
  template: TemplateDocument,
  { publicUrl, qrUrl, jsonldUrl }: PassportUrls,
  sha256: Sha256,
): PublicPassport => {
  const { manufacturer, issuer, publishedAt } = passport;
  if (passport.status !== 'published' || publishedAt === null) throw new Error('only what is published is public');
  const view: Omit<PublicPassport, 'content_digest'> = {
    passport_id: passport.passportId,
    uuid: passport.uuid,
    sku: passport.sku,
    product_name: passport.productName,
    image_url: passport.imageUrl,
    store_id: passport.storeId,
    template_code: passport.templateCode,
    template_version: passport.templateVersion,
    version: passport.version,
    status: passport.status,
    espr_category: passport.esprCategory,
    granularity: granularityOf(passport),
    gtin: passport.gtin,
    batch: passport.batch,
    serial: passport.serial,
    mpn: passport.mpn,
    country_of_origin: passport.countryOfOrigin,
    hs_code: passport.hsCode,
    manufacturer: manufacturer && manufacturerShown(manufacturer),
    issuer: issuer && issuerShown(issuer),
    documents: passport.documents.map(documentShown),
    dpp_payload: JSON.stringify(publicPayload(passport.dppPayload, template.schema)),
    completeness_score: passport.completenessScore,
    published_at: publishedAt,
    valid_from: passport.validFrom,
    valid_to: passport.validTo,
    public_url: publicUrl,
    qr_url: qrUrl,
    jsonld_url: jsonldUrl,
  };
  return { ...view, content_digest: contentDigest(view, sha256) };
};
