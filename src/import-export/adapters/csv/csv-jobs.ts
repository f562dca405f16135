import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { InputRefused, NotSignedIn, sentence, TooLarge, type CsvDialect } from '../../../../libs/kernel/index.js';
import type { Scope } from '../../../../libs/records/index.js';
import {
  type Caller,
  type JobAdapter,
  JobFailed,
  type JobFiles,
  type JobWork,
  type ReadFile,
} from '../../../../libs/operations/index.js';
import { ExportRecords, ExportRefused } from '../../application/export-records.js';
import { FileRights } from '../../application/file-rights.js';
import { ImportRefused } from '../../application/import-book.js';
import { RecordBook } from '../../application/record-book.js';
import { failedRows, type ImportReport } from '../../domain/report.js';
import type { ExportInput, ImportInput } from '../../application/export-operation.js';
import { SourceRefused } from '../../ports/source-rows.js';
import { ImportExportSettings } from '../../settings.js';
import { CsvExportFolder } from './csv-export-folder.js';
import { countedRows, CsvFolder, type ReadForm } from './csv-files.js';
import { inTemporaryFolder } from './temporary-folder.js';

/** Name of the job's file with the refused rows. */
const REFUSED_FILE = 'refused.csv';
/** Name of the job's file with what a dry run would change. */
const DIFFERENCES_FILE = 'differences.csv';
const OWN_FILES: readonly string[] = [REFUSED_FILE, DIFFERENCES_FILE];
const PACKED = '.gz';
const MIB = 1024 * 1024;

const mustBe = (caller: Caller | undefined): Caller => {
  if (!caller) throw new NotSignedIn('self');
  return caller;
};

const unpacked = (name: string): string => (name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name);

/** Converts the reason why a file cannot be read into a refusal. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const isRefusal =
      error instanceof ImportRefused || error instanceof SourceRefused || error instanceof ExportRefused;
    if (isRefusal) throw new InputRefused(sentence(error.message));
    throw error;
  }
};

/** Limits the number of bytes, so that a small compressed file cannot fill the disk. Throws `TooLarge`. */
const atMost = (maxBytes: number, file: string): Transform => {
  let size = 0;
  const transform = (chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void => {
    size += chunk.length;
    if (size <= maxBytes) done(null, chunk);
    else
      done(
        new TooLarge(
          maxBytes,
          'IMPORT_MAX_MB',
          `${file}: the unpacked file is larger than ${maxBytes} bytes (IMPORT_MAX_MB). Split it into several files.`,
        ),
      );
  };
  return new Transform({ transform });
};

const unpackedInto = async (
  folder: string,
  files: JobFiles,
  names: readonly string[],
  maxBytes: number,
): Promise<void> => {
  for (const name of names) {
    const bytes = Readable.from(files.read(name));
    const output = createWriteStream(join(folder, unpacked(name)));
    try {
      const limit = atMost(maxBytes, name);
      await (name.endsWith(PACKED) ? pipeline(bytes, createGunzip(), limit, output) : pipeline(bytes, limit, output));
    } catch (error) {
      if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new InputRefused(sentence(`${name} is damaged or not a gzip file. Compress the file with gzip again.`));
    }
  }
};

/** Maximum number of warnings per file in the result of a job. */
const WARNINGS_MAX = 100;

const jobResult = (
  { settled, files, rolledBack }: ImportReport,
  input: ImportInput,
  dialects: ReadonlyMap<string, CsvDialect>,
): object => ({
  dry_run: input.dryRun,
  rolled_back: rolledBack && !input.dryRun,
  settled,
  files: files.map(({ file, rows, created, updated, unchanged, outdated, failed, deleted, passedOver, warnings }) => ({
    file,
    rows,
    created,
    updated,
    unchanged,
    outdated,
    failed,
    ...(deleted === undefined ? {} : { deleted }),
    ...(passedOver === undefined ? {} : { passed_over: passedOver }),
    dialect: dialects.get(file) ?? null,
    ...(input.dryRun ? { warnings: warnings.slice(0, WARNINGS_MAX) } : {}),
  })),
});

const nothingStored = (report: ImportReport): string => {
  const rows = report.files.reduce((count, file) => count + file.rows, 0);
  return `Failed rows: ${failedRows(report)} of ${rows}. Nothing was stored. Correct the rows listed in ${REFUSED_FILE}, then import the file again.`;
};

const refusedRows = ({ files }: ImportReport): string =>
  stringify([
    ['file', 'line', 'reason'],
    ...files.flatMap(({ file, bad }) => bad.map(({ line, reason }) => [file, String(line), reason])),
  ]);

const differenceRows = ({ files }: ImportReport): readonly (readonly (string | null)[])[] =>
  files.flatMap(({ file, differences }) =>
    differences.flatMap(({ line, record, cells }) =>
      cells.map(({ column, before, after }) => [file, String(line), record, column, before, after]),
    ),
  );

/** Imports the files of a job through a temporary folder. */
@Injectable()
export class CsvImportJob implements JobAdapter<ImportInput> {
  constructor(
    private readonly book: RecordBook,
    private readonly rights: FileRights,
    private readonly settings: ImportExportSettings,
  ) {}

  /** Throws `RightMissing` if the caller may not save the records in the files, or read their stored values. */
  mustReadFile({ name, names, caller }: ReadFile): void {
    const read = (OWN_FILES.includes(name) ? names : [name]).map(unpacked);
    this.rights.mustSave(read, caller);
    if (name === DIFFERENCES_FILE) for (const file of read) this.rights.mustReadFile(file, caller);
  }

  run({ input, caller, files, progress }: JobWork<ImportInput>): Promise<object> {
    return inTemporaryFolder((folder) =>
      refusing(async () => {
        const names = (await files.names()).filter((name) => !OWN_FILES.includes(name));
        this.rights.mustSave(names.map(unpacked), mustBe(caller));
        const replace = input.replace && (await this.scopeOf(unpacked(names[0] ?? ''), input.replace, mustBe(caller)));
        await unpackedInto(folder, files, names, this.settings.IMPORT_MAX_MB * MIB);
        let known = 0;
        const { dialect = 'comma', encoding = 'utf-8', dryRun } = input;
        const dialects = new Map<string, CsvDialect>();
        const form: ReadForm = {
          dialect,
          encoding,
          adapts: dryRun,
          onDialect: (name, read) => void dialects.set(name, read),
        };
        for (const name of names) known += await countedRows(join(folder, unpacked(name)), form);
        let [before, present, file] = [0, 0, ''];
        const report = await this.book.importFrom(new CsvFolder(folder, form), {
          ...input,
          replace,
          onProgress: (name, rows) => {
            if (name !== file) before += present;
            [file, present] = [name, rows];
            progress(before + rows, known);
          },
        });
        if (failedRows(report) > 0) await files.write(REFUSED_FILE, Readable.from([Buffer.from(refusedRows(report))]));
        const differences = differenceRows(report);
        if (differences.length > 0) {
          const text = stringify([['file', 'line', 'record', 'column', 'before', 'after'], ...differences]);
          await files.write(DIFFERENCES_FILE, Readable.from([Buffer.from(text)]));
        }
        const result = jobResult(report, input, dialects);
        if (report.rolledBack && !dryRun) throw new JobFailed(nothingStored(report), result);
        return result;
      }),
    );
  }

  private async scopeOf(
    name: string,
    { groups, deletedMax }: NonNullable<ImportInput['replace']>,
    caller: Caller,
  ): Promise<Scope> {
    this.rights.mustDelete(name, caller);
    return { groups: await this.rights.scopeOf(name, groups), deletedMax };
  }
}

/** Writes records to compressed files of the job. */
@Injectable()
export class CsvExportJob implements JobAdapter<ExportInput> {
  constructor(
    private readonly records: ExportRecords,
    private readonly rights: FileRights,
  ) {}

  /** Throws `RightMissing` if the caller may not read the records in the file. */
  mustReadFile({ name, caller }: ReadFile): void {
    this.rights.mustReadFile(unpacked(name), caller);
  }

  run({ input: { areas, forSpreadsheets = false }, caller, files, progress }: JobWork<ExportInput>): Promise<object> {
    return inTemporaryFolder((folder) =>
      refusing(async () => {
        this.rights.mustRead(areas, mustBe(caller));
        const path = join(folder, 'export');
        const sink = await CsvExportFolder.begin(path, { forSpreadsheets });
        let [before, present, last, known] = [0, 0, '', 0];
        const written = await this.records.exportTo(sink, {
          ...(areas.length === 0 ? {} : { areas }),
          onCounted: (rows) => (known = rows),
          onProgress: (file, rows) => {
            if (file !== last) before += present;
            [last, present] = [file, rows];
            progress(before + rows, known);
          },
        });
        await sink.finish();
        for (const name of (await readdir(path)).filter((one) => one.endsWith('.csv')))
          await files.write(`${name}${PACKED}`, createReadStream(join(path, name)).pipe(createGzip()));
        return { files: written };
      }),
    );
  }
}
