import { NOBODY, type RunBy } from '../kernel/index.js';
import type { Caller } from '../operations/index.js';

/** Status of an asynchronous call, and of a job as a whole (jobs.md, "Statuses"). */
export const STATUS = {
  /** The job's files are still being stored; no worker can claim it. */
  arriving: 0,
  complete: 1,
  /** May be retried: the database was unavailable, or other writers conflicted each time. */
  failedForNow: 2,
  failed: 3,
  open: 4,
  /** Rejected when received, or canceled later. */
  rejected: 5,
} as const;

/** Statuses in descriptions of a call, which only exists once it is accepted. */
export const CALL_STATUSES =
  'Status: 1 complete, 2 failed for a temporary reason, 3 failed, 4 open, 5 rejected or canceled';

export type Status = (typeof STATUS)[keyof typeof STATUS];

/** The error code of every refusal. The shop platform uses various numbers, which clients ignore. */
export const ERROR_CODE = 0;

/** Numbers of the caller types, as in the shop platform. */
const USER_TYPES = { integration: 1, admin: 2, customer: 3 } as const;
const GUEST = 4;

export interface Owner {
  readonly userType: number;
  /** Null for an anonymous caller. */
  readonly userId: number | null;
}

export const ownerOf = (caller: Pick<Caller, 'kind' | 'id'> | undefined): Owner =>
  caller ? { userType: USER_TYPES[caller.kind], userId: caller.id } : { userType: GUEST, userId: null };

export const accountOf = ({ userType, userId }: Owner): Pick<Caller, 'kind' | 'id'> | undefined => {
  const kind = (['integration', 'admin', 'customer'] as const).find((one) => USER_TYPES[one] === userType);
  return kind === undefined || userId === null ? undefined : { kind, id: userId };
};

/** The caller of a job in the audit trail: its owner, or `nobody` if the operator started it. */
export const doneBy = ({ uuid, owner }: { readonly uuid: string; readonly owner: Owner }): RunBy => {
  const account = accountOf(owner);
  return { interface: 'job', job: uuid, caller: account ? `${account.kind}:${account.id}` : NOBODY };
};
