import { addColumn, json, NULL } from '../../../libs/database/index.js';

/** Identifiers of a product by other schemes than GS1's (passports.md, "Parties, places and parts"). */
export const PASSPORT_VERSION_IDENTIFIERS = addColumn(
  '20261129010400-passport-version-identifiers',
  'passport_version',
  json('identifiers', NULL),
);
