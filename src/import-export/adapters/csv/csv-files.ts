import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { CsvForm } from './csv-export-folder.js';
import {
  InputRefused,
  sentence,
  CSV_SEPARATORS,
  type CsvDialect,
  type CsvReading,
  isSeparatorLine,
  numberCell,
  otherDialect,
} from '../../../../libs/kernel/index.js';
import { readCsv, withHead } from '../../../../libs/records/index.js';
import { type BadRow, type Columns, type SourceRow, unguardedCell } from '../../domain/source-row.js';
import { type SourceFile, SourceRefused, SourceRows } from '../../ports/source-rows.js';
import { LINE } from '../../application/save-lines.js';
import { type CsvField, csvRecords } from './records.js';
import { CsvFiles } from '../../ports/csv-files.js';
import { inTemporaryFolder } from './temporary-folder.js';

const bytesOf = (path: string): AsyncIterable<Buffer> => {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  if (!path.endsWith('.gz')) return file as AsyncIterable<Buffer>;
  const unzipped: Readable = file.pipe(createGunzip());
  file.on('error', (error) => unzipped.destroy(error));
  return unzipped as AsyncIterable<Buffer>;
};

const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist; add the file or correct the path',
  EISDIR: 'is a folder, not a file; correct the path',
  EACCES: 'cannot be read: permission denied; change its permissions',
  Z_DATA_ERROR: 'is damaged or not a gzip file; compress the file with gzip again',
  Z_BUF_ERROR: 'the gzip data is incomplete; compress the file with gzip again',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'contains bytes that are not valid UTF-16; save the file as UTF-16 or UTF-8',
};

const FOLDER_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist; correct the path',
  ENOTDIR: 'is not a folder; correct the path',
  EACCES: 'cannot be read: permission denied; change its permissions',
};

const isLines = (name: string): boolean => name.endsWith('.ndjson');
const isRead = (name: string): boolean => name.endsWith('.csv') || isLines(name);

/**
 * Whether a path is relative and inside of the folder. The format is the same on all systems: parts separated by `/`,
 * without `..` and empty parts.
 */
const isBelow = (path: string): boolean =>
  !/[\\\0]|^[A-Za-z]:/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const columnsThat = (names: readonly string[], one: string, many: string): readonly string[] => {
  const listed = names.map((name) => `"${name}"`).join(', ');
  if (names.length === 0) return [];
  return [names.length === 1 ? `the column ${listed} ${one}` : `the columns ${listed} ${many}`];
};

export interface ReadForm extends CsvForm, Partial<CsvReading> {
  /** Whether to read a file in its detected dialect if that differs from the parameter; otherwise it is refused. */
  readonly adapts?: boolean;
  /** Called with the dialect in which a file is read, once its header is valid. */
  readonly onDialect?: (file: string, dialect: CsvDialect) => void;
}

/** Why a header does not match these columns; columns without a name are ignored. */
const headerFault = (
  names: readonly string[],
  { required, optional = [], othersIgnored = false }: Columns,
): string | undefined => {
  const header = names.filter((name) => name !== '');
  const missing = required.filter((name) => !header.includes(name));
  const unknown = header.filter((name) => !othersIgnored && !required.includes(name) && !optional.includes(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  const parts = [
    ...columnsThat(missing, 'is missing', 'are missing'),
    ...columnsThat(unknown, 'is unknown', 'are unknown'),
    ...columnsThat(twice, 'appears twice', 'appear twice'),
  ];
  return parts.length > 0 ? `${parts.join(', ')}; expected ${[...required, ...optional].join(', ')}` : undefined;
};

interface HeaderForm {
  readonly header: readonly string[];
  readonly numbers: ReadonlySet<string>;
  readonly dialect: CsvDialect;
  readonly forSpreadsheets: boolean;
}

const rowOf = (
  { line, fields }: { readonly line: number; readonly fields: readonly CsvField[] },
  { header, numbers, dialect, forSpreadsheets }: HeaderForm,
): SourceRow | BadRow => {
  // Spreadsheets add empty cells, and omit them at the end of some rows.
  const named = header.findLastIndex((name) => name !== '') + 1;
  const filled = fields.findLastIndex((field) => field !== null) + 1;
  if (fields.length < named || filled > header.length)
    return {
      line,
      reason: `the row has a different number of fields (${fields.length}) than the header (${header.length})`,
    };
  const values: Record<string, string> = {};
  const blank = new Set<string>();
  for (const [index, name] of header.entries()) {
    const found = fields[index] ?? null;
    if (name === '') {
      if (found !== null) return { line, reason: `field ${index + 1} has a value, but its column has no name` };
      continue;
    }
    const field = forSpreadsheets ? unguardedCell(found) : found;
    const number = field !== null && numbers.has(name) ? numberCell(field, dialect) : { value: field ?? '' };
    if ('reason' in number) return { line, reason: `${name}: ${number.reason}` };
    values[name] = number.value;
    if (field === null) blank.add(name);
  }
  return { line, values, blank };
};

/** Rows of a CSV file, optionally compressed (`.gz`). */
export async function* csvRows(
  path: string,
  columns: Columns,
  file: string = path,
  form: ReadForm = {},
): AsyncGenerator<SourceRow | BadRow> {
  const { dialect: sent = 'comma', encoding = 'utf-8', adapts = false, forSpreadsheets = false } = form;
  const numbers = new Set(columns.numbers);
  let header: readonly string[] | undefined;
  try {
    const { detected, bytes } = await readCsv(bytesOf(path), { dialect: sent, encoding }, (name) => numbers.has(name));
    for await (const record of csvRecords(bytes, CSV_SEPARATORS[detected])) {
      if (detected !== sent && !adapts) throw new SourceRefused(file, otherDialect(sent, detected));
      if ('reason' in record) {
        if (!header) throw new SourceRefused(file, `the header is invalid: ${record.reason}`);
        yield record;
      } else if (header) {
        yield rowOf(record, { header, numbers, dialect: detected, forSpreadsheets });
      } else if (!(record.line === 1 && isSeparatorLine(record.fields))) {
        header = record.fields.map((name) => name ?? '');
        const fault = headerFault(header, columns);
        if (fault !== undefined) throw new SourceRefused(file, fault);
        form.onDialect?.(file, detected);
      }
    }
  } catch (error) {
    const reason = FAILURES[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new SourceRefused(file, reason);
  }
  if (!header) throw new SourceRefused(file, 'the file is empty; the first line must contain the column names');
}

/** Rows of a JSON Lines file; trailing blank lines are ignored. */
async function* jsonLines(path: string): AsyncGenerator<SourceRow | BadRow> {
  let [line, blank] = [0, 0];
  for await (const read of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    const text = line === 1 ? read.replace(/^\uFEFF/, '') : read;
    if (text.trim() === '') {
      blank += 1;
      continue;
    }
    for (; blank > 0; blank -= 1) yield { line: line - blank, reason: 'the line is empty' };
    const isBroken = text.includes('\uFFFD');
    if (isBroken) yield { line, reason: 'the line contains bytes that are not valid UTF-8' };
    else yield { line, values: { [LINE]: text }, blank: NO_BLANKS };
  }
  if (line === 0) throw new SourceRefused(basename(path), 'the file is empty; it must contain at least one record');
}

const NO_BLANKS: ReadonlySet<string> = new Set();

/**
 * Refuses an uploaded file in another dialect before it becomes a job, and returns all its bytes. The job reports all
 * other errors of the file.
 */
async function* inSentDialect(
  sent: AsyncIterable<Uint8Array>,
  { file, columns, reading }: { readonly file: string; readonly columns: Columns; readonly reading: CsvReading },
): AsyncGenerator<Uint8Array> {
  const { head, all, close } = await withHead(sent);
  const start = Readable.from([head]);
  // Decompressing the start of a file must not fail because it is incomplete.
  const plain = file.endsWith('.gz') ? start.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) : start;
  try {
    const { detected } = await readCsv(plain, reading, (name) => columns.numbers?.includes(name) ?? false);
    if (detected !== reading.dialect)
      throw new InputRefused(sentence(`${file}: ${otherDialect(reading.dialect, detected)}`));
  } catch (error) {
    if (FAILURES[(error as NodeJS.ErrnoException).code ?? ''] === undefined) {
      await close();
      throw error;
    }
  } finally {
    plain.destroy();
  }
  yield* all;
}

/** Number of rows in a file, including invalid ones; 0 if it cannot be read. */
export const countedRows = async (path: string, form: ReadForm = {}): Promise<number> => {
  const { dialect = 'comma', encoding = 'utf-8' } = form;
  let records = 0;
  if (isLines(path)) {
    for await (const _ of jsonLines(path)) records += 1;
    return records;
  }
  try {
    const { detected, bytes } = await readCsv(bytesOf(path), { dialect, encoding }, () => false);
    for await (const _ of csvRecords(bytes, CSV_SEPARATORS[detected])) records += 1;
  } catch (error) {
    // The code that reads the rows reports the reason.
    if (FAILURES[(error as NodeJS.ErrnoException).code ?? ''] === undefined) throw error;
  }
  return Math.max(0, records - 1);
};

export class CsvFolder extends SourceRows {
  constructor(
    private readonly folder: string,
    private readonly form: ReadForm = {},
  ) {
    super();
  }

  async files(): Promise<readonly string[]> {
    try {
      const entries = await readdir(this.folder, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isDirectory() || !isRead(entry.name) ? [] : [entry.name])).sort();
    } catch (error) {
      const reason = FOLDER_FAILURES[(error as NodeJS.ErrnoException).code ?? ''];
      if (reason === undefined) throw error;
      throw new SourceRefused(this.folder, reason);
    }
  }

  rowsOf(file: string, columns: Columns): AsyncIterable<SourceRow | BadRow> {
    const path = join(this.folder, file);
    return isLines(file) ? jsonLines(path) : csvRows(path, columns, file, this.form);
  }

  async fileAt(path: string): Promise<SourceFile> {
    const refused = (reason: string): SourceRefused => new SourceRefused(path, reason);
    if (!isBelow(path)) throw refused('is not a path inside the folder; use a relative path without ".."');
    try {
      const [root, realPath] = [await realpath(this.folder), await realpath(join(this.folder, path))];
      // A symbolic link may point out of the folder.
      if (!realPath.startsWith(root + sep)) throw refused('is outside the folder; move the file into the folder');
      if (!(await stat(realPath)).isFile()) throw refused('is not a file; correct the path');
      const bytes = (): AsyncIterable<Uint8Array> => createReadStream(realPath);
      const hash = createHash('sha256');
      for await (const chunk of bytes()) hash.update(chunk);
      return { name: basename(path), sha256: hash.digest('hex'), bytes };
    } catch (error) {
      const reason = FAILURES[(error as NodeJS.ErrnoException).code ?? ''];
      if (reason === undefined) throw error;
      throw refused(reason);
    }
  }
}

/** CSV files on the local disk. */
export class LocalCsvFiles extends CsvFiles {
  rows(path: string, columns: Columns, name: string, reading: CsvReading): AsyncIterable<SourceRow | BadRow> {
    return csvRows(path, columns, name, reading);
  }

  count(path: string, reading: CsvReading): Promise<number> {
    return countedRows(path, reading);
  }

  inSentDialect(
    bytes: AsyncIterable<Uint8Array>,
    file: { readonly file: string; readonly columns: Columns; readonly reading: CsvReading },
  ): AsyncIterable<Uint8Array> {
    return inSentDialect(bytes, file);
  }

  inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return inTemporaryFolder(work);
  }
}
