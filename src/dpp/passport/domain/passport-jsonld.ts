import { digitalLink } from './identifiers.js';
import { isEmptyValue, type Json, type JsonObject, type LanguageMap, withoutNulls } from './json.js';
import type { Granularity } from './life.js';
import type { PublicPassport } from './passport.js';
import { PASSPORT_TERMS, SCHEMA_ORG } from './passport-terms.js';

/** Where the words stand that passports need beside schema.org's, under the address at which this server is reached. */
export const PASSPORT_VOCABULARY_PATH = '/dpp/vocab/passport/1#';
/** Templates can't have this code: their vocabulary would stand in the same place. */
export const PASSPORT_VOCABULARY_CODE = 'passport';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
/** schema.org's context makes a day of it, though it is an instant. Its words are http, though it is reached by https. */
const PUBLISHED = { '@id': 'http://schema.org/datePublished', '@type': `${XSD}dateTime` };

/** What a template adds: the context that holds in the payload, and its vocabulary's prefix. */
export interface PayloadContext {
  readonly context: JsonObject;
  readonly prefixes: JsonObject;
}

/** Words that documents of before don't have: one names them only where it says them, so that those stay as they are. */
const LATER: ReadonlySet<string> = new Set(['predecessor']);

/** What a passport has beside schema.org's context; of later words those that it says. */
export const ownContext = (
  { context, prefixes }: PayloadContext,
  baseUrl: string,
  says: (word: string) => boolean = () => true,
): readonly JsonObject[] => [
  Object.fromEntries([
    ...Object.entries(PASSPORT_TERMS)
      .filter(([name]) => !LATER.has(name) || says(name))
      .map(([name, { link, day, number }]) => [
        name,
        {
          '@id': `${baseUrl}${PASSPORT_VOCABULARY_PATH}${name}`,
          ...(link ? { '@type': '@id' } : {}),
          ...(day ? { '@type': `${XSD}date` } : {}),
          ...(number ? { '@type': `${XSD}double` } : {}),
          ...(name === 'payload' ? context : {}),
        },
      ]),
    ['datePublished', PUBLISHED],
  ]) as JsonObject,
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

/** The GS1 Digital Link if there is a GTIN, else a name at the page. */
const productIri = (
  { gtin, batch, serial, public_url: page }: Pick<PublicPassport, 'gtin' | 'batch' | 'serial' | 'public_url'>,
  baseUrl: string,
): string => (gtin === null ? `${page}#product` : digitalLink(baseUrl, { gtin, batch, serial }));

/**
 * The JSON-LD document of a passport (passports.md, "Life cycle"), made of what is public alone: the passport is its
 * page,
 * the product its GS1 Digital Link, and each names the other. `baseUrl` is the address at which the service is reached,
 * without a slash at its end: the links and the vocabularies stand there.
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
    payload: withoutNulls(JSON.parse(passport.dpp_payload) as JsonObject),
    notApplicable: reasons(passport.not_applicable ?? {}),
    predecessor: passport.predecessors,
    associatedMedia: passport.documents.map(media),
  }),
});
