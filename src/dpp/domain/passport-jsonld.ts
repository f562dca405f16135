import { digitalLink } from './identifiers.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap, withoutNulls } from './json.js';
import type { Granularity } from './passport.js';
import { passportContext } from './passport-terms.js';
import type { PublicIssuer, PublicManufacturer, PublicPassport } from './public-view.js';
import type { TemplateDocument } from './template.js';
import { payloadContext, vocabularyIri } from './term-context.js';

export const SCHEMA_ORG = 'https://schema.org';

const PRODUCTS: Readonly<Record<Granularity, string>> = {
  model: 'Product',
  batch: 'SomeProducts',
  item: 'IndividualProduct',
};

/** What of an operator's schemes schema.org has a property for. */
const OPERATOR_PROPERTIES: Readonly<Record<string, string>> = {
  gln: 'globalLocationNumber',
  lei: 'leiCode',
  duns: 'duns',
  vat: 'vatID',
};

/** Absent values are left out: null, and objects that would say no more than their type. */
const present = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, Json] => !isEmptyValue(member[1])));

const typed = (type: string, members: Readonly<Record<string, Json | undefined>>): JsonObject | undefined => {
  const said = present(members);
  return Object.keys(said).length === 0 ? undefined : { '@type': type, ...said };
};

const texts = (map: LanguageMap | null): Json | undefined =>
  map === null ? undefined : Object.entries(map).map(([language, text]) => ({ '@language': language, '@value': text }));

const manufacturer = (of: PublicManufacturer): JsonObject | undefined => {
  const property = OPERATOR_PROPERTIES[of.id_scheme ?? ''];
  return typed('Organization', {
    name: of.name,
    identifier: typed(
      'PropertyValue',
      of.operator_id === null ? {} : { propertyID: of.id_scheme, value: of.operator_id },
    ),
    ...(property === undefined ? {} : { [property]: of.operator_id }),
    address: typed('PostalAddress', { streetAddress: of.address, addressCountry: of.country }),
    url: of.url,
  });
};

const issuer = ({ name, url, operator_id: operatorId }: PublicIssuer): JsonObject | undefined =>
  typed('Organization', { name, url, identifier: operatorId });

const product = (of: PublicPassport): JsonObject | undefined =>
  typed(PRODUCTS[of.granularity], {
    name: texts(of.product_name),
    sku: of.sku,
    gtin: of.gtin,
    mpn: of.mpn,
    batch: of.batch,
    serialNumber: of.serial,
    image: of.image_url,
    category: of.espr_category,
    hsCode: of.hs_code,
    countryOfOrigin: of.country_of_origin,
    manufacturer: of.manufacturer ? manufacturer(of.manufacturer) : undefined,
  });

const media = ({ kind, title, url, language, sha256 }: JsonObject): Json =>
  typed('MediaObject', { name: title, contentUrl: url, inLanguage: language, sha256, keywords: kind }) ?? null;

/** The GS1 Digital Link if there is a GTIN, else the page. */
export const identifierUrl = (
  { gtin, batch, serial, public_url: page }: Pick<PublicPassport, 'gtin' | 'batch' | 'serial' | 'public_url'>,
  baseUrl: string,
): string => (gtin === null ? page : digitalLink(baseUrl, { gtin, batch, serial }));

/**
 * The JSON-LD document of a passport (passports.md, "Its life"), made of what is public alone. `baseUrl` is the address
 * at which the service is reached, without a slash at its end: the GS1 Digital Link and the vocabularies stand there.
 */
export const passportJsonLd = (passport: PublicPassport, template: TemplateDocument, baseUrl: string): JsonObject => {
  const { vocabulary } = template;
  const payload = withoutNulls(JSON.parse(passport.dpp_payload) as JsonObject);
  return {
    '@context': [
      SCHEMA_ORG,
      passportContext(baseUrl, payloadContext(template, baseUrl)),
      { [vocabulary.prefix]: vocabularyIri(vocabulary, baseUrl) },
    ],
    '@id': identifierUrl(passport, baseUrl),
    '@type': 'DigitalProductPassport',
    ...present({
      identifier: `urn:uuid:${passport.uuid}`,
      url: passport.public_url,
      qrCode: passport.qr_url,
      creativeWorkStatus: passport.status,
      version: passport.version,
      datePublished: passport.published_at,
      passportValidFrom: passport.valid_from,
      passportValidTo: passport.valid_to,
      granularity: passport.granularity,
      templateCode: passport.template_code,
      templateVersion: passport.template_version,
      publisher: passport.issuer ? issuer(passport.issuer) : undefined,
      about: product(passport),
      payload,
      associatedMedia: passport.documents.map(media),
    }),
  };
};
