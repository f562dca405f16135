import { jobKind, type JobWork, needs } from '../../../../libs/operations/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';

/** Serial numbers that are still to be reserved, one in each line: a file of the job. */
export const SERIALS_FILE = 'serials.txt';

export interface RunJobInput {
  /** The name of the run. */
  readonly run: string;
  /** Published once its identifiers are reserved. */
  readonly publishes: boolean;
}

/** Names the run. */
export type WithdrawalJobInput = Pick<RunJobInput, 'run'>;

/** Makes the items of a run. */
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

/** Takes back what a run has reserved and never published. */
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
