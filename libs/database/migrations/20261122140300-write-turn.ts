import { addColumn, createTable, type Migration } from '../migration.js';
import { bigint, int, NULL, varchar } from '../tables/shape.js';

/** One row: which transaction that changes very much has its turn, and until when (bulk.md, "All or nothing on a cluster"). */
export const WRITE_TURN: readonly Migration[] = [
  createTable(
    '20261122140300-write-turn',
    'write_turn',
    [int('id', { primary: true }), varchar('owner', 36, NULL), bigint('expires_at', NULL)],
    [],
    [],
    [{ id: 1, owner: null, expires_at: null }],
  ),
  // Who holds the row of versions while it commits, and until when.
  addColumn('20261122140400-version-holder', 'change_version', varchar('held_by', 36, NULL)),
  addColumn('20261122140500-version-held', 'change_version', bigint('held_until', NULL)),
];
