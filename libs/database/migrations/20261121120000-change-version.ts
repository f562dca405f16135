import { createTable } from '../migration.js';
import { bigint, int } from '../tables/shape.js';

/** One row: the version of the last committed change (pricing.md §5). */
export const CREATE_CHANGE_VERSION = createTable(
  '20261121120000-change-version',
  'change_version',
  [int('id', { primary: true }), bigint('version')],
  [],
  [],
  [{ id: 1, version: 0 }],
);
