import { jobKind, type JobWork, needs } from '../../../../libs/operations/index.js';
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

/** Creates the items of a run. */
export abstract class DoRun {
  abstract run(work: JobWork<RunJobInput>): Promise<object>;
}

export const PASSPORT_RUN_JOB = jobKind({
  name: 'passport_run',
  summary: 'Reserves the serial numbers of a run and publishes its items',
  right: needs.right(PUBLISH),
  by: DoRun,
  run: (service: DoRun, work: JobWork<RunJobInput>) => service.run(work),
});

export const PASSPORT_RUN_RESERVATION_JOB = jobKind({
  name: 'passport_run_reservation',
  summary: 'Reserves the serial numbers of a run',
  right: needs.right(DPP_RIGHTS.save),
  by: DoRun,
  run: (service: DoRun, work: JobWork<RunJobInput>) => service.run(work),
});

/** Releases the reserved, never published items of a run. */
export abstract class DoWithdrawal {
  abstract run(work: JobWork<WithdrawalJobInput>): Promise<object>;
}

export const PASSPORT_RUN_WITHDRAWAL_JOB = jobKind({
  name: 'passport_run_withdrawal',
  summary: 'Releases the reserved serial numbers of a run that were never published',
  right: needs.right(DPP_RIGHTS.delete),
  by: DoWithdrawal,
  run: (service: DoWithdrawal, work: JobWork<WithdrawalJobInput>) => service.run(work),
});
