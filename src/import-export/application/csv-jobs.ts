import { type JobName, needs } from '../../../libs/operations/index.js';

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

/** Who may have files loaded and written at all; of each file the right of its records counts too. */
export const IMPORT_RIGHT = needs.right('_Import::save');
export const EXPORT_RIGHT = needs.right('_Export::manage');

export const IMPORT_JOB: JobName = { name: 'import', summary: 'Imports a CSV file', right: IMPORT_RIGHT };
export const EXPORT_JOB: JobName = { name: 'export', summary: 'Exports records as CSV files', right: EXPORT_RIGHT };
