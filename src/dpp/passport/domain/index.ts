export * from './actor.js';
export {
  faultsIn,
  isScalar,
  nameOf,
  type NamedField,
  namedFields,
  NUMBER_BOUNDS,
  type RowOf,
  shownValues,
} from './declared-field.js';
export {
  checkDigitHolds,
  digitalLink,
  elementString,
  GTINS,
  gtin14,
  GS1_TEXTS,
  isGs1Text,
  asciiAddress,
  withAsciiAddresses,
  isWebAddress,
  WEB_ADDRESSES,
  isSafeIri,
} from './identifiers.js';
export * from './json.js';
export * from './iso-codes.js';
export * from './life.js';
export * from './notice.js';
export {
  ESPR,
  type ExternalStorage,
  INDEXED_FIELDS,
  PASSPORT,
  PASSPORT_FIELDS,
  type PassportContent,
  type PassportVersion,
  type PublicPassport,
  SHOWN_FIELDS,
  type Use,
} from './passport.js';
export * from './passport-jsonld.js';
export { HEADER_FIELDS, PASSPORT_TERMS, SCHEMA_ORG } from './passport-terms.js';
export * from './product-identifier.js';
export * from './parties.js';
export {
  documentKind,
  documentsOf,
  ID_SCHEMES,
  ofScheme,
  type Issuer,
  type Manufacturer,
  type Party,
  type PartyRole,
  schemeFaults,
} from './passport-parts.js';
export { componentPassports, followedPassports, ownPassport, ownPredecessors, passportLinks } from './predecessors.js';
export * from './public-fields.js';
