import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import {
  type Fault,
  InexactNumber,
  InputRefused,
  isObject,
  parseJson,
  sentence,
  CSV_SEPARATORS,
  type CsvDialect,
  type CsvReading,
  isSeparatorLine,
  numberCell,
  otherDialect,
} from '../../../../../libs/kernel/index.js';
import {
  readCsv,
  yieldToEventLoop,
  BrokenInput,
  fieldsOf,
  type Input,
  mustBeAtMost,
  namesOf,
} from '../../../../../libs/records/index.js';
import { withoutMark } from '../../../../../libs/web/index.js';
import { PassportFields } from '../../../passport/index.js';
import { isDeeperThan, PAYLOAD_COLUMN, wholeAndPart } from '../../../templates/domain/index.js';
import { PayloadCells } from '../../application/import-plans.js';

export const ROWS_MAX = 10_000;
/** Limits of a row: bytes, nesting levels and columns. */
const ROW_BYTES = 2 ** 20;
const ROW_DEPTH = 40;
const COLUMNS_MAX = 1000;
/** Bytes to read before the event loop runs other work. */
const PIECE_BYTES = 64 * 1024;

const NO_JSON = sentence('Decoding error.');
const NO_UTF8 = sentence(
  'The file is not valid UTF-8. Save it as UTF-8, or send encoding=windows-1252 if it comes from an old spreadsheet program.',
);
const NO_OBJECT = sentence('The row is not a JSON object. Send one object per line.');
const TOO_LONG = sentence('The row is longer than %max bytes. Shorten its payload.', {
  max: ROW_BYTES,
});
const TOO_DEEP = sentence('The row is nested deeper than %max levels. Flatten its payload.', { max: ROW_DEPTH });
const TOO_WIDE = sentence('The row has more than %max fields. Remove the fields that do not belong to a passport.', {
  max: COLUMNS_MAX,
});
const FIELDS = namesOf(fieldsOf(PassportFields));
const PAYLOAD = 'dpp_payload';

const mustBeFew = (count: number): void => mustBeAtMost(ROWS_MAX, count);

const lineRow = (line: string): Input => {
  try {
    const value: unknown = parseJson(line);
    if (isDeeperThan(value, ROW_DEPTH)) return new BrokenInput(TOO_DEEP);
    if (!isObject(value)) return new BrokenInput(NO_OBJECT);
    return Object.keys(value).length > COLUMNS_MAX ? new BrokenInput(TOO_WIDE) : value;
  } catch (error) {
    return new BrokenInput(error instanceof InexactNumber ? error.faults[0] : NO_JSON);
  }
};

const LINE_END = 0x0a;

/** The bytes without a byte order mark. */
const textBytes = (bytes: Buffer, otherwise: Fault): Buffer => {
  if (!isUtf8(bytes)) throw new InputRefused(otherwise);
  return withoutMark(bytes);
};

/** One passport per line; blank lines are skipped. */
export const linesIn = async (sent: Buffer): Promise<readonly Input[]> => {
  const bytes = textBytes(sent, NO_JSON);
  if (bytes.length === 0) throw InputRefused.sentence('The body is empty. Send at least one row.');
  const rows: Input[] = [];
  let [count, read] = [0, 0];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    start = end + 1;
    if (line.length > ROW_BYTES || line.toString().trim() !== '') {
      count += 1;
      if (count <= ROWS_MAX) rows.push(line.length > ROW_BYTES ? new BrokenInput(TOO_LONG) : lineRow(line.toString()));
    }
    if (start - read > PIECE_BYTES) {
      read = start;
      await yieldToEventLoop();
    }
  }
  mustBeFew(count);
  return rows;
};

const IN_JSON: ReadonlySet<string> = new Set(['object', 'objects', 'words', 'attributes']);

/** Cells of objects and lists contain JSON. The payload stays JSON text. */
const cellValue = (name: string, cell: string): unknown => {
  const kind = FIELDS.get(name)?.kind.type;
  return kind !== undefined && IN_JSON.has(kind) ? parseJson(cell) : cell;
};

/** Payload columns are read with the template of the row. Other columns stay unchanged. */
const putPayload = (row: Map<string, unknown>, name: string, cell: string, dialect: CsvDialect): void => {
  const before = row.get(PAYLOAD);
  if (cell === '') return;
  const cells = before instanceof PayloadCells ? before.cells : [];
  row.set(PAYLOAD, new PayloadCells(new Map([...cells, [name, cell]]), dialect));
};

/** An empty cell clears a nullable field and is ignored otherwise. Columns such as `name.en` are collected in a map. */
const put = (row: Map<string, unknown>, name: string, cell: string, dialect: CsvDialect): void => {
  // A column without a name.
  if (name === '') return;
  if (name.startsWith(PAYLOAD_COLUMN)) {
    putPayload(row, name, cell, dialect);
    return;
  }
  const [head = name, ...members] = name.split('.');
  if (members.length > 0) {
    if (cell === '') return;
    const before = row.get(head);
    const known =
      before instanceof Map ? before : new Map<string, unknown>(isObject(before) ? Object.entries(before) : []);
    row.set(head, known.set(members.join('.'), cell));
  } else if (cell !== '') row.set(name, cellValue(name, cell));
  else if (FIELDS.get(name)?.nullable === true) row.set(name, null);
};

/** True for payload columns too, because only the template knows their type. */
const mayBeNumber = (name: string): boolean => isNumber(name) || name.startsWith(PAYLOAD_COLUMN);

const isNumber = (name: string): boolean => FIELDS.get(name)?.kind.type === 'decimal';

/**
 * Converts numbers to decimal points. Returns the first cell that is not a number in this dialect instead, if there is
 * one.
 */
const withPoints = (
  header: readonly string[],
  cells: readonly string[],
  dialect: CsvDialect,
): readonly string[] | BrokenInput => {
  const found: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const name = header[at] ?? '';
    if (name === '' && cell !== '')
      return new BrokenInput(
        sentence('Cell %field has a value, but its column has no name. Name the column or clear the cell.', {
          field: at + 1,
        }),
      );
    const number = isNumber(name) ? numberCell(cell, dialect) : { value: cell };
    if ('reason' in number) return new BrokenInput(sentence(`${name}: ${number.reason}`, undefined, name));
    found.push(number.value);
  }
  return found;
};

const csvRow = (header: readonly string[], read: readonly string[], dialect: CsvDialect): Input => {
  // Spreadsheets add cells without content, and leave them out again at the end of some rows.
  const width = header.findLastIndex((name) => name !== '') + 1;
  const sent =
    read.length > width ? read.slice(0, Math.max(width, read.findLastIndex((cell) => cell !== '') + 1)) : read;
  const cells = sent.length > header.length ? sent : withPoints(header, sent, dialect);
  if (cells instanceof BrokenInput) return cells;
  if (cells.length < width || cells.length > header.length)
    return new BrokenInput(
      sentence(
        'The row has a different number of cells (%count) than the header (%expected). Send one cell per column.',
        {
          count: read.length,
          expected: header.length,
        },
      ),
    );
  // A map, so that a column named __proto__ is refused like any unknown column.
  const row = new Map<string, unknown>();
  for (const [index, name] of header.slice(0, width).entries()) {
    try {
      put(row, name, cells[index] ?? '', dialect);
    } catch (error) {
      if (error instanceof InexactNumber)
        return new BrokenInput(sentence('%fieldName %reason.', { fieldName: name, reason: error.reason }, name));
      return new BrokenInput(
        sentence('The cell in the column %fieldName is not valid JSON. Correct the cell.', { fieldName: name }, name),
      );
    }
  }
  return Object.fromEntries(
    [...row].map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value]),
  );
};

interface CsvOptions extends Partial<CsvReading> {
  /**
   * True to read a file in the dialect that it actually uses; false to refuse another dialect than the requested one.
   */
  readonly adapts?: boolean;
}

const ENCODING_FAULT = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** The text as UTF-8. */
const decoded = async (sent: Buffer, reading: CsvReading): Promise<{ bytes: Buffer; dialect: CsvDialect }> => {
  try {
    const { detected, bytes } = await readCsv(pieces(sent), reading, mayBeNumber);
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    return { bytes: textBytes(Buffer.concat(parts), NO_UTF8), dialect: detected };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === ENCODING_FAULT) throw new InputRefused(NO_UTF8);
    throw error;
  }
};

/** The text as UTF-8, and its dialect. `InputRefused` if the file uses another dialect than the requested one. */
export const mustBeIn = async (
  sent: Buffer,
  { adapts, ...reading }: CsvReading & { readonly adapts: boolean },
): Promise<{ bytes: Buffer; dialect: CsvDialect }> => {
  const file = await decoded(sent, reading);
  if (file.dialect !== reading.dialect && !adapts)
    throw new InputRefused(sentence(otherDialect(reading.dialect, file.dialect)));
  return file;
};

/**
 * CSV with a header. Columns are passport fields, or single members such as `manufacturer.name` and `product_name.en`.
 * Other objects and lists are JSON in a cell.
 */
export const csvRowsIn = async (
  sent: Buffer,
  { dialect: said = 'comma', encoding = 'utf-8', adapts = false }: CsvOptions = {},
): Promise<{ readonly rows: readonly Input[]; readonly dialect: CsvDialect }> => {
  const { bytes, dialect } = await mustBeIn(sent, { dialect: said, encoding, adapts });
  const options = {
    delimiter: CSV_SEPARATORS[dialect],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_BYTES,
  };
  const records = Readable.from(pieces(bytes), { objectMode: false }).pipe(parse(options));
  const rows: Input[] = [];
  let header: readonly string[] | undefined;
  let [count, isFirst] = [0, true];
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      const isName = isFirst && isSeparatorLine(cells);
      isFirst = false;
      if (isName || cells.every((cell) => cell === '')) continue;
      if (header) {
        count += 1;
        if (count <= ROWS_MAX) rows.push(csvRow(header, cells, dialect));
      } else header = headerIn(cells);
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw InputRefused.sentence(
        'The CSV file cannot be read. Correct the quotation marks, or shorten the row: %reason',
        { reason: error.message },
      );
    throw error;
  }
  if (!header) throw InputRefused.sentence('The CSV file has no header row. Send the column names in the first row.');
  mustBeFew(count);
  return { rows, dialect };
};

/** Lets the event loop run other work after each piece. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await yieldToEventLoop();
  }
}

const headerIn = (names: readonly string[]): readonly string[] => {
  // Spreadsheets add columns without a name.
  const count = names.filter((name) => name !== '').length;
  if (count > COLUMNS_MAX)
    throw InputRefused.sentence(
      'The CSV file has %count named columns, but at most %max are allowed. Remove columns that contain no values.',
      {
        count,
        max: COLUMNS_MAX,
      },
    );
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw InputRefused.sentence('The column "%name" appears twice. Remove one of the two columns.', { name: twice });
  const both = wholeAndPart(names);
  if (both) throw InputRefused.sentence('Send either the column "%whole" or columns such as "%part", not both.', both);
  return names;
};
