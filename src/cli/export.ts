import type { Command } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { CommandRefused, number, numberOfRows, print, progress, safePoint, withApp } from './context.js';
import { CsvExportFolder, FolderRefused } from '../import-export/adapters/csv/csv-export-folder.js';
import { type ExportedFile, ExportRecords, ExportRefused } from '../import-export/index.js';

interface Options {
  readonly area?: readonly string[];
  readonly forSpreadsheets?: boolean;
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const report = (files: readonly ExportedFile[], seconds: number): void => {
  const width = Math.max(...files.map(({ file }) => file.length));
  for (const { file, rows } of files) print(`${file.padEnd(width)}  ${numberOfRows(rows)}`);
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  print(`${numberOfRows(rows)} in ${seconds.toFixed(1)} s, ${number(Math.round(rows / seconds))} rows/s`);
};

const run = async (
  rooms: readonly Room[],
  folder: string,
  { area, forSpreadsheets = false }: Options,
): Promise<void> => {
  await withApp(rooms, async (app) => {
    // Only inside `hold`: before that, a signal ends the process and would leave a partial export.
    const sink = await CsvExportFolder.begin(folder, { forSpreadsheets });
    try {
      const began = performance.now();
      const records = app.get(ExportRecords);
      const files = await records.exportTo(sink, {
        ...(area ? { areas: area } : {}),
        onProgress: (file, rows) => {
          progress(`${file}: ${numberOfRows(rows)}`);
          safePoint();
        },
      });
      await sink.finish();
      progress('');
      report(files, (performance.now() - began) / 1000);
    } catch (error) {
      progress('');
      await sink.abandon();
      throw error;
    }
  });
};

/** Adds `export` (running.md). */
export const exportCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('export')
    .argument('<folder>', 'folder for the CSV files; must be empty or not exist yet')
    .description(
      'Export records as CSV files that the import command reads. All files reflect the same state of the database',
    )
    .option(
      '--area <room>',
      'module to export, such as commerce or pricing-customer (repeatable; default: all)',
      several,
    )
    .option('--for-spreadsheets', 'add an apostrophe to values that a spreadsheet would interpret as formulas')
    .action(async (folder: string, options: Options) => {
      try {
        await run(rooms, folder, options);
      } catch (error) {
        const refused = error instanceof ExportRefused || error instanceof FolderRefused;
        throw refused ? new CommandRefused(error.message) : error;
      }
    });
};
