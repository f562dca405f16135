import { jobKind, needs } from '../../../libs/operations/index.js';
import { RunExport, RunImport } from './csv-jobs.js';

/** Who may have files loaded and written at all; of each file the right of its records counts too. */
export const IMPORT_RIGHT = needs.right('_Import::save');
export const EXPORT_RIGHT = needs.right('_Export::manage');

export const IMPORT_JOB = jobKind({
  name: 'import',
  summary: 'Imports a CSV file',
  right: IMPORT_RIGHT,
  by: RunImport,
  run: (service: RunImport, work: Parameters<RunImport['run']>[0]) => service.run(work),
  mustReadFile: (service, file) => service.mustReadFile(file),
});

export const EXPORT_JOB = jobKind({
  name: 'export',
  summary: 'Exports records as CSV files',
  right: EXPORT_RIGHT,
  by: RunExport,
  run: (service: RunExport, work: Parameters<RunExport['run']>[0]) => service.run(work),
  mustReadFile: (service, file) => service.mustReadFile(file),
});
