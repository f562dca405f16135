import { addsColumn, creates, type Migration } from '../migration.js';
import { bigint, int, NULL, table, varchar } from '../tables/shape.js';

/**
 * One row: which transaction that changes very much has its turn, and until when; and who holds the row of versions while
 * it commits (bulk.md, "All or nothing on a cluster").
 */
export const writeTurn: readonly Migration[] = [
  creates(
    '20261122140300-write-turn',
    table('write_turn', [int('id', { primary: true }), varchar('owner', 36, NULL), bigint('expires_at', NULL)]),
    [{ id: 1, owner: null, expires_at: null }],
  ),
  addsColumn('20261122140400-version-holder', 'change_version', varchar('held_by', 36, NULL)),
  addsColumn('20261122140500-version-held', 'change_version', bigint('held_until', NULL)),
];
