import { addColumn, json, NULL } from '../../../libs/database/index.js';

/** What of a version was taken from its data sheets (passports.md, "Data sheets of models and batches"). */
export const PASSPORT_VERSION_TAKEN = addColumn(
  '20261124043200-passport-version-taken',
  'passport_version',
  json('taken_from_sheets', NULL),
);
