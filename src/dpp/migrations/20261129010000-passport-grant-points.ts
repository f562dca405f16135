import { addColumn, json, NULL } from '../../../libs/database/index.js';

/** What a measuring grant may write; null for the default (passports-readers.md, "Grants"). */
export const PASSPORT_GRANT_POINTS = addColumn(
  '20261129010000-passport-grant-points',
  'passport_grant',
  json('points', NULL),
);
