import type { Act } from '../../domain/chain.js';

export interface ActRow {
  readonly id: number;
  readonly at: string;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  readonly request_id: string | null;
  readonly trace_id: string | null;
  readonly job: string | null;
  readonly entries: number;
  readonly digest: string;
  readonly personal_digest: string | null;
}

export const ACT_COLUMNS =
  'id, at, caller, interface, operation, request_id, trace_id, job, entries, digest, personal_digest';

export const actOf = (row: ActRow): Act => ({
  id: Number(row.id),
  at: row.at,
  caller: row.caller,
  interface: row.interface,
  operation: row.operation,
  requestId: row.request_id,
  traceId: row.trace_id,
  job: row.job,
  entries: row.entries,
  digest: row.digest,
  personalDigest: row.personal_digest,
});
