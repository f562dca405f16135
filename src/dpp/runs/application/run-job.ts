import { type JobName, needs } from '../../../../libs/operations/index.js';
import { documentsOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';
import type { Fault, Refusal } from '../../../../libs/kernel/index.js';
import type { Prepared, StoredVersion } from '../../authoring/index.js';
import type { PassportRun } from '../ports/passport-runs.js';

/** The job's file of serial numbers to reserve, one per line. */
export const SERIALS_FILE = 'serials.txt';

/** The job's file of the items' own values, one JSON object per line; absent if they have none. */
export const VALUES_FILE = 'values.jsonl';

export interface RunJobInput {
  /** UUID of the run. */
  readonly run: string;
  /** True to publish after the reservation. */
  readonly publishes: boolean;
  /** True if the items have values of their own, in `VALUES_FILE`. */
  readonly hasValues?: boolean;
}

export type WithdrawalJobInput = Pick<RunJobInput, 'run'>;

export const PASSPORT_RUN_JOB: JobName = {
  name: 'passport_run',
  summary: 'Reserve the serial numbers of a run and publish its items',
  right: needs.right(PUBLISH),
};

export const PASSPORT_RUN_RESERVATION_JOB: JobName = {
  name: 'passport_run_reservation',
  summary: 'Reserve the serial numbers of a run',
  right: needs.right(DPP_RIGHTS.save),
};

export const PASSPORT_RUN_WITHDRAWAL_JOB: JobName = {
  name: 'passport_run_withdrawal',
  summary: 'Release the reserved serial numbers of items that were never published',
  right: needs.right(DPP_RIGHTS.delete),
};

/** The content that all items share. */
export const contentOf = ({ content }: Pick<PassportRun, 'content'>): StoredVersion => {
  const version = JSON.parse(content) as StoredVersion;
  return { ...version, documents: documentsOf(version.documents) };
};

/**
 * Reasons that prevent publishing any item, found by checking one of them. Faults of that item's identity are left out.
 */
export const sharedFaults = ({ faults, identityFaults }: Prepared): readonly Fault[] =>
  faults.filter((fault) => !identityFaults.includes(fault));

const MESSAGE_MAX = 4000;

/** Counts a refused item; only the first reasons are kept. */
export const withRefused = (run: PassportRun, serial: string, refusal: Refusal): PassportRun => {
  const line = `${serial}: ${refusal.message}`;
  const message = run.message === null ? line : `${run.message}\n${line}`;
  return { ...run, refused: run.refused + 1, message: message.length > MESSAGE_MAX ? run.message : message };
};
