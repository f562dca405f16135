import { bigint, createTable, instant, int, NULL, varchar } from '../../../libs/database/index.js';

/** Days of the chain that are over: what proves them stays when their entries go. */
export const CREATE_AUDIT_DAY = createTable('20261125200300-audit-day', 'audit_day', [
  { ...varchar('day', 10), primary: true },
  bigint('first_number'),
  bigint('last_number'),
  int('acts'),
  varchar('head', 64),
  instant('closed_at'),
  instant('removed_at', NULL),
]);
