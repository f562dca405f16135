import { asciiAddress, digitalLink } from './identifiers.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap, withoutNulls } from './json.js';
import type { Granularity } from './life.js';
import type { Notice } from './notice.js';
import type { PublicPassport } from './passport.js';
import { PASSPORT_TERMS, SCHEMA_ORG } from './passport-terms.js';

/** Path of the vocabulary for passport terms that schema.org lacks. */
export const PASSPORT_VOCABULARY_PATH = '/dpp/vocab/passport/1#';
/** Reserved: a template with this code would have its vocabulary at the same path. */
export const PASSPORT_VOCABULARY_CODE = 'passport';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
/**
 * schema.org's context types this property as a date, but the value is an instant. The terms use http, although the
 * context is served over https.
 */
const PUBLISHED = { '@id': 'http://schema.org/datePublished', '@type': `${XSD}dateTime` };

/** Template-specific additions: the context of the payload and the prefix of its vocabulary. */
export interface PayloadContext {
  readonly context: JsonObject;
  readonly prefixes: JsonObject;
  /** Converts the payload to the form in the document. */
  readonly written: (payload: JsonObject) => JsonObject;
}

/** Terms added later. A document declares them only if it uses them, so that older documents stay unchanged. */
const LATER: ReadonlySet<string> = new Set(['predecessor']);
/** Terms for data that is added next to a document when it is served, never stored in the document. */
const NOTICE_TERMS: readonly string[] = ['notice', 'noticeStatus', 'noticeDate', 'noticeText', 'noticeLink'];

const termsOf = (
  names: readonly string[],
  baseUrl: string,
  context: JsonObject = {},
): readonly [string, JsonObject][] =>
  names.map((name) => {
    const { link, day, number } = PASSPORT_TERMS[name] ?? {};
    return [
      name,
      {
        '@id': `${baseUrl}${PASSPORT_VOCABULARY_PATH}${name}`,
        ...(link ? { '@type': '@id' } : {}),
        ...(day ? { '@type': `${XSD}date` } : {}),
        ...(number ? { '@type': `${XSD}double` } : {}),
        ...(name === 'payload' ? context : {}),
      },
    ];
  });

/** The additions to schema.org's context; later terms only if the document uses them. */
export const ownContext = (
  { context, prefixes }: PayloadContext,
  baseUrl: string,
  says: (word: string) => boolean = () => true,
): readonly JsonObject[] => [
  Object.fromEntries([
    ...termsOf(
      Object.keys(PASSPORT_TERMS).filter((name) => !NOTICE_TERMS.includes(name) && (!LATER.has(name) || says(name))),
      baseUrl,
      context,
    ),
    ['datePublished', PUBLISHED],
  ]) as JsonObject,
  prefixes,
];

const PRODUCTS: Readonly<Record<Granularity, string>> = {
  model: 'Product',
  batch: 'SomeProducts',
  item: 'IndividualProduct',
};

/** schema.org properties for identifier schemes of operators. */
const OPERATOR_PROPERTIES: Readonly<Record<string, string>> = {
  gln: 'globalLocationNumber',
  lei: 'leiCode',
  duns: 'duns',
  vat: 'vatID',
};

/** Removes null values and objects that contain only a type. */
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
    email: of.email,
    url: of.url,
  });
};

const issuer = ({
  name,
  url,
  operator_id: operatorId,
}: NonNullable<PublicPassport['issuer']>): JsonObject | undefined =>
  typed('Organization', { name, url, identifier: operatorId });

const operator = (
  { name, address, country, url, email }: Omit<NonNullable<PublicPassport['parties']>[number], 'ids' | 'role'>,
  members: Readonly<Record<string, Json | undefined>>,
): JsonObject | undefined =>
  typed('Organization', {
    name,
    ...members,
    address: typed('PostalAddress', { streetAddress: address, addressCountry: country }),
    email,
    url,
  });

const propertyValue = (propertyID: string | null, value: string | null): JsonObject | undefined =>
  typed('PropertyValue', value === null ? {} : { propertyID, value });

const parties = (of: NonNullable<PublicPassport['parties']>): readonly Json[] =>
  of.flatMap(
    ({ role, ids, ...rest }) =>
      operator(rest, {
        partyRole: role,
        identifier: ids.flatMap(({ scheme, value }) => propertyValue(scheme, value) ?? []),
      }) ?? [],
  );

const facilities = (of: NonNullable<PublicPassport['facilities']>): readonly Json[] =>
  of.flatMap(
    ({ id, scheme, name, country }) =>
      typed('Place', {
        name,
        identifier: propertyValue(scheme, id),
        address: typed('PostalAddress', { addressCountry: country }),
      }) ?? [],
  );

const backupProvider = (of: NonNullable<PublicPassport['backup_provider']>): JsonObject | undefined =>
  operator({ ...of, country: null, email: null }, { identifier: propertyValue(of.id_scheme, of.operator_id) });

const components = (of: NonNullable<PublicPassport['components']>): readonly Json[] =>
  of.flatMap(
    ({ product_id: identifier, link, quantity, role }) =>
      typed('Product', { identifier, componentPassport: link, quantity, componentRole: role }) ?? [],
  );

const reasons = (of: NonNullable<PublicPassport['not_applicable']>): readonly Json[] =>
  Object.entries(of).map(([pointer, reason]) => ({ pointer, reason }));

const product = (of: PublicPassport, names: { readonly id: string; readonly page: string }): JsonObject => ({
  '@id': names.id,
  '@type': PRODUCTS[of.granularity],
  ...present({
    name: texts(of.product_name),
    sku: of.sku,
    gtin: of.gtin,
    mpn: of.mpn,
    batch: of.batch,
    serialNumber: of.serial,
    identifier: (of.identifiers ?? []).flatMap(({ scheme, value }) => propertyValue(scheme, value) ?? []),
    image: of.image_url,
    category: of.espr_category,
    hsCode: of.hs_code,
    countryOfOrigin: of.country_of_origin,
    placedOnMarketOn: of.placed_on_market_on,
    use: of.use,
    rechargeable: of.rechargeable,
    hasBms: of.has_bms,
    externalStorage: of.external_storage,
    ratedEnergyWh: of.rated_energy_wh,
    manufacturer: of.manufacturer ? manufacturer(of.manufacturer) : undefined,
    party: parties(of.parties ?? []),
    facility: facilities(of.facilities ?? []),
    component: components(of.components ?? []),
    subjectOf: { '@id': names.page },
  }),
});

const media = ({ kind, title, url, language, sha256 }: PublicPassport['documents'][number]): Json =>
  typed('MediaObject', { name: title, contentUrl: url, inLanguage: language, sha256, keywords: kind }) ?? null;

/** The GS1 Digital Link if there is a GTIN, else a fragment of the page URL. */
const productIri = (
  { gtin, batch, serial, public_url: page }: Pick<PublicPassport, 'gtin' | 'batch' | 'serial' | 'public_url'>,
  baseUrl: string,
): string => (gtin === null ? `${page}#product` : digitalLink(baseUrl, { gtin, batch, serial }));

/**
 * The JSON-LD document of a passport (passports.md, "Life cycle"). Contains only public data. The page URL identifies
 * the passport, and the GS1 Digital Link identifies the product; each refers to the other. `baseUrl` is the base URL of
 * the service without a trailing slash.
 */
export const passportJsonLd = (passport: PublicPassport, of: PayloadContext, baseUrl: string): JsonObject => ({
  '@context': [SCHEMA_ORG, ...ownContext(of, baseUrl, () => !isEmptyValue(passport.predecessors))],
  '@id': passport.public_url,
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
    backupProvider: passport.backup_provider ? backupProvider(passport.backup_provider) : undefined,
    about: product(passport, { id: productIri(passport, baseUrl), page: passport.public_url }),
    payload: of.written(withoutNulls(JSON.parse(passport.dpp_payload) as JsonObject) as JsonObject),
    notApplicable: reasons(passport.not_applicable ?? {}),
    predecessor: passport.predecessors,
    associatedMedia: passport.documents.map(media),
  }),
});

/** Adds a notice, and the terms for it, to a document. */
export const noticedJsonLd = (
  { '@context': context = [], ...document }: JsonObject,
  { status, date, text, link }: Notice,
  baseUrl: string,
): JsonObject => ({
  '@context': [...[context].flat(), Object.fromEntries(termsOf(NOTICE_TERMS, baseUrl))],
  ...document,
  notice: present({
    noticeStatus: status,
    noticeDate: date,
    noticeText: texts(text),
    noticeLink: link && asciiAddress(link),
  }),
});
