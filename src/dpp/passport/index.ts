export {
  CodesForm,
  DataMatrixQuery,
  moduleMmOf,
  PICTURE_FAULTS,
  printOf,
  QrQuery,
  QUIET,
} from './application/code-query.js';
export { DppSettings } from './application/settings.js';
export {
  classOf,
  domainValues,
  PassportFields,
  type PassportRegistration,
  recordValues,
} from './passport-fields.record.js';
export { PassportStores } from './ports/passport-stores.js';
export { PublicPassportFields, publishedPassportResource, PublishedPassportRow } from './published-passport.record.js';
export { DPP_RIGHTS, PUBLISH } from './rights.record.js';
