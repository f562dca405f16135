import { jobKind, type JobWork, needs } from '../../../../libs/operations/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';

/** The uploaded file of the job. */
export const CSV_FILE = 'passports.csv';
export const LINES_FILE = 'passports.jsonl';

/** Input of an import job, in addition to its file. */
export interface ImportJobInput {
  readonly dryRun: 0 | 1;
}

/** Imports the rows of the job's file. */
export abstract class RunPassportImport {
  abstract run(work: JobWork<ImportJobInput>): Promise<object>;
}

export const PASSPORT_IMPORT_JOB = jobKind({
  name: 'passport_import',
  summary: 'Imports passports from CSV or JSON Lines',
  right: needs.right(DPP_RIGHTS.save),
  by: RunPassportImport,
  run: (service: RunPassportImport, work: JobWork<ImportJobInput>) => service.run(work),
});
