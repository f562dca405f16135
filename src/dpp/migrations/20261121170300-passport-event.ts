import { createTable, id, instant, int, NULL, refers, text, varchar } from '../../../libs/database/index.js';

/** What has happened to product passports: who, when, what (passports.md, "Authoring"). */
export const CREATE_PASSPORT_EVENT = createTable(
  '20261121170300-passport-event',
  'passport_event',
  [
    id(),
    int('passport_id'),
    int('version'),
    varchar('action', 16),
    varchar('from_status', 16, NULL),
    varchar('to_status', 16, NULL),
    varchar('reason', 16, NULL),
    text('fields', NULL),
    varchar('actor_kind', 16),
    int('actor_id', NULL),
    instant('at'),
  ],
  [],
  [refers('passport_id', 'passport', 'cascade')],
);
