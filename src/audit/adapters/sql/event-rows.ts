import { createHash } from 'node:crypto';
import { grouped } from '../../../../libs/kernel/index.js';
import { type Database, inList } from '../../../../libs/database/index.js';

/** Operation name of the audit entry for a period's events. */
export const EVENTS_OPERATION = 'security events';

export interface EventRow {
  readonly id: number;
  readonly event_key: string;
  readonly quarter: string;
  readonly event: string;
  readonly caller: string;
  readonly personal_digest: string | null;
  readonly personal: string | null;
  readonly operation: string | null;
  readonly subject: string | null;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
  readonly act_id: number | null;
}

/** Digest of events. Excludes their keys, which contain the address. */
export const digestOfEvents = (rows: readonly EventRow[]): string => {
  const hash = createHash('sha256');
  for (const row of rows.toSorted((one, other) => one.id - other.id))
    hash
      .update(
        JSON.stringify([
          row.id,
          row.quarter,
          row.event,
          row.caller,
          row.personal_digest,
          row.operation,
          row.subject,
          row.count,
          row.first_at,
          row.last_at,
        ]),
      )
      .update('\n');
  return hash.digest('hex');
};

export const eventsOfActs = async (
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly EventRow[]>> => {
  if (ids.length === 0) return new Map();
  const { text, params } = inList('act_id', ids);
  const rows = await database.query<EventRow>(`SELECT * FROM audit_event WHERE ${text} ORDER BY id`, params);
  return grouped(
    rows,
    ({ act_id }) => Number(act_id),
    (row) => row,
  );
};
