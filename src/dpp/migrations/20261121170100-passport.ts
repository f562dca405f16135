import { createTable, id, instant, int, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Product passports, each one thing for life; `passport_live_key` is NULL for those archived as a whole (passports.md, "A passport and its versions"). */
export const CREATE_PASSPORT = createTable(
  '20261121170100-passport',
  'passport',
  [
    id(),
    varchar('uuid', 36),
    varchar('sku', 255),
    int('store_id'),
    varchar('batch', 20, NULL),
    varchar('serial', 20, NULL),
    int('is_archived'),
    int('last_version'),
    varchar('printed_gtin', 14, NULL),
    varchar('qr_target', 1000, NULL),
    instant('created_at'),
    varchar('passport_live_key', 319, NULL),
  ],
  [unique('passport_uuid', 'uuid'), unique('passport_live', 'passport_live_key')],
  [refers('store_id', 'store', 'restrict')],
);
