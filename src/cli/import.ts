import type { Command } from 'commander';
import { inOperation, type CsvDialect, type CsvEncoding } from '../../libs/kernel/index.js';
import type { Room } from '../../libs/manifest/index.js';

import {
  CommandRefused,
  complain,
  dialectOption,
  encodingOption,
  number,
  numberOfRows,
  print,
  progress,
  safePoint,
  withApp,
} from './context.js';
import { CsvFolder } from '../import-export/adapters/csv/csv-files.js';
import {
  failedRows,
  type FileReport,
  ImportBook,
  type ImportReport,
  ImportRefused,
  RecordBook,
  SourceRefused,
  type SourceRows,
  WHOLESALE_FILES,
} from '../import-export/index.js';

interface Options {
  readonly format?: string;
  readonly allOrNothing?: boolean;
  readonly forSpreadsheets?: boolean;
  readonly dryRun?: boolean;
  readonly dialect: CsvDialect;
  readonly encoding: CsvEncoding;
}

type BookToken = abstract new (...args: never[]) => ImportBook;

const BOOKS: Readonly<Record<string, BookToken>> = {
  records: RecordBook,
  wholesale: ImportBook,
};

/** Recognizes the wholesale book by its file names, which no export uses. */
const bookOf = async (format: string | undefined, source: SourceRows): Promise<BookToken> => {
  if (format !== undefined) {
    const book = BOOKS[format];
    if (!book)
      throw new CommandRefused(`The format "${format}" does not exist. Use ${Object.keys(BOOKS).join(' or ')}.`);
    return book;
  }
  const files = await source.files();
  return WHOLESALE_FILES.some(({ file }) => files.includes(file)) ? ImportBook : RecordBook;
};

const counts = ({ created, updated, unchanged, outdated, failed, related }: FileReport): string => {
  const main = `${number(created)} created, ${number(updated)} updated, ${number(unchanged)} unchanged, ${outdated > 0 ? `${number(outdated)} outdated, ` : ''}${number(failed)} failed`;
  const named = Object.entries(related)
    .filter(([, count]) => count > 0)
    .map(([resource, count]) => `${resource}: ${number(count)}`);
  return named.length === 0 ? main : `${main} (related records created or updated: ${named.join(', ')})`;
};

const showReport = ({ settled, files, rolledBack }: ImportReport, seconds: number, dryRun: boolean): void => {
  for (const sentence of settled) print(sentence);
  const width = Math.max(...files.map(({ file }) => file.length));
  for (const report of files) {
    const { file, rows, passedOver } = report;
    print(`${file.padEnd(width)}  ${passedOver ?? `${numberOfRows(rows)}: ${counts(report)}`}`);
  }
  for (const { file, differences } of files)
    for (const { line, record, cells } of differences)
      for (const { column, before, after } of cells)
        print(`${file}:${line}: ${record}: ${column} ${before ?? 'empty'} -> ${after ?? 'empty'}`);
  for (const { file, bad } of files) for (const { line, reason } of bad) complain(`${file}:${line}: ${reason}`);
  for (const { file, warnings } of files)
    for (const { line, reason } of warnings) complain(`${file}:${line}: warning: ${reason}`);
  const rows = files.reduce((sum, report) => sum + report.rows, 0);
  print(`${numberOfRows(rows)} in ${seconds.toFixed(1)} s, ${number(Math.round(rows / seconds))} rows/s`);
  if (dryRun) print('Nothing was stored, because this was a dry run.');
  else if (rolledBack) print('Nothing was stored, because --all-or-nothing is set and a row is invalid.');
};

const run = async (
  rooms: readonly Room[],
  folder: string,
  { format, allOrNothing = false, forSpreadsheets = false, dryRun = false, dialect, encoding }: Options,
): Promise<void> => {
  const dialects = new Map<string, CsvDialect>();
  const onDialect = (file: string, read: CsvDialect): void => void dialects.set(file, read);
  const source = new CsvFolder(folder, { forSpreadsheets, dialect, encoding, adapts: dryRun, onDialect });
  const token = await bookOf(format, source);
  const report = await withApp(rooms, async (app) => {
    const began = performance.now();
    const book = app.get<ImportBook>(token);
    const onProgress = (file: string, rows: number): void => {
      progress(`${file}: ${numberOfRows(rows)}`);
      safePoint();
    };
    const done = await book.importFrom(source, { allOrNothing, dryRun, onProgress });
    progress('');
    for (const [file, read] of dialects)
      if (read !== dialect) complain(`${file}: the file uses the dialect ${read}; import it with --dialect ${read}`);
    showReport(done, (performance.now() - began) / 1000, dryRun);
    return done;
  });
  if (failedRows(report) > 0) process.exitCode = 1;
};

/** Adds `import` (running.md). */
export const importCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('import')
    .argument('<folder>', 'folder with the CSV files')
    .description('Import exported CSV files or a wholesale price book. Importing the same files again changes nothing')
    .option(
      '--format <name>',
      'format of the files: records (written by export) or wholesale (default: detected from the file names)',
    )
    .option('--for-spreadsheets', 'remove the apostrophes that export --for-spreadsheets added')
    .addOption(dialectOption())
    .addOption(encodingOption())
    .option('--dry-run', 'report the outcome of each row and store nothing')
    .option('--all-or-nothing', 'store nothing if any row is invalid')
    .action(async (folder: string, options: Options) => {
      try {
        await inOperation('kontor import', () => run(rooms, folder, options));
      } catch (error) {
        const refused = error instanceof ImportRefused || error instanceof SourceRefused;
        throw refused ? new CommandRefused(error.message) : error;
      }
    });
};
