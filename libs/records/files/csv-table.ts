import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import {
  CSV_SEPARATORS,
  type CsvDialect,
  InputRefused,
  isSeparatorLine,
  otherDialect,
  sentence,
} from '../../kernel/index.js';
import { mustBeAtMost } from '../read/read.js';
import { yieldToEventLoop } from '../write/in-groups.js';
import { readCsv } from './csv-reading.js';

/** A row of a CSV text with its number; the header is row 1, as in a spreadsheet. */
interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

interface CsvTable {
  readonly header: readonly string[];
  /** Rows padded to the length of the header, without empty ones. */
  readonly rows: readonly CsvRow[];
}

interface CsvTableOptions {
  readonly dialect: CsvDialect;
  /** Whether the cells of a column are numbers. */
  readonly isNumber: (column: string) => boolean;
  readonly rowsMax: number;
}

const COLUMNS_MAX = 1000;
const ROW_BYTES = 2 ** 20;
const PIECE = 64 * 1024;

/** Yields to the event loop after each chunk. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
    await yieldToEventLoop();
  }
}

/** Removes columns without a name, which spreadsheets add. */
const named = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((name) => name.trim() !== '') + 1).map((name) => name.trim());

const headerIn = (cells: readonly string[]): readonly string[] => {
  const header = named(cells);
  if (header.length > COLUMNS_MAX)
    throw InputRefused.sentence(
      'The CSV file has %count columns, but at most %max are allowed. Remove columns that contain no values.',
      { count: header.length, max: COLUMNS_MAX },
    );
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined)
    throw InputRefused.sentence('The column "%name" appears twice. Remove one of the two columns.', { name: twice });
  return header;
};

const rowIn = (row: number, cells: readonly string[], header: readonly string[]): CsvRow => {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (cells.length < header.length || filled > header.length)
    throw InputRefused.sentence(
      'Row %row has a different number of cells (%count) than the header (%expected). Send one cell per column.',
      {
        row,
        count: cells.length,
        expected: header.length,
      },
    );
  return { row, cells: cells.slice(0, header.length) };
};

/**
 * Parses a CSV text in a dialect. Throws `InputRefused` if the text has another dialect, no header or an invalid row.
 */
export const readCsvTable = async (
  text: string,
  { dialect, isNumber, rowsMax }: CsvTableOptions,
): Promise<CsvTable> => {
  const { detected, bytes } = await readCsv(pieces(Buffer.from(text)), { dialect, encoding: 'utf-8' }, isNumber);
  if (detected !== dialect) {
    const reason = otherDialect(dialect, detected);
    throw new InputRefused(sentence(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`));
  }
  const options = {
    bom: true,
    delimiter: CSV_SEPARATORS[dialect],
    relax_column_count: true,
    max_record_size: ROW_BYTES,
  };
  const rows: CsvRow[] = [];
  let header: readonly string[] | undefined;
  let row = 0;
  let count = 0;
  try {
    for await (const cells of Readable.from(bytes, { objectMode: false }).pipe(parse(options)) as AsyncIterable<
      string[]
    >) {
      if (row === 0 && header === undefined && isSeparatorLine(cells)) continue;
      row += 1;
      if (cells.every((cell) => cell === '')) continue;
      if (header === undefined) {
        header = headerIn(cells);
        continue;
      }
      count += 1;
      if (count <= rowsMax) rows.push(rowIn(row, cells, header));
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw InputRefused.sentence('The CSV file cannot be read: %reason', { reason: error.message });
    throw error;
  }
  if (!header) throw InputRefused.sentence('The CSV file has no header row. Add a first row with the column names.');
  mustBeAtMost(rowsMax, count);
  return { header, rows };
};
