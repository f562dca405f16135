import type { CsvReading } from '../../../libs/kernel/index.js';
import { answers, BegunJob, Jobs, operation, takes, type JobName, needs } from '../../../libs/operations/index.js';
import { FlagField, type SentCriteria, WordsField } from '../../../libs/records/index.js';
import { FileRights } from './file-rights.js';

/** Options of an import job. Jobs of earlier builds have no dialect and encoding. */
export interface ImportInput extends Partial<CsvReading> {
  readonly dryRun: boolean;
  readonly allOrNothing: boolean;
  /** Missing without `replace=1` and in jobs of earlier builds. */
  readonly replace?: { readonly groups: SentCriteria['groups']; readonly deletedMax: number } | undefined;
}

export interface ExportInput {
  /** Names of modules; default: all installed ones. */
  readonly areas: readonly string[];
  /** Missing in jobs of earlier builds. */
  readonly forSpreadsheets?: boolean;
}

/** Right for all imports. Each file also requires the right to save its records. */
export const IMPORT_RIGHT = needs.right('_Import::save');
export const EXPORT_RIGHT = needs.right('_Export::manage');

export const IMPORT_JOB: JobName = { name: 'import', summary: 'Import a CSV or JSON Lines file', right: IMPORT_RIGHT };
export const EXPORT_JOB: JobName = { name: 'export', summary: 'Export records as CSV files', right: EXPORT_RIGHT };

class ExportOrder {
  @WordsField({
    about: 'Modules to export; empty means all installed modules',
    of: 'room',
    default: [],
    example: ['commerce'],
  })
  readonly areas!: readonly string[];

  @FlagField({
    about:
      'Spreadsheet protection: 1 adds an apostrophe to values that a spreadsheet would interpret as formulas; default 0',
    default: 0,
    example: 1,
  })
  readonly forSpreadsheets!: number;
}

/** Exports records to CSV files, as a job (csv.md, "Over REST"). */
export const EXPORT_OPERATION = operation({
  service: 'exportV1',
  name: 'begin',
  summary: 'Start a job that exports records as CSV files',
  about:
    'Returns the UUID of the job. The files are available when the job is complete. The call also requires the right to read the records.',
  tag: 'Jobs',
  right: EXPORT_RIGHT,
  effect: 'writes',
  heavy: () => true,
  startsJob: true,
  rest: { verb: 'POST', path: 'export' },
  input: { order: takes.fields(ExportOrder) },
  output: answers.fields(BegunJob),
  by: [Jobs, FileRights],
  run: async ([jobs, rights], { order: { areas, forSpreadsheets } }, { caller }) => {
    rights.mustKnow(areas);
    rights.mustRead(areas, caller);
    const description = areas.length === 0 ? 'Export' : `Export of ${areas.join(', ')}`;
    const input = { areas, forSpreadsheets: forSpreadsheets === 1 };
    return { uuid: await jobs.begin({ kind: EXPORT_JOB, caller, description, input }) };
  },
});
