import { type Fault, required, sentence } from '../../../../libs/kernel/index.js';
import { isCountry, languageMapFaults } from './iso-codes.js';
import {
  ADDRESS_MAX,
  boolean,
  code,
  day,
  instant,
  integer,
  isScalar,
  json,
  list,
  map,
  type NamedField,
  namedFields,
  number,
  object,
  right,
  type SetBy,
  type ShownOf,
  text,
  texts,
  word,
  words,
} from './declared-field.js';
import { gtin14, isCustomsCode, isGs1Text, isWebAddress, WEB_ADDRESSES, GS1_TEXTS, GTINS } from './identifiers.js';
import { ARCHIVE_REASONS, type ArchiveReason, GRANULARITIES, type Granularity, type Status, STATUSES } from './life.js';
import {
  BACKUP_PROVIDER,
  COMPONENT,
  componentFaults,
  DOCUMENT,
  documentFaults,
  FACILITY,
  facilityFaults,
  IDENTIFIER,
  identifierFaults,
  ISSUER,
  MANUFACTURER,
  PARTY,
  partyFaults,
  schemeFaults,
} from './passport-parts.js';
import { predecessorsFaults } from './predecessors.js';

/** Largest payload of a passport, in bytes of JSON. */
export const PAYLOAD_MAX = 512 * 1024;
/** Maximum length of a URL that contains a SKU. Percent-encoding can turn 255 characters into several thousand. */
const LONG_ADDRESS_MAX = 4000;
/** Source of the information requirements of the Ecodesign regulation. */
export const ESPR = 'Regulation (EU) 2024/1781, Annex III';

export const USES = ['stationary_storage', 'traction', 'backup', 'other'] as const;
export type Use = (typeof USES)[number];
export const EXTERNAL_STORAGES = ['none', 'partly', 'exclusively'] as const;
export type ExternalStorage = (typeof EXTERNAL_STORAGES)[number];

/** Maximum sizes of envelope lists. */
const PARTIES_MAX = 50;
const FACILITIES_MAX = 50;
const IDENTIFIERS_MAX = 10;
const PREDECESSORS_MAX = 50;
const COMPONENTS_MAX = 500;
const NOT_APPLICABLE_MAX = 200;

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

/** Faults of reasons by RFC 6901 pointers into the payload. The template decides which pointers are allowed. */
const notApplicableFaults = (reasons: Readonly<Record<string, string>>, name: string): readonly Fault[] => {
  const entries = Object.entries(reasons);
  if (entries.length > NOT_APPLICABLE_MAX)
    return [
      sentence(
        '"%fieldName" has %count entries, but at most %max are allowed. Send fewer entries.',
        { fieldName: name, count: entries.length, max: NOT_APPLICABLE_MAX },
        name,
      ),
    ];
  return entries.flatMap(([pointer, reason]) => {
    if (!POINTER.test(pointer))
      return [
        sentence(
          '"%pointer" in %fieldName is not a JSON Pointer (RFC 6901). Send a pointer such as "/negative_events".',
          { pointer, fieldName: name },
          name,
        ),
      ];
    return reason.trim() === '' ? [required(`${name}.${pointer}`)] : [];
  });
};

const isGtin = (digits: string): boolean => gtin14(digits) !== undefined;

/**
 * The fields of a passport version, in the order shown to authors. REST bodies and responses, GraphQL types, columns of
 * files and tables, checks and scores are all derived from this declaration. The page's labels and the search indexes of
 * the public list are in `public-fields.ts`, the JSON-LD names in `passport-jsonld.ts`.
 */
export const PASSPORT = {
  passportId: integer({
    by: 'server',
    about: 'Passport ID, fixed for the life of the passport',
    example: 17,
    shown: { example: 17, isOfPlatform: true },
  }),
  uuid: text({
    by: 'server',
    about: 'Passport UUID, used in public addresses and fixed for the life of the passport',
    column: 36,
    shown: { about: 'Passport UUID, fixed for the life of the passport' },
  }),
  sku: code({
    by: 'author',
    about: 'SKU of the product; the product does not have to exist in the shop',
    example: 'BAT-36V-545',
    faults: (value, name) => (value === '' ? [required(name)] : []),
    shown: { about: 'SKU of the product', example: 'DRILL-18V' },
  }),
  productName: texts({
    by: 'author',
    about:
      'Product name by language. If null, the name in the shop is used at publication, or the SKU if there is none.',
    nullable: true,
    example: { en: 'E-bike battery 36 V' },
    faults: languageMapFaults,
    shown: {
      about: 'Product name by language',
      example: { en: 'E-bike battery 36 V' },
    },
  }),
  imageUrl: text({
    by: 'author',
    about: 'URL of a product image; null if there is none',
    example: 'https://rheinpfad.example/rp-545.jpg',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    faults: right(isWebAddress, WEB_ADDRESSES),
    shown: { isUnsearched: true },
  }),
  storeId: integer({
    by: 'author',
    about: 'Store view ID; 0 means all store views',
    default: 0,
    example: 0,
    of: 'store',
    shown: { example: 0 },
  }),
  templateCode: code({
    by: 'author',
    about: 'Code of the template that defines the payload',
    maxLength: 64,
    example: 'battery',
    shown: { example: 'battery', isOfPlatform: true },
  }),
  templateVersion: text({
    by: 'author',
    about: 'Version of the template; default: the newest version',
    maxLength: 32,
    default: null,
    example: '2.1.0',
    shown: { about: 'Semantic version of the template', example: '2.1.0' },
  }),
  version: integer({
    by: 'server',
    about: 'Version number within the passport, starting at 1',
    example: 1,
    shown: { about: 'Version number within the passport, starting at 1', example: 1, isOfPlatform: true },
  }),
  status: word<Status>()({
    by: 'server',
    about: `Version status: ${STATUSES.join(', ')}`,
    column: 16,
    example: 'draft',
    shown: { about: 'Version status; always `published` in public responses', example: 'published' },
  }),
  esprCategory: text({
    by: 'author',
    about: 'Product category under the Ecodesign Regulation; default: the category of the template',
    nullable: true,
    example: 'batteries',
    shown: { about: 'Product category under the Ecodesign Regulation', example: 'batteries', isOfPlatform: true },
    scored: { position: 1, weight: 5 },
  }),
  granularity: word<Granularity>()({
    by: 'nobody',
    about: `Scope of the passport, derived from batch and serial number: ${GRANULARITIES.join(', ')}`,
    column: 8,
    example: 'item',
    shown: { about: 'Scope of the passport: model, batch or item', example: 'model' },
  }),
  gtin: text({
    by: 'author',
    about: 'GTIN with 8, 12, 13 or 14 digits; returned with 14 digits',
    maxLength: 14,
    nullable: true,
    example: '09524000010018',
    faults: right(isGtin, GTINS),
    shown: { about: 'GTIN with 14 digits', example: '04006381333931' },
    scored: {
      position: 4,
      weight: 7,
      isRight: isGtin,
      wrong: 'The value is not a GTIN with a valid check digit.',
      cite: `${ESPR} (c)`,
    },
  }),
  batch: text({
    by: 'author',
    about: 'Batch or lot number in GS1 character set 82; null if the passport is not limited to a batch',
    maxLength: 20,
    nullable: true,
    example: 'L2026-38',
    faults: right(isGs1Text, GS1_TEXTS),
    shown: { about: 'Batch or lot number', example: 'B-2026-10' },
  }),
  serial: text({
    by: 'author',
    about: 'Serial number in GS1 character set 82; null unless the passport is for one item',
    maxLength: 20,
    nullable: true,
    example: 'RP545-1',
    faults: right(isGs1Text, GS1_TEXTS),
    shown: { about: 'Serial number of the item; null for a model or batch', example: 'SN-000117' },
  }),
  mpn: text({
    by: 'author',
    about: 'Part number assigned by the manufacturer; null if unknown',
    nullable: true,
    example: 'RP-545-C',
    shown: { example: 'MPN-17' },
  }),
  countryOfOrigin: text({
    by: 'author',
    about: 'Country of origin as an ISO 3166-1 alpha-2 code; null if unknown',
    column: 2,
    nullable: true,
    example: 'HU',
    faults: right(isCountry, 'ISO 3166-1 alpha-2 country codes'),
    shown: { example: 'DE', isOfPlatform: true },
    scored: { position: 3, weight: 5, isRight: isCountry, wrong: 'The value is not an ISO 3166-1 country code.' },
  }),
  hsCode: text({
    by: 'author',
    about: 'Customs code with 6 (HS), 8 (CN) or 10 digits (TARIC); null if unknown',
    column: 10,
    nullable: true,
    example: '85076000',
    faults: right(isCustomsCode, 'codes with 6, 8 or 10 digits'),
    shown: { example: '850760' },
    scored: {
      position: 2,
      weight: 5,
      isRight: isCustomsCode,
      wrong: 'The value is not a code with 6, 8 or 10 digits.',
      cite: `${ESPR} (d)`,
    },
  }),
  placedOnMarketOn: day({
    by: 'author',
    about: 'Date on which the product was placed on the market or put into service; null if unknown',
    nullable: true,
    example: '2027-03-01',
    shown: { whenPresent: true },
  }),
  use: word<Use>()({
    by: 'author',
    about: `Intended use of the product: ${USES.join(', ')}; null if not stated`,
    words: USES,
    column: 32,
    nullable: true,
    example: 'traction',
    shown: { whenPresent: true },
  }),
  rechargeable: boolean({
    by: 'author',
    about: 'True if the product can be recharged; null if not stated',
    nullable: true,
    example: true,
    shown: { whenPresent: true },
  }),
  hasBms: boolean({
    by: 'author',
    about: 'True if the product has a battery management system; null if not stated',
    nullable: true,
    example: true,
    shown: { whenPresent: true },
  }),
  externalStorage: word<ExternalStorage>()({
    by: 'author',
    about: `Energy storage outside the cells: ${EXTERNAL_STORAGES.join(', ')}; null if not stated`,
    words: EXTERNAL_STORAGES,
    column: 16,
    nullable: true,
    example: 'none',
    shown: { whenPresent: true },
  }),
  ratedEnergyWh: number({
    by: 'author',
    about: 'Rated energy in watt-hours',
    nullable: true,
    example: 545,
    shown: { whenPresent: true },
  }),
  manufacturer: object(MANUFACTURER, {
    by: 'author',
    about: 'Manufacturer of the product',
    nullable: true,
    faults: schemeFaults,
    shown: {},
  }),
  parties: list(PARTY, {
    by: 'author',
    about:
      'Economic operators involved with the product. The first party with the role `manufacturer` is always the operator in the `manufacturer` field.',
    nullable: true,
    most: PARTIES_MAX,
    faults: partyFaults,
    shown: {
      about: 'Economic operators involved with the product; omitted if the manufacturer is the only one',
      whenPresent: true,
    },
  }),
  facilities: list(FACILITY, {
    by: 'author',
    about: 'Plants where the product is manufactured',
    nullable: true,
    most: FACILITIES_MAX,
    faults: facilityFaults,
    shown: { whenPresent: true },
  }),
  identifiers: list(IDENTIFIER, {
    by: 'author',
    about: 'Further identifiers of the product, in addition to GTIN, batch and serial number',
    nullable: true,
    most: IDENTIFIERS_MAX,
    faults: identifierFaults,
    shown: { whenPresent: true },
  }),
  backupProvider: object(BACKUP_PROVIDER, {
    by: 'author',
    about: 'Provider that keeps a backup copy of the passport',
    nullable: true,
    faults: schemeFaults,
    shown: { whenPresent: true },
  }),
  components: list(COMPONENT, {
    by: 'author',
    about: 'Parts of the product that have their own passport or identifier',
    nullable: true,
    most: COMPONENTS_MAX,
    faults: componentFaults,
    shown: { whenPresent: true },
  }),
  documents: list(DOCUMENT, {
    by: 'author',
    about:
      'Documents about the product, each a link or the file of a customer document. The `point` of a document determines who may read it.',
    faults: documentFaults,
    shown: { about: 'Links to documents about the product' },
  }),
  dppPayload: json({
    by: 'author',
    about:
      'Product data that follows the schema of the template, as JSON in a string. Requests can contain a JSON object instead.',
    default: '{}',
    example: '{"battery_category":"lmt"}',
    shown: {
      about: 'Public part of the product data, as JSON in a string',
      example: '{"battery_category":"lmt"}',
      isOfPlatform: true,
    },
  }),
  notApplicable: map({
    by: 'author',
    about:
      'Reasons why values of the template do not apply, each keyed by the JSON Pointer of the value in the payload',
    nullable: true,
    example: { '/negative_events': 'none so far' },
    faults: notApplicableFaults,
    shown: { whenPresent: true },
  }),
  completenessScore: integer({
    by: 'server',
    about: 'Completeness score of the passport, from 0 to 100',
    max: 100,
    example: 96,
    shown: { example: 96, isOfPlatform: true },
  }),
  issuer: object(ISSUER, {
    by: 'server',
    about: 'Issuer of the passport, copied from the store view settings at publication',
    nullable: true,
    shown: { about: 'Issuer of the passport', before: 'documents' },
  }),
  publishedAt: instant({
    by: 'server',
    about: 'Publication time of this version (UTC)',
    nullable: true,
    shown: {},
  }),
  validFrom: day({
    by: 'author',
    about: 'First day on which the passport is public; null means no start date',
    nullable: true,
    shown: {},
  }),
  validTo: day({
    by: 'author',
    about: 'Last day on which the passport is public; null means no end date',
    nullable: true,
    example: '2036-12-31',
    shown: {},
  }),
  archivedAt: instant({
    by: 'server',
    about: 'Archiving time of this version (UTC); null if not archived',
    nullable: true,
  }),
  archiveReason: word<ArchiveReason>()({
    by: 'server',
    about: `Reason for archiving: ${ARCHIVE_REASONS.join(', ')}; null if not archived`,
    column: 16,
    nullable: true,
    example: null,
  }),
  predecessorId: integer({
    by: 'author',
    about: 'ID of the predecessor passport; null if there is none in this service',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  predecessors: words({
    by: 'author',
    isAddress: true,
    about:
      'Predecessor passports, as IDs of passports in this service or as URLs. The first ID is always the value of `predecessor_id`.',
    nullable: true,
    most: PREDECESSORS_MAX,
    example: ['https://elsewhere.example/passport/17'],
    faults: predecessorsFaults,
    shown: {
      about:
        'URLs of predecessor passports. A predecessor in this service is listed by its page URL once it has been published.',
      whenPresent: true,
    },
  }),
  modelPassport: integer({
    by: 'author',
    about: 'ID of the passport that serves as the data sheet of the model; null if there is none. Never public.',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  batchPassport: integer({
    by: 'author',
    about: 'ID of the passport that serves as the data sheet of the batch; null if there is none. Never public.',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  takenFromSheets: words({
    by: 'server',
    about: 'JSON Pointers to the passport fields and payload values that were copied from data sheets at publication',
    nullable: true,
    example: ['/has_bms', '/dpp_payload/weight_kg'],
  }),
  createdAt: instant({ by: 'server', about: 'Time of creation (UTC)' }),
  updatedAt: instant({ by: 'server', about: 'Time of the last change (UTC)' }),
};

/** Fields created at publication, only for the public. */
const PUBLICATION = {
  publicUrl: text({ about: 'URL of the passport page', maxLength: ADDRESS_MAX, shown: { isUnsearched: true } }),
  qrUrl: text({ about: 'URL of the QR code image', maxLength: ADDRESS_MAX, shown: { isUnsearched: true } }),
  jsonldUrl: text({
    about: 'URL of the JSON-LD document',
    maxLength: LONG_ADDRESS_MAX,
    shown: { isUnsearched: true },
  }),
  contentDigest: text({
    about: 'Digest of the other fields: `sha-256:` followed by the hexadecimal SHA-256 hash of their canonical JSON',
    maxLength: 72,
    shown: {
      isUnsearched: true,
    },
  }),
};

export const PASSPORT_FIELDS = namedFields(PASSPORT);

const shownOf = (fields: readonly NamedField[]): readonly NamedField[] => {
  const all = fields.filter(({ shown }) => shown);
  const moved = all.filter(({ shown }) => shown?.before !== undefined);
  return all
    .filter((field) => !moved.includes(field))
    .flatMap((field) => [...moved.filter(({ shown }) => shown?.before === field.property), field]);
};

/** Public fields in order. */
export const SHOWN_FIELDS = shownOf([...PASSPORT_FIELDS, ...namedFields(PUBLICATION)]);

/** Public scalar fields. Only these can be used in criteria of the public list. */
export const CRITERIA_FIELDS = SHOWN_FIELDS.filter((field) => isScalar(field) && field.shown?.whenPresent !== true);

/** Fields stored in the index of published passports. Addresses and digests are derived when read. */
export const INDEXED_FIELDS = CRITERIA_FIELDS.filter(({ shown }) => shown?.isUnsearched !== true);

/** The authored part of a version: envelope and payload. */
export type PassportContent = SetBy<typeof PASSPORT, 'author'>;

/** A passport version: authored content and status. For granularity see `granularityOf`. */
export type PassportVersion = SetBy<typeof PASSPORT, 'author' | 'server'>;

/** The public REST object (passports.md, "The public view"). */
export type PublicPassport = ShownOf<typeof PASSPORT & typeof PUBLICATION>;
