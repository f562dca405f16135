import {
  bigint,
  createTable,
  id,
  index,
  instant,
  int,
  json,
  NULL,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** What was refused, read or taken away: an entry for each caller or address, operation and quarter hour. */
export const CREATE_AUDIT_EVENT = createTable(
  '20261125200400-audit-event',
  'audit_event',
  [
    id(),
    varchar('event_key', 64),
    varchar('quarter', 16),
    varchar('event', 32),
    varchar('caller', 32),
    varchar('personal_digest', 64, NULL),
    json('personal', NULL),
    varchar('operation', 255, NULL),
    varchar('subject', 64, NULL),
    int('count'),
    instant('first_at'),
    instant('last_at'),
    bigint('act_id', NULL),
  ],
  [
    unique('audit_event_key', 'event_key'),
    index('audit_event_open', 'act_id', 'quarter'),
    index('audit_event_first', 'first_at'),
    index('audit_event_caller', 'caller'),
  ],
);
