import type { JobWork } from '../../../libs/operations/index.js';

/** The options of an import job. */
export interface ImportInput {
  readonly dryRun: boolean;
  readonly allOrNothing: boolean;
}

export interface ExportInput {
  /** Rooms; all that are installed, if none is named. */
  readonly areas: readonly string[];
}

/** Loads the files of a job. */
export abstract class RunImport {
  abstract run(work: JobWork<ImportInput>): Promise<object>;
}

/** Writes records as files of a job. */
export abstract class RunExport {
  abstract run(work: JobWork<ExportInput>): Promise<object>;
}
