import { createTable } from '../migration.js';
import { bigId, bigint, index, instant, int, json, NULL, unique, varchar } from '../tables/shape.js';

/** Transactions that changed something: who, by what, when; numbered and chained afterwards (audit.md). */
export const CREATE_AUDIT_ACT = createTable(
  '20261125200000-audit-act',
  'audit_act',
  [
    bigId(),
    instant('at'),
    varchar('caller', 32),
    varchar('interface', 16),
    varchar('operation', 255),
    varchar('request_id', 255, NULL),
    varchar('trace_id', 32, NULL),
    varchar('job', 36, NULL),
    int('entries'),
    varchar('digest', 64),
    varchar('personal_digest', 64, NULL),
    json('personal', NULL),
    bigint('number', NULL),
    varchar('day', 10, NULL),
    varchar('hash', 64, NULL),
  ],
  [unique('audit_act_number', 'number'), index('audit_act_at', 'at'), index('audit_act_caller', 'caller', 'at')],
);
