import { type Fault, required, sentence } from '../../../../libs/kernel/index.js';
import { isCountry } from './countries.js';
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
  type SaidBy,
  type ShownOf,
  text,
  texts,
  word,
  words,
} from './declared-field.js';
import { gtin14, isCustomsCode, isGs1Text } from './identifiers.js';
import { languageMapFaults } from './languages.js';
import { ARCHIVE_REASONS, type ArchiveReason, GRANULARITIES, type Granularity, type Status, STATUSES } from './life.js';
import {
  BACKUP_PROVIDER,
  COMPONENT,
  componentFaults,
  DOCUMENT,
  FACILITY,
  facilityFaults,
  ISSUER,
  MANUFACTURER,
  PARTY,
  partyFaults,
  schemeFaults,
} from './passport-parts.js';
import { predecessorsFaults } from './predecessors.js';
import { isWebAddress } from './web-address.js';

/** Largest payload of a passport, in bytes of JSON. */
export const PAYLOAD_MAX = 512 * 1024;
/** Longest address with a SKU in it: 255 characters are several thousand once they are percent-encoded. */
const LONG_ADDRESS_MAX = 4000;
/** Which information the Ecodesign regulation asks for. */
export const ESPR = 'Regulation (EU) 2024/1781, Annex III';

export const USES = ['stationary_storage', 'traction', 'backup', 'other'] as const;
export type Use = (typeof USES)[number];
export const EXTERNAL_STORAGES = ['none', 'partly', 'exclusively'] as const;
export type ExternalStorage = (typeof EXTERNAL_STORAGES)[number];

/** How many entries a list of the envelope takes. */
const PARTIES_MAX = 50;
const FACILITIES_MAX = 50;
const PREDECESSORS_MAX = 50;
export const COMPONENTS_MAX = 500;
const NOT_APPLICABLE_MAX = 200;

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

/** Pointers into the payload as RFC 6901 writes them, each with a reason; whether one may stand there its template says. */
const notApplicableFaults = (reasons: Readonly<Record<string, string>>, name: string): readonly Fault[] => {
  const entries = Object.entries(reasons);
  if (entries.length > NOT_APPLICABLE_MAX)
    return [
      sentence(
        '"%fieldName" has %count entries, at most %max are taken: send fewer.',
        { fieldName: name, count: entries.length, max: NOT_APPLICABLE_MAX },
        name,
      ),
    ];
  return entries.flatMap(([pointer, reason]) => {
    if (!POINTER.test(pointer))
      return [sentence('"%pointer" in %fieldName is no JSON Pointer (RFC 6901).', { pointer, fieldName: name }, name)];
    return reason.trim() === '' ? [required(`${name}.${pointer}`)] : [];
  });
};

const isGtin = (digits: string): boolean => gtin14(digits) !== undefined;

/**
 * The fields of a version of a passport, in the order in which authors read them: named here, and where one does
 * something. From it follow bodies and answers of REST, GraphQL's types, the columns of files and tables, what is checked
 * and scored, what the public list is asked by, and the facts of the page; what JSON-LD calls them stands in
 * `passport-jsonld.ts`.
 */
export const PASSPORT = {
  passportId: integer({
    by: 'server',
    about: 'Number of the passport for life',
    example: 17,
    shown: { example: 17, isOfPlatform: true },
    listed: { place: 1, index: 'listed' },
  }),
  uuid: text({
    by: 'server',
    about: 'Name of the passport in public addresses, for life',
    column: 36,
    shown: { about: 'Name of the passport for life' },
    listed: { place: 2, index: 'uuid', beginning: 'itself' },
  }),
  sku: code({
    by: 'author',
    about: 'The product; it need not be one of commerce',
    example: 'BAT-36V-545',
    faults: (value, name) => (value === '' ? [required(name)] : []),
    shown: { about: 'The product', example: 'DRILL-18V', graphql: '' },
    listed: { place: 3, index: 'sku', beginning: 'key' },
    told: { place: 1, labels: { en: 'Article number (SKU)', de: 'Artikelnummer (SKU)' }, as: 'code' },
  }),
  productName: texts({
    by: 'author',
    about: 'Name by language; missing: taken from commerce at publication, else the SKU',
    nullable: true,
    example: { en: 'E-bike battery 36 V' },
    faults: languageMapFaults,
    shown: {
      about: 'Name by language',
      example: { en: 'E-bike battery 36 V' },
      graphql: 'Name of the product by language',
    },
  }),
  imageUrl: text({
    by: 'author',
    about: 'Address of a picture',
    isAddress: true,
    maxLength: ADDRESS_MAX,
    nullable: true,
    faults: right(isWebAddress),
    shown: { graphql: '', isUnsearched: true },
  }),
  storeId: integer({
    by: 'author',
    about: 'The store view it is of; 0 = all',
    default: 0,
    example: 0,
    of: 'store',
    shown: { example: 0 },
  }),
  templateCode: code({
    by: 'author',
    about: 'Code of its template',
    maxLength: 64,
    example: 'battery',
    shown: { example: 'battery', isOfPlatform: true },
    listed: { place: 7 },
  }),
  templateVersion: text({
    by: 'author',
    about: 'Version of its template; missing: the newest',
    maxLength: 32,
    default: null,
    example: '1.0.0',
    shown: { about: 'Semantic version of its template', example: '1.0.0' },
  }),
  version: integer({
    by: 'server',
    about: 'Number of the version within the passport',
    example: 1,
    shown: { about: 'Number of the version within its passport', example: 1, isOfPlatform: true },
  }),
  status: word<Status>()({
    by: 'server',
    about: STATUSES.join(', '),
    column: 16,
    example: 'draft',
    shown: { about: 'Always published', example: 'published' },
  }),
  esprCategory: text({
    by: 'author',
    about: "Product category of the Ecodesign regulation; missing: the template's",
    nullable: true,
    example: 'batteries',
    shown: { about: 'Product category of the Ecodesign regulation', example: 'batteries', isOfPlatform: true },
    listed: { place: 8, beginning: 'key' },
    scored: { place: 1, weight: 5 },
    told: { place: 6, labels: { en: 'Product category (ESPR)', de: 'Produktkategorie (ESPR)' }, as: 'words' },
  }),
  granularity: word<Granularity>()({
    by: 'nobody',
    about: `${GRANULARITIES.join(', ')}: from batch and serial`,
    column: 8,
    example: 'item',
    shown: { about: 'model, batch or item', example: 'model' },
  }),
  gtin: text({
    by: 'author',
    about: 'GTIN of 8, 12, 13 or 14 digits, answered in 14',
    maxLength: 14,
    nullable: true,
    example: '09524000010018',
    faults: right(isGtin),
    shown: { about: 'GTIN of 14 digits', example: '04006381333931', graphql: '14 digits' },
    listed: { place: 4, index: 'gtin', beginning: 'itself' },
    scored: {
      place: 4,
      weight: 7,
      isRight: isGtin,
      wrong: 'Not a GTIN with a right check digit.',
      cite: `${ESPR} (c)`,
    },
    told: { place: 2, labels: { en: 'GTIN', de: 'GTIN' }, as: 'code' },
  }),
  batch: text({
    by: 'author',
    about: 'Batch or lot, GS1 character set 82',
    maxLength: 20,
    nullable: true,
    example: 'L2026-38',
    faults: right(isGs1Text),
    shown: { about: 'Batch or lot', example: 'B-2026-10', graphql: '' },
    told: { place: 3, labels: { en: 'Batch or lot', de: 'Charge oder Los' }, as: 'code' },
  }),
  serial: text({
    by: 'author',
    about: 'Serial number, GS1 character set 82',
    maxLength: 20,
    nullable: true,
    example: 'RP545-1',
    faults: right(isGs1Text),
    shown: { about: 'Serial number', example: 'SN-000117', graphql: '' },
    told: { place: 4, labels: { en: 'Serial number', de: 'Seriennummer' }, as: 'code' },
  }),
  mpn: text({
    by: 'author',
    about: "The manufacturer's part number",
    nullable: true,
    example: 'RP-545-C',
    shown: { example: 'MPN-17', graphql: '' },
    listed: { place: 5, beginning: 'key' },
    told: { place: 5, labels: { en: 'Manufacturer part number', de: 'Teilenummer des Herstellers' }, as: 'code' },
  }),
  countryOfOrigin: text({
    by: 'author',
    about: 'Country of origin, ISO 3166-1',
    column: 2,
    nullable: true,
    example: 'HU',
    faults: right(isCountry),
    shown: { example: 'DE', graphql: 'ISO 3166-1 alpha-2', isOfPlatform: true },
    scored: { place: 3, weight: 5, isRight: isCountry, wrong: 'Not a country of ISO 3166-1.' },
    told: { place: 7, labels: { en: 'Country of origin', de: 'Ursprungsland' }, as: 'country' },
  }),
  hsCode: text({
    by: 'author',
    about: 'Customs code of 6, 8 or 10 digits',
    column: 10,
    nullable: true,
    example: '85076000',
    faults: right(isCustomsCode),
    shown: { example: '850760' },
    listed: { place: 6, beginning: 'itself' },
    scored: { place: 2, weight: 5, isRight: isCustomsCode, wrong: 'Not 6, 8 or 10 digits.', cite: `${ESPR} (d)` },
    told: { place: 8, labels: { en: 'Customs code (HS)', de: 'Zolltarifnummer (HS)' }, as: 'code' },
  }),
  placedOnMarketOn: day({
    by: 'author',
    about: 'When it was placed on the market or put into service',
    nullable: true,
    example: '2027-03-01',
    shown: { graphql: false, whenPresent: true },
    told: { place: 9, labels: { en: 'Placed on the market on', de: 'In Verkehr gebracht am' }, as: 'day' },
  }),
  use: word<Use>()({
    by: 'author',
    about: `What it is used for: ${USES.join(', ')}`,
    words: USES,
    column: 32,
    nullable: true,
    example: 'traction',
    shown: { graphql: false, whenPresent: true },
    told: { place: 10, labels: { en: 'Use', de: 'Verwendung' }, as: 'words' },
  }),
  rechargeable: boolean({
    by: 'author',
    about: 'Whether it can be charged again',
    nullable: true,
    example: true,
    shown: { graphql: false, whenPresent: true },
    told: { place: 11, labels: { en: 'Rechargeable', de: 'Wiederaufladbar' }, as: 'yes' },
  }),
  hasBms: boolean({
    by: 'author',
    about: 'Whether it has a battery management system',
    nullable: true,
    example: true,
    shown: { graphql: false, whenPresent: true },
    told: { place: 12, labels: { en: 'Battery management system', de: 'Batteriemanagementsystem' }, as: 'yes' },
  }),
  externalStorage: word<ExternalStorage>()({
    by: 'author',
    about: `Whether it stores its energy outside of its cells: ${EXTERNAL_STORAGES.join(', ')}`,
    words: EXTERNAL_STORAGES,
    column: 16,
    nullable: true,
    example: 'none',
    shown: { graphql: false, whenPresent: true },
    told: { place: 13, labels: { en: 'External storage', de: 'Externer Speicher' }, as: 'words' },
  }),
  ratedEnergyWh: number({
    by: 'author',
    about: 'Rated energy in watt-hours',
    nullable: true,
    example: 545,
    shown: { graphql: false, whenPresent: true },
    told: { place: 14, labels: { en: 'Rated energy', de: 'Nennenergie' }, as: 'number', unit: 'Wh' },
  }),
  manufacturer: object(MANUFACTURER, {
    by: 'author',
    about: 'Who makes it',
    nullable: true,
    faults: schemeFaults,
    shown: { graphql: '' },
  }),
  parties: list(PARTY, {
    by: 'author',
    about: 'Who has to do with it; the first manufacturer of them is `manufacturer`, whichever of both is written',
    nullable: true,
    most: PARTIES_MAX,
    faults: partyFaults,
    shown: {
      about: 'All parties, where there is more to tell than the manufacturer',
      graphql: false,
      whenPresent: true,
    },
  }),
  facilities: list(FACILITY, {
    by: 'author',
    about: 'Where it is made',
    nullable: true,
    most: FACILITIES_MAX,
    faults: facilityFaults,
    shown: { graphql: false, whenPresent: true },
  }),
  backupProvider: object(BACKUP_PROVIDER, {
    by: 'author',
    about: 'Who keeps a copy of the passport',
    nullable: true,
    faults: schemeFaults,
    shown: { graphql: false, whenPresent: true },
  }),
  components: list(COMPONENT, {
    by: 'author',
    about: 'Parts of it with passports or identifiers of their own',
    nullable: true,
    most: COMPONENTS_MAX,
    faults: componentFaults,
    shown: { graphql: false, whenPresent: true },
  }),
  documents: list(DOCUMENT, {
    by: 'author',
    about: 'Links to documents',
    shown: { graphql: false },
  }),
  dppPayload: json({
    by: 'author',
    about: "The payload by the template's schema; taken as an object too",
    default: '{}',
    example: '{"battery_category":"lmt"}',
    shown: {
      about: 'The public part of the payload: JSON as a string',
      example: '{"battery_category":"lmt"}',
      graphql: 'What the template asks for, as JSON in a string',
      isOfPlatform: true,
    },
  }),
  notApplicable: map({
    by: 'author',
    about: 'Why what the template asks does not apply: reasons by JSON Pointers into the payload',
    nullable: true,
    example: { '/recycled_content/lead': 'holds no lead' },
    faults: notApplicableFaults,
    shown: { graphql: false, whenPresent: true },
  }),
  completenessScore: integer({
    by: 'server',
    about: 'How complete it is, 0 to 100',
    max: 100,
    example: 96,
    shown: { example: 96, isOfPlatform: true },
    listed: { place: 9, index: 'score_listed' },
  }),
  issuer: object(ISSUER, {
    by: 'server',
    about: 'Who issued it: of the store view, frozen at publication',
    nullable: true,
    shown: { about: 'Who issued the passport', graphql: '', before: 'documents' },
  }),
  publishedAt: instant({
    by: 'server',
    about: 'When this version was published',
    nullable: true,
    shown: { graphql: 'ISO 8601 in UTC' },
    listed: { place: 10 },
  }),
  validFrom: day({ by: 'author', about: 'First day on which it is public', nullable: true, shown: {} }),
  validTo: day({ by: 'author', about: 'Last day on which it is public', nullable: true, shown: {} }),
  archivedAt: instant({ by: 'server', about: 'When this version was archived', nullable: true }),
  archiveReason: word<ArchiveReason>()({
    by: 'server',
    about: ARCHIVE_REASONS.join(', '),
    column: 16,
    nullable: true,
    example: null,
  }),
  predecessorId: integer({
    by: 'author',
    about: 'Number of the passport that it follows',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  predecessors: words({
    by: 'author',
    isAddress: true,
    about:
      'What it follows: numbers of passports of this service, or links; `predecessor_id` is the first number of them',
    nullable: true,
    most: PREDECESSORS_MAX,
    example: ['https://elsewhere.example/passport/17'],
    faults: predecessorsFaults,
    shown: {
      about:
        'Addresses of the passports that it follows: of those of this service the pages, if they are or were published',
      graphql: false,
      whenPresent: true,
    },
  }),
  modelPassport: integer({
    by: 'author',
    about: 'Number of the data sheet of its model, never public',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  batchPassport: integer({
    by: 'author',
    about: 'Number of the data sheet of its batch, never public',
    nullable: true,
    example: null,
    of: 'passport',
  }),
  takenFromSheets: words({
    by: 'server',
    about: 'What was taken from its data sheets when it was published: JSON Pointers, into the payload too',
    nullable: true,
    example: ['/has_bms', '/dpp_payload/weight_kg'],
  }),
  createdAt: instant({ by: 'server', about: 'Time of creation' }),
  updatedAt: instant({ by: 'server', about: 'Time of the last change' }),
};

/** Made at publication, for the public alone. */
const PUBLICATION = {
  publicUrl: text({ about: 'Address of the page', maxLength: ADDRESS_MAX, shown: { isUnsearched: true } }),
  qrUrl: text({ about: 'Address of the QR code', maxLength: ADDRESS_MAX, shown: { isUnsearched: true } }),
  jsonldUrl: text({
    about: 'Address of the JSON-LD document',
    maxLength: LONG_ADDRESS_MAX,
    shown: { isUnsearched: true },
  }),
  contentDigest: text({
    about: 'sha-256: and hex over the canonical JSON of the rest',
    maxLength: 72,
    shown: {
      graphql: 'sha-256: and hex over the canonical JSON of the REST object without this field',
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

/** What everybody reads, in its order. */
export const SHOWN_FIELDS = shownOf([...PASSPORT_FIELDS, ...namedFields(PUBLICATION)]);

/** What each public object has that is one value: the criteria of the public list may name no other field. */
export const CRITERIA_FIELDS = SHOWN_FIELDS.filter((field) => isScalar(field) && field.shown?.whenPresent !== true);

/** What of it the index of published passports holds; addresses and digests are made of the others where they are read. */
export const INDEXED_FIELDS = CRITERIA_FIELDS.filter(({ shown }) => shown?.isUnsearched !== true);

/** What authors write of a version: the envelope, and the payload in it. */
export type PassportContent = SaidBy<typeof PASSPORT, 'author'>;

/** One version of a passport: what was authored, and where it stands in its life. Granularity is `granularityOf`. */
export type PassportVersion = SaidBy<typeof PASSPORT, 'author' | 'server'>;

/** The public REST object (passports.md, "The public view"). */
export type PublicPassport = ShownOf<typeof PASSPORT & typeof PUBLICATION>;
