import { CreateTable } from '../migration.js';
import { bigint, instant, int, NULL, table, varchar } from '../tables/shape.js';

/** What each version changed (pricing.md §5). */
export class CreateChangeLog extends CreateTable {
  readonly name = '20261121120100-change-log';
  readonly shape = table('change_log', [
    bigint('version', { primary: true }),
    int('position', { primary: true }),
    instant('at'),
    varchar('scope', 16),
    int('scope_id', NULL),
    int('product_id', NULL),
  ]);
}
