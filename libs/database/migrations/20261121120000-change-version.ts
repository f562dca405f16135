import { CreateTable } from '../migration.js';
import { bigint, int, table } from '../tables/shape.js';

/** One row: the version of the last committed change (pricing.md §5). */
export class CreateChangeVersion extends CreateTable {
  readonly name = '20261121120000-change-version';
  readonly shape = table('change_version', [int('id', { primary: true }), bigint('version')]);
  override readonly rows = [{ id: 1, version: 0 }];
}
