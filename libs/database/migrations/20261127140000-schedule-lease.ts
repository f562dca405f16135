import { createTable } from '../migration.js';
import { bigint, NULL, varchar } from '../tables/shape.js';

/** One row for each schedule that one process at a time runs: which one, and until when. */
export const CREATE_SCHEDULE_LEASE = createTable('20261127140000-schedule-lease', 'schedule_lease', [
  { ...varchar('id', 64), primary: true },
  varchar('owner', 36, NULL),
  bigint('expires_at'),
]);
