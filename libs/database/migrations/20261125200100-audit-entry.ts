import { createTable } from '../migration.js';
import { bigint, index, int, json, NULL, varchar } from '../tables/shape.js';

/** What a transaction changed: up to 250 records of a resource in each row (audit.md). */
export const CREATE_AUDIT_ENTRY = createTable(
  '20261125200100-audit-entry',
  'audit_entry',
  [
    bigint('act_id', { primary: true }),
    int('part', { primary: true }),
    varchar('resource', 64),
    varchar('action', 32),
    int('entries'),
    bigint('record_id', NULL),
    json('entered'),
    json('personal', NULL),
  ],
  [index('audit_entry_record', 'resource', 'record_id', 'act_id')],
);
