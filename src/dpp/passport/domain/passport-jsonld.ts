import { digitalLink } from './identifiers.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap, withoutNulls } from './json.js';
import type { Granularity } from './life.js';
import type { PublicPassport } from './passport.js';

export const SCHEMA_ORG = 'https://schema.org';
/** Where the words stand that passports need beside schema.org's, under the address at which this server is reached. */
export const PASSPORT_VOCABULARY_PATH = '/dpp/vocab/passport/1#';
/** Templates can't have this code: their vocabulary would stand in the same place. */
export const PASSPORT_VOCABULARY_CODE = 'passport';

interface PassportTerm {
  /** A link, not a text. */
  readonly link?: true;
  readonly day?: true;
  readonly label: LanguageMap;
  readonly definition: LanguageMap;
}

/** What schema.org (release 30.0 and its pending passport terms) has no word for. */
export const PASSPORT_TERMS: Readonly<Record<string, PassportTerm>> = {
  batch: {
    label: { en: 'Batch', de: 'Charge' },
    definition: {
      en: 'Batch or lot number, GS1 application identifier 10.',
      de: 'Chargen- oder Losnummer, GS1-Datenbezeichner 10.',
    },
  },
  hsCode: {
    label: { en: 'HS code', de: 'HS-Code' },
    definition: {
      en: 'Code of the Harmonized System (6 digits), the Combined Nomenclature (8) or TARIC (10).',
      de: 'Code des Harmonisierten Systems (6 Stellen), der Kombinierten Nomenklatur (8) oder des TARIC (10).',
    },
  },
  granularity: {
    label: { en: 'Granularity', de: 'Granularität' },
    definition: {
      en: 'What the passport is for: a model, a batch or one item.',
      de: 'Wofür der Pass gilt: ein Modell, eine Charge oder ein einzelnes Stück.',
    },
  },
  templateCode: {
    label: { en: 'Template', de: 'Vorlage' },
    definition: { en: 'Code of the template of the payload.', de: 'Code der Vorlage der Produktdaten.' },
  },
  templateVersion: {
    label: { en: 'Template version', de: 'Version der Vorlage' },
    definition: {
      en: 'Semantic version of the template of the payload.',
      de: 'Semantische Version der Vorlage der Produktdaten.',
    },
  },
  passportValidFrom: {
    day: true,
    label: { en: 'Valid from', de: 'Gültig ab' },
    definition: { en: 'First day on which the passport is public.', de: 'Erster Tag, an dem der Pass öffentlich ist.' },
  },
  passportValidTo: {
    day: true,
    label: { en: 'Valid to', de: 'Gültig bis' },
    definition: { en: 'Last day on which the passport is public.', de: 'Letzter Tag, an dem der Pass öffentlich ist.' },
  },
  qrCode: {
    link: true,
    label: { en: 'QR code', de: 'QR-Code' },
    definition: { en: "Picture of the passport's QR code.", de: 'Bild des QR-Codes des Passes.' },
  },
  payload: {
    label: { en: 'Product data', de: 'Produktdaten' },
    definition: {
      en: "The product's data, in the words of the template.",
      de: 'Die Daten des Produkts in den Worten der Vorlage.',
    },
  },
};

const XSD_DATE = 'http://www.w3.org/2001/XMLSchema#date';

/** What a template adds: the context that holds in the payload, and its vocabulary's prefix. */
export interface PayloadContext {
  readonly context: JsonObject;
  readonly prefixes: JsonObject;
}

/** What a passport has beside schema.org's context. */
export const ownContext = ({ context, prefixes }: PayloadContext, baseUrl: string): readonly JsonObject[] => [
  Object.fromEntries(
    Object.entries(PASSPORT_TERMS).map(([name, { link, day }]) => [
      name,
      {
        '@id': `${baseUrl}${PASSPORT_VOCABULARY_PATH}${name}`,
        ...(link ? { '@type': '@id' } : {}),
        ...(day ? { '@type': XSD_DATE } : {}),
        ...(name === 'payload' ? context : {}),
      },
    ]),
  ),
  prefixes,
];

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

const manufacturer = (of: NonNullable<PublicPassport['manufacturer']>): JsonObject | undefined => {
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

const issuer = ({
  name,
  url,
  operator_id: operatorId,
}: NonNullable<PublicPassport['issuer']>): JsonObject | undefined =>
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

const media = ({ kind, title, url, language, sha256 }: PublicPassport['documents'][number]): Json =>
  typed('MediaObject', { name: title, contentUrl: url, inLanguage: language, sha256, keywords: kind }) ?? null;

/** The GS1 Digital Link if there is a GTIN, else the page. */
const identifierUrl = (
  { gtin, batch, serial, public_url: page }: Pick<PublicPassport, 'gtin' | 'batch' | 'serial' | 'public_url'>,
  baseUrl: string,
): string => (gtin === null ? page : digitalLink(baseUrl, { gtin, batch, serial }));

/**
 * The JSON-LD document of a passport (passports.md, "Its life"), made of what is public alone. `baseUrl` is the address
 * at which the service is reached, without a slash at its end: the GS1 Digital Link and the vocabularies stand there.
 */
export const passportJsonLd = (passport: PublicPassport, of: PayloadContext, baseUrl: string): JsonObject => ({
  '@context': [SCHEMA_ORG, ...ownContext(of, baseUrl)],
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
    payload: withoutNulls(JSON.parse(passport.dpp_payload) as JsonObject),
    associatedMedia: passport.documents.map(media),
  }),
});
