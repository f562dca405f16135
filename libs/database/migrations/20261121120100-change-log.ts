import { createTable } from '../migration.js';
import { bigint, instant, int, NULL, varchar } from '../tables/shape.js';

/** What each version changed (pricing.md §5). */
export const CREATE_CHANGE_LOG = createTable('20261121120100-change-log', 'change_log', [
  bigint('version', { primary: true }),
  int('position', { primary: true }),
  instant('at'),
  varchar('scope', 16),
  int('scope_id', NULL),
  int('product_id', NULL),
]);
