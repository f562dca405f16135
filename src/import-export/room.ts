import type { RoomManifest } from '../../libs/manifest/index.js';
import { jobKind } from '../../libs/operations/index.js';
import { CsvExportJob, CsvImportJob } from './adapters/csv/csv-jobs.js';
import { EXPORT_JOB, IMPORT_JOB } from './application/csv-jobs.js';
import { EXPORT_OPERATION } from './application/export-operation.js';
import { ImportExportSettings } from './settings.js';

/** The manifest of this module. */
export const IMPORT_EXPORT_ROOM: RoomManifest<ImportExportSettings> = {
  name: 'import-export',
  settings: ImportExportSettings,
  told: {
    title: 'Import and export',
    about: 'Import and export of the records of all modules as CSV files.',
    services: ['importJobV1'],
  },
  rights: {
    '_Import::save': 'Import CSV files',
    '_Export::manage': 'Export CSV files',
  },
  resources: [],
  migrations: [],
  operations: [EXPORT_OPERATION],
  jobs: [jobKind({ ...IMPORT_JOB, adapter: CsvImportJob }), jobKind({ ...EXPORT_JOB, adapter: CsvExportJob })],
};
