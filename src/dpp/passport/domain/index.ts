export * from './actor.js';
export * from './countries.js';
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
export * from './header-fields.js';
export * from './identifiers.js';
export * from './json.js';
export * from './languages.js';
export * from './life.js';
export * from './notice.js';
export * from './notice-row.js';
export * from './page-weight.js';
export * from './passport.js';
export * from './passport-jsonld.js';
export { PASSPORT_TERMS, SCHEMA_ORG } from './passport-terms.js';
export * from './product-identifier.js';
export * from './parties.js';
export {
  type Component,
  type Issuer,
  type Manufacturer,
  type Party,
  type PartyRole,
  PARTY_ROLES,
} from './passport-parts.js';
export {
  componentPassports,
  followedPassports,
  ownPassport,
  ownPredecessors,
  type PassportLink,
  passportLinks,
} from './predecessors.js';
export * from './public-list.js';
export * from './storable.js';
export * from './web-address.js';
