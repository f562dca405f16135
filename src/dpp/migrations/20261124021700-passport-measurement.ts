import { createTable, id, instant, int, json, NULL, unique, varchar } from '../../../libs/database/index.js';

/** What was measured of passports: added and never changed, voided by a further entry (passports-readers.md, "Measurements"). */
export const CREATE_PASSPORT_MEASUREMENT = createTable(
  '20261124021700-passport-measurement',
  'passport_measurement',
  [
    id(),
    int('passport_id'),
    varchar('point', 64),
    instant('at'),
    int('is_void'),
    json('value'),
    varchar('by_kind', 16),
    int('by_id', NULL),
    instant('noted_at'),
  ],
  [unique('passport_measurement_key', 'passport_id', 'point', 'at', 'is_void')],
);
