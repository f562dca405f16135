import { jobKind, type JobWork, needs } from '../../../../libs/operations/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';

/** Serial numbers that are still to be reserved, one in each line: a file of the job. */
export const SERIALS_FILE = 'serials.txt';

export interface RunJobInput {
  /** The name of the run. */
  readonly run: string;
  /** Published once its identifiers are reserved. */
  readonly publishes: boolean;
}

/** Makes the items of a run. */
export abstract class DoRun {
  abstract run(work: JobWork<RunJobInput>): Promise<object>;
}

export const PASSPORT_RUN_JOB = jobKind({
  name: 'passport_run',
  summary: 'Reserves the serial numbers of a run and publishes its items',
  right: needs.right(DPP_RIGHTS.save),
  by: DoRun,
  run: (service: DoRun, work: JobWork<RunJobInput>) => service.run(work),
});
