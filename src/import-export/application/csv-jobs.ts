import type { JobWork, ReadFile } from '../../../libs/operations/index.js';

/** The options of an import job. */
export interface ImportInput {
  readonly dryRun: boolean;
  readonly allOrNothing: boolean;
}

export interface ExportInput {
  /** Rooms; all that are installed, if none is named. */
  readonly areas: readonly string[];
  /** Absent in jobs of earlier builds. */
  readonly forSpreadsheets?: boolean;
}

/** Loads the files of a job. */
export abstract class RunImport {
  abstract run(work: JobWork<ImportInput>): Promise<object>;

  /** `RightMissing` if the caller may not save the records in the files. */
  abstract mustReadFile(file: ReadFile): void;
}

/** Writes records as files of a job. */
export abstract class RunExport {
  abstract run(work: JobWork<ExportInput>): Promise<object>;

  /** `RightMissing` if the caller may not read the records in the file. */
  abstract mustReadFile(file: ReadFile): void;
}
