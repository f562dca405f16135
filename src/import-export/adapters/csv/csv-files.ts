import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { CsvForm } from './csv-export-folder.js';
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
  ENOENT: 'file does not exist',
  EISDIR: 'not a file but a folder',
  EACCES: 'cannot be read: permission denied',
  Z_DATA_ERROR: 'not a gzip file, or damaged',
  Z_BUF_ERROR: 'the gzip data is incomplete',
};

const FOLDER_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'folder does not exist',
  ENOTDIR: 'not a folder',
  EACCES: 'cannot be read: permission denied',
};

const isLines = (name: string): boolean => name.endsWith('.ndjson');
const isRead = (name: string): boolean => name.endsWith('.csv') || isLines(name);

/** The path format is the same on all systems: parts separated by `/`, without `..`, empty or absolute parts. */
const isBelow = (path: string): boolean =>
  !/[\\\0]|^[A-Za-z]:/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The reason why a header does not have these columns. */
const headerFault = (
  header: readonly string[],
  { required, optional = [], othersIgnored = false }: Columns,
): string | undefined => {
  const missing = required.filter((name) => !header.includes(name));
  const unknown = header.filter((name) => !othersIgnored && !required.includes(name) && !optional.includes(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  const parts = [
    ...(missing.length > 0 ? [`the column ${listed(missing)} is missing`] : []),
    ...(unknown.length > 0 ? [`the column ${listed(unknown)} is unknown`] : []),
    ...(twice.length > 0 ? [`the column ${listed(twice)} appears twice`] : []),
  ];
  return parts.length > 0 ? `${parts.join(', ')}; expected ${[...required, ...optional].join(', ')}` : undefined;
};

const rowOf = (
  names: readonly string[],
  { line, fields }: { readonly line: number; readonly fields: readonly CsvField[] },
  { forSpreadsheets = false }: CsvForm,
): SourceRow => {
  const values: Record<string, string> = {};
  const blank = new Set<string>();
  for (const [index, name] of names.entries()) {
    const found = fields[index] ?? null;
    const field = forSpreadsheets ? unguardedCell(found) : found;
    values[name] = field ?? '';
    if (field === null) blank.add(name);
  }
  return { line, values, blank };
};

/** Rows of one CSV file, plain or `.gz`. */
export async function* csvRows(
  path: string,
  columns: Columns,
  file: string = path,
  form: CsvForm = {},
): AsyncGenerator<SourceRow | BadRow> {
  let header: readonly string[] | undefined;
  try {
    for await (const record of csvRecords(bytesOf(path))) {
      if ('reason' in record) {
        if (!header) throw new SourceRefused(file, `the header is invalid: ${record.reason}`);
        yield record;
      } else if (!header) {
        header = record.fields.map((name) => name ?? '');
        const fault = headerFault(header, columns);
        if (fault !== undefined) throw new SourceRefused(file, fault);
      } else if (record.fields.length !== header.length) {
        const { line, fields } = record;
        yield { line, reason: `the row has ${fields.length} fields, but the header has ${header.length}` };
      } else {
        yield rowOf(header, record, form);
      }
    }
  } catch (error) {
    const reason = FAILURES[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new SourceRefused(file, reason);
  }
  if (!header) throw new SourceRefused(file, 'the file is empty; the first line must contain the column names');
}

/** Rows of one file of JSON Lines; blank lines at the end say nothing. */
async function* jsonLines(path: string): AsyncGenerator<SourceRow | BadRow> {
  let [line, blank] = [0, 0];
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') {
      blank += 1;
      continue;
    }
    for (; blank > 0; blank -= 1) yield { line: line - blank, reason: 'the line is empty' };
    const isBroken = text.includes('\uFFFD');
    if (isBroken) yield { line, reason: 'the line contains bytes that are not valid UTF-8' };
    else yield { line, values: { [LINE]: text }, blank: NO_BLANKS };
  }
  if (line === 0) throw new SourceRefused(basename(path), 'the file is empty');
}

const NO_BLANKS: ReadonlySet<string> = new Set();

/** The number of rows in a file, invalid ones included; 0 if it cannot be read. */
export const countedRows = async (path: string): Promise<number> => {
  let records = 0;
  if (isLines(path)) {
    for await (const _ of jsonLines(path)) records += 1;
    return records;
  }
  try {
    for await (const _ of csvRecords(bytesOf(path))) records += 1;
  } catch (error) {
    // The code that reads the rows reports the reason.
    if (FAILURES[(error as NodeJS.ErrnoException).code ?? ''] === undefined) throw error;
  }
  return Math.max(0, records - 1);
};

/** The CSV files of one folder. */
export class CsvFolder extends SourceRows {
  /** `forSpreadsheets`: as an export wrote it that was made for them. */
  constructor(
    private readonly folder: string,
    private readonly form: CsvForm = {},
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
    if (!isBelow(path)) throw refused('is not a path below the folder');
    try {
      const [root, realPath] = [await realpath(this.folder), await realpath(join(this.folder, path))];
      // A link may lead out of the folder too.
      if (!realPath.startsWith(root + sep)) throw refused('is outside of the folder');
      if (!(await stat(realPath)).isFile()) throw refused('is not a file');
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

/** On the disk of this machine. */
export class LocalCsvFiles extends CsvFiles {
  rows(path: string, columns: Columns, name: string): AsyncIterable<SourceRow | BadRow> {
    return csvRows(path, columns, name);
  }

  count(path: string): Promise<number> {
    return countedRows(path);
  }

  inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return inTemporaryFolder(work);
  }
}
