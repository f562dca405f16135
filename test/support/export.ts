import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CsvExportFolder } from '../../src/import-export/adapters/csv/csv-export-folder.js';
import { CsvFolder } from '../../src/import-export/adapters/csv/csv-files.js';
import { ExportRecords, type ImportReport, RecordBook } from '../../src/import-export/index.js';
import type { TestApp } from './app.js';

const folders: string[] = [];

/** Path of a new folder that does not exist yet. `removeExports` deletes it. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-export-'));
  folders.push(folder);
  return join(folder, 'export');
};

export const removeExports = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
};

/** Exports as the command does, and returns the folder. */
export const exported = async (app: TestApp, areas?: readonly string[]): Promise<string> => {
  const folder = newFolder();
  const sink = await CsvExportFolder.begin(folder);
  try {
    await app.get<ExportRecords>(ExportRecords).exportTo(sink, areas ? { areas } : {});
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  return folder;
};

export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

export const imported = (app: TestApp, folder: string, allOrNothing = false): Promise<ImportReport> =>
  app.get<RecordBook>(RecordBook).importFrom(new CsvFolder(folder), { allOrNothing });

/** Faults of the rows of an import: `file:line: reason`. */
export const badRows = ({ files }: ImportReport): readonly string[] =>
  files.flatMap(({ file, bad }) => bad.map(({ line, reason }) => `${file}:${line}: ${reason}`));
