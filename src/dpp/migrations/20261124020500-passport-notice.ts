import {
  createTable,
  day,
  id,
  index,
  instant,
  int,
  json,
  NULL,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/**
 * What the public is told where a passport was, or will be: of a passport by its uuid and its identifier, of an identifier
 * without a passport by that alone (passports.md, "Notices").
 */
export const CREATE_PASSPORT_NOTICE = createTable(
  '20261124020500-passport-notice',
  'passport_notice',
  [
    id(),
    int('passport_id', NULL),
    varchar('uuid', 36, NULL),
    varchar('identifier', 48, NULL),
    varchar('batch', 20, NULL),
    varchar('status', 16),
    day('noticed_on'),
    json('text'),
    varchar('link', 1000, NULL),
    instant('created_at'),
  ],
  [
    unique('passport_notice_passport', 'passport_id'),
    unique('passport_notice_uuid', 'uuid'),
    index('passport_notice_identifier', 'identifier'),
  ],
);
