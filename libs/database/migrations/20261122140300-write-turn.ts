import { AddColumn, CreateTable } from '../migration.js';
import { bigint, int, NULL, table, varchar } from '../tables/shape.js';

/** One row: which transaction that changes very much has its turn, and until when (bulk.md, "All or nothing on a cluster"). */
export class CreateWriteTurn extends CreateTable {
  readonly name = '20261122140300-write-turn';
  readonly shape = table('write_turn', [
    int('id', { primary: true }),
    varchar('owner', 36, NULL),
    bigint('expires_at', NULL),
  ]);
  override readonly rows = [{ id: 1, owner: null, expires_at: null }];
}

/** Who holds the row of versions while it commits, and until when. */
export class AddVersionHolder extends AddColumn {
  readonly name = '20261122140400-version-holder';
  readonly table = 'change_version';
  readonly column = varchar('held_by', 36, NULL);
}

export class AddVersionHeld extends AddColumn {
  readonly name = '20261122140500-version-held';
  readonly table = 'change_version';
  readonly column = bigint('held_until', NULL);
}
