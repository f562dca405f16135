import { type JobName, needs } from '../../../../libs/operations/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';

/** The job's file of serial numbers to reserve, one per line. */
export const SERIALS_FILE = 'serials.txt';

export interface RunJobInput {
  /** UUID of the run. */
  readonly run: string;
  /** True to publish after the reservation. */
  readonly publishes: boolean;
}

export type WithdrawalJobInput = Pick<RunJobInput, 'run'>;

export const PASSPORT_RUN_JOB: JobName = {
  name: 'passport_run',
  summary: 'Reserves the serial numbers of a run and publishes its items',
  right: needs.right(PUBLISH),
};

export const PASSPORT_RUN_RESERVATION_JOB: JobName = {
  name: 'passport_run_reservation',
  summary: 'Reserves the serial numbers of a run',
  right: needs.right(DPP_RIGHTS.save),
};

export const PASSPORT_RUN_WITHDRAWAL_JOB: JobName = {
  name: 'passport_run_withdrawal',
  summary: 'Releases the reserved serial numbers of a run that were never published',
  right: needs.right(DPP_RIGHTS.delete),
};
