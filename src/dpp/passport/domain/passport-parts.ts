import { type Fault, invalidValue, required, sentence } from '../../../../libs/kernel/index.js';
import { isCountry, isLanguageTag } from './iso-codes.js';
import { ADDRESS_MAX, day, type DeclaredValues, integer, list, number, right, text, word } from './declared-field.js';
import { isGln, isLei, isWebAddress, WEB_ADDRESSES } from './identifiers.js';
import { isEmptyValue } from './json.js';

/** Identifier schemes of economic operators, with their formats. */
const SCHEMES: Readonly<Record<string, (id: string) => boolean>> = {
  gln: isGln,
  lei: isLei,
  duns: (id) => /^\d{9}$/.test(id),
  vat: (id) => /^[A-Z]{2}[0-9A-Z+*.]{2,13}$/.test(id),
  eori: (id) => /^[A-Z]{2}[0-9A-Z]{1,15}$/.test(id),
  // National trade register, as in EN 319 412-1: country, hyphen, number.
  ntr: (id) => /^[A-Z]{2}-\S(?:.{0,60}\S)?$/.test(id),
  // Legal person of eIDAS (Implementing Regulation (EU) 2015/1501): country, country of destination, identifier.
  eid: (id) => /^[A-Z]{2}\/[A-Z]{2}\/\S{1,60}$/.test(id),
  other: (id) => id.trim() !== '',
};

export const ID_SCHEMES: readonly string[] = Object.keys(SCHEMES);

/** A plain email address that becomes a link. */
const isMailAddress = (text: string): boolean => /^[^\s@<>"(),:;\\[\]]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text);

const some = (value: string, name: string) => (value.trim() === '' ? [required(name)] : []);

export const MANUFACTURER = {
  name: text({
    about: 'Name of the manufacturer',
    nullable: true,
    example: 'Rheinpfad Energiespeicher GmbH',
    shown: {},
  }),
  operatorId: text({
    about: 'Operator identifier of the manufacturer; null if unknown',
    nullable: true,
    example: '9524000000187',
    shown: {},
  }),
  idScheme: text({
    about: `Identifier scheme: ${ID_SCHEMES.join(', ')}; null for a free-form identifier`,
    nullable: true,
    example: 'gln',
    shown: {},
  }),
  address: text({
    about: 'Postal address of the manufacturer',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'Am Westkai 12, Stuttgart',
    shown: {},
  }),
  country: text({
    about: 'Country of the manufacturer as an ISO 3166-1 alpha-2 code',
    nullable: true,
    example: 'DE',
    faults: right(isCountry, 'ISO 3166-1 alpha-2 country codes'),
    shown: {},
  }),
  url: text({
    about: 'Website URL of the manufacturer; null if there is none',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'https://rheinpfad.example/',
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: {},
  }),
  email: text({
    about: 'Email address of the manufacturer; null if there is none',
    nullable: true,
    example: 'service@rheinpfad.example',
    faults: right(isMailAddress, 'email addresses'),
    shown: { whenPresent: true },
  }),
};
export type Manufacturer = DeclaredValues<typeof MANUFACTURER>;

export const ofScheme = (scheme: string): string => `valid identifiers of the scheme "${scheme}"`;

/** Fault of an ID that does not match its scheme. Without a scheme, any ID is valid. */
export const schemeFaults = (
  { operatorId, idScheme }: Pick<Manufacturer, 'operatorId' | 'idScheme'>,
  path: string,
): readonly Fault[] => {
  if (idScheme === null) return [];
  if (!ID_SCHEMES.includes(idScheme)) return [invalidValue(`${path}.id_scheme`, idScheme, ID_SCHEMES.join(', '))];
  return operatorId === null || SCHEMES[idScheme]?.(operatorId)
    ? []
    : [invalidValue(`${path}.operator_id`, operatorId, ofScheme(idScheme))];
};

/** Roles of economic operators (passports.md, "Parties, places and parts"). */
const PARTY_ROLES = [
  'manufacturer',
  'importer',
  'authorised_representative',
  'distributor',
  'fulfilment_service_provider',
  'producer_responsibility_organisation',
  'repairer',
  'repurposer',
  'remanufacturer',
  'waste_operator',
  'recycler',
  'other',
] as const;
export type PartyRole = (typeof PARTY_ROLES)[number];

const PARTY_ID = {
  scheme: text({
    about: `Identifier scheme: ${ID_SCHEMES.join(', ')}; null for a free-form identifier`,
    nullable: true,
    example: 'eori',
    shown: {},
  }),
  value: text({
    about: 'Identifier of the party, in the format that `scheme` requires',
    example: 'HU9524000018',
    faults: some,
    shown: {},
  }),
};
type PartyId = DeclaredValues<typeof PARTY_ID>;

/** Fault of an ID that does not match its scheme. Without a scheme, any ID is valid. */
const partyIdFaults = (ids: readonly PartyId[], path: string): readonly Fault[] =>
  ids.flatMap(({ scheme, value }, at): readonly Fault[] => {
    if (scheme === null) return [];
    if (!ID_SCHEMES.includes(scheme)) return [invalidValue(`${path}[${at}].scheme`, scheme, ID_SCHEMES.join(', '))];
    return SCHEMES[scheme]?.(value) ? [] : [invalidValue(`${path}[${at}].value`, value, ofScheme(scheme))];
  });

const IDS_MAX = 10;

/** An economic operator and its role. */
export const PARTY = {
  role: word<PartyRole>()({
    about: `Role of the party: ${PARTY_ROLES.join(', ')}`,
    words: PARTY_ROLES,
    example: 'importer',
    shown: {},
  }),
  name: text({ about: 'Name of the party', nullable: true, example: 'Donau Import Kft.', shown: {} }),
  ids: list(PARTY_ID, { about: 'Identifiers of the party', most: IDS_MAX, faults: partyIdFaults, shown: {} }),
  address: text({
    about: 'Postal address of the party',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'Rakpart 3, Győr',
    shown: {},
  }),
  country: text({
    about: 'Country of the party as an ISO 3166-1 alpha-2 code',
    nullable: true,
    example: 'HU',
    faults: right(isCountry, 'ISO 3166-1 alpha-2 country codes'),
    shown: {},
  }),
  email: text({
    about: 'Email address of the party; null if there is none',
    nullable: true,
    example: 'info@donau.example',
    faults: right(isMailAddress, 'email addresses'),
    shown: {},
  }),
  url: text({
    about: 'Website URL of the party; null if there is none',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'https://donau.example/',
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: {},
  }),
  since: day({
    about:
      'First day on which the party is responsible for the product, set by a transfer; null if there was no transfer',
    nullable: true,
    example: null,
    shown: { whenPresent: true },
  }),
};
export type Party = DeclaredValues<typeof PARTY>;

/** Fault of a party that has only a role. */
export const partyFaults = (parties: readonly Party[], path: string): readonly Fault[] =>
  parties.flatMap(({ role: _role, ...said }, at) => (isEmptyValue(said) ? [required(`${path}[${at}].name`)] : []));

/** A facility, identified by a GLN or by another scheme. */
export const FACILITY = {
  id: text({ about: 'Identifier of the plant; null if unknown', nullable: true, example: '9524000000194', shown: {} }),
  scheme: text({
    about: `Identifier scheme: ${ID_SCHEMES.join(', ')}; null for a free-form identifier`,
    nullable: true,
    example: 'gln',
    shown: {},
  }),
  name: text({ about: 'Name of the plant; null if unknown', nullable: true, example: 'Plant Győr', shown: {} }),
  country: text({
    about: 'Country of the plant as an ISO 3166-1 alpha-2 code; null if unknown',
    nullable: true,
    example: 'HU',
    faults: right(isCountry, 'ISO 3166-1 alpha-2 country codes'),
    shown: {},
  }),
};
type Facility = DeclaredValues<typeof FACILITY>;

export const facilityFaults = (facilities: readonly Facility[], path: string): readonly Fault[] =>
  facilities.flatMap(({ id, scheme }, at): readonly Fault[] => {
    if (scheme === null) return [];
    if (!ID_SCHEMES.includes(scheme)) return [invalidValue(`${path}[${at}].scheme`, scheme, ID_SCHEMES.join(', '))];
    return id === null || SCHEMES[scheme]?.(id) ? [] : [invalidValue(`${path}[${at}].id`, id, ofScheme(scheme))];
  });

/** Identifier schemes of EN 18219 other than GTIN, batch and serial number. */
const IDENTIFIERS: Readonly<Record<string, (value: string) => boolean>> = {
  iso15459: (value) => /^[0-9A-Z]{3,50}$/.test(value),
  did: (value) => /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/.test(value),
  url: isWebAddress,
};
const IDENTIFIER_SCHEMES = Object.keys(IDENTIFIERS);

export const IDENTIFIER = {
  scheme: word<string>()({
    about: `Identifier scheme: ${IDENTIFIER_SCHEMES.join(', ')}`,
    words: IDENTIFIER_SCHEMES,
    example: 'iso15459',
    shown: {},
  }),
  value: text({
    about: 'Identifier of the product, in the format that `scheme` requires',
    example: 'QCRHP545000471',
    shown: {},
  }),
};

export const identifierFaults = (
  identifiers: readonly DeclaredValues<typeof IDENTIFIER>[],
  path: string,
): readonly Fault[] =>
  identifiers.flatMap(({ scheme, value }, at) =>
    IDENTIFIERS[scheme]?.(value) ? [] : [invalidValue(`${path}[${at}].value`, value, ofScheme(scheme))],
  );

/** The provider that keeps a copy of the passport in case its operator stops serving it. */
export const BACKUP_PROVIDER = {
  operatorId: text({
    about: 'Operator identifier of the backup provider; null if unknown',
    nullable: true,
    example: '529900T8BM49AURSDO55',
    shown: {},
  }),
  idScheme: text({
    about: `Identifier scheme: ${ID_SCHEMES.join(', ')}; null for a free-form identifier`,
    nullable: true,
    example: 'lei',
    shown: {},
  }),
  name: text({
    about: 'Name of the backup provider; null if unknown',
    nullable: true,
    example: 'Archiv der Pässe AG',
    shown: {},
  }),
  address: text({
    about: 'Postal address of the backup provider; null if unknown',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'Ring 5, Linz',
    shown: {},
  }),
  url: text({
    about: 'URL where the backup copies are available; null if unknown',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'https://backup.example/',
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: {},
  }),
};

/** A part of the product with its own passport or identifier. */
export const COMPONENT = {
  passport: integer({
    about: "ID of the component's passport in this service; null if there is none. Never public.",
    nullable: true,
    example: null,
  }),
  productId: text({
    about: 'Product identifier of the component; null if there is none',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: '09524000010025',
    shown: {},
  }),
  link: text({
    about:
      "URL of the component's passport. For a passport in this service, the URL of its page once the passport is published.",
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: null,
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: {},
  }),
  quantity: number({
    about: 'Number of components of this kind in the product; null if not stated',
    nullable: true,
    example: 30,
    faults: right((quantity: number) => quantity > 0, 'numbers above 0'),
    shown: {},
  }),
  role: text({
    about: 'Role of the component in the product; null if not stated',
    nullable: true,
    example: 'cell',
    shown: {},
  }),
};
export type Component = DeclaredValues<typeof COMPONENT>;

/** A component must have exactly one reference: a passport of this service, a product or a link. */
export const componentFaults = (components: readonly Component[], path: string): readonly Fault[] =>
  components.flatMap(({ passport, productId, link }, at) =>
    [passport, productId, link].filter((name) => name !== null).length === 1
      ? []
      : [
          sentence(
            '%fieldName must have exactly one of passport, product_id and link. Send one of them and omit the others.',
            { fieldName: `${path}[${at}]` },
            `${path}[${at}]`,
          ),
        ],
  );

/** Points of Annex XIII. Point 1 is public. */
const POINTS = [1, 2, 3, 4];
const PUBLIC = 1;

/** A link, or the file of a document of this service. */
export const DOCUMENT = {
  kind: text({ about: 'Document type, such as `manual` or `test_report`', example: 'manual', faults: some, shown: {} }),
  title: text({ about: 'Title of the document', example: 'Instructions for use', faults: some, shown: {} }),
  documentId: integer({
    about:
      'ID of a customer document whose file is published with the passport, as an alternative to `url`. The ID itself is never public.',
    nullable: true,
    example: null,
  }),
  url: text({
    about: 'URL of the document; null if `document_id` is set',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'https://rheinpfad.example/manual.pdf',
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: { about: 'URL of the document', always: true },
  }),
  language: text({
    about: 'Language of the document as a BCP 47 tag; null if not stated',
    nullable: true,
    example: 'en',
    faults: right(isLanguageTag, 'BCP 47 language tags'),
    shown: {},
  }),
  sha256: text({
    about: 'SHA-256 hash of the file in hexadecimal; null if not stated',
    nullable: true,
    example: null,
    faults: right((hex) => /^[0-9a-f]{64}$/.test(hex), '64 lowercase hexadecimal digits'),
    shown: {},
  }),
  point: integer({
    about:
      'Point of Annex XIII of Regulation (EU) 2023/1542 that determines who may read the document: 1 everyone, 2 to 4 restricted audiences. The point itself is never public.',
    default: PUBLIC,
    example: PUBLIC,
    faults: right((point: number) => POINTS.includes(point), POINTS.join(', ')),
  }),
};
type PassportDocument = DeclaredValues<typeof DOCUMENT>;

/** Normalizes a document kind: case, spaces and hyphens do not matter. */
export const documentKind = (kind: string): string =>
  kind
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Documents stored before audiences existed were all public links. */
export const documentsOf = (stored: readonly Partial<PassportDocument>[]): readonly PassportDocument[] =>
  stored.map((one) => ({ documentId: null, point: PUBLIC, ...one }) as PassportDocument);

/** A document is either a link or a file of this service. */
export const documentFaults = (documents: readonly PassportDocument[], path: string): readonly Fault[] =>
  documents.flatMap(({ documentId, url }, at) =>
    (documentId === null) !== (url === null)
      ? []
      : [
          sentence(
            '%fieldName must have either document_id or url. Send exactly one of them.',
            { fieldName: `${path}[${at}]` },
            `${path}[${at}]`,
          ),
        ],
  );

/** The issuer from the store settings. */
export const ISSUER = {
  name: text({ about: 'Name of the passport issuer; null if unset', nullable: true, shown: {} }),
  url: text({
    about: 'Website URL of the passport issuer; null if unset',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    shown: {},
  }),
  operatorId: text({ about: 'Operator identifier of the passport issuer; null if unset', nullable: true, shown: {} }),
};
export type Issuer = DeclaredValues<typeof ISSUER>;
