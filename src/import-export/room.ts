import type { RoomManifest } from '../../libs/manifest/index.js';
import { jobKind } from '../../libs/operations/index.js';
import { CsvExportJob, CsvImportJob } from './adapters/csv/csv-jobs.js';
import {
  EXPORT_OPERATION,
  EXPORT_JOB,
  EXPORT_RIGHT,
  IMPORT_JOB,
  IMPORT_RIGHT,
} from './application/export-operation.js';
import { ImportExportSettings } from './settings.js';

export const IMPORT_EXPORT_ROOM: RoomManifest<ImportExportSettings> = {
  name: 'import-export',
  settings: ImportExportSettings,
  chapter: {
    title: 'Import and export',
    about: 'Import and export of records as CSV files.',
    services: ['importJobV1'],
  },
  resources: [],
  migrations: [],
  rights: [
    { name: IMPORT_RIGHT.right, title: 'Import CSV files' },
    { name: EXPORT_RIGHT.right, title: 'Export CSV files' },
  ],
  operations: [EXPORT_OPERATION],
  jobs: [jobKind({ ...IMPORT_JOB, adapter: CsvImportJob }), jobKind({ ...EXPORT_JOB, adapter: CsvExportJob })],
};
