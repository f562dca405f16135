import { createTable } from '../migration.js';
import { bigint, int, varchar } from '../tables/shape.js';

/** In which rows the records are found that share one. */
export const CREATE_AUDIT_RECORD = createTable('20261125200110-audit-record', 'audit_record', [
  { ...varchar('resource', 64), primary: true },
  bigint('record_id', { primary: true }),
  bigint('act_id', { primary: true }),
  int('part', { primary: true }),
]);
