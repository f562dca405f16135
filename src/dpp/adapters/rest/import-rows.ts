import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { InputRefused, sentence } from '../../../../libs/kernel/index.js';
import { BrokenInput, fieldsOf, type Input, namesOf } from '../../../../libs/records/index.js';
import { PassportFields } from '../../application/passport-fields.js';

/** How many passports one import takes. */
export const ROWS_MAX = 10_000;

const NO_JSON = sentence('Decoding error.');
const NO_OBJECT = sentence('A record is an object.');
const FIELDS = namesOf(fieldsOf(PassportFields));

const mustBeFew = (count: number): void => {
  if (count > ROWS_MAX)
    throw InputRefused.sentence('%count records were sent, at most %max can be saved at once.', {
      count,
      max: ROWS_MAX,
    });
};

const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lineRow = (line: string): Input => {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : new BrokenInput(NO_OBJECT);
  } catch {
    return new BrokenInput(NO_JSON);
  }
};

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new InputRefused(NO_JSON);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
};

/** One passport in each line; lines without anything are passed over. */
export const linesIn = (bytes: Buffer): readonly Input[] => {
  const lines = textOf(bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  mustBeFew(lines.length);
  return lines.map(lineRow);
};

/** What stands in a cell of an object or list is JSON; the payload is a text of JSON anyway. */
const cellValue = (name: string, cell: string): unknown => {
  const kind = FIELDS.get(name)?.kind.type;
  if (kind !== 'object' && kind !== 'objects' && kind !== 'attributes') return cell;
  return JSON.parse(cell) as unknown;
};

/** An empty cell says nothing of what can't be null, and clears the rest. */
const put = (row: Map<string, unknown>, name: string, cell: string): void => {
  const [head = name, ...members] = name.split('.');
  if (members.length > 0) {
    if (cell === '') return;
    const before = row.get(head);
    row.set(head, { ...(isRecord(before) ? before : {}), [members.join('.')]: cell });
  } else if (cell !== '') row.set(name, cellValue(name, cell));
  else if (FIELDS.get(name)?.nullable === true) row.set(name, null);
};

const csvRow = (header: readonly string[], cells: readonly string[]): Input => {
  if (cells.length !== header.length)
    return new BrokenInput(
      sentence('The row has %count cells, the header %expected.', { count: cells.length, expected: header.length }),
    );
  // A map: a column named __proto__ is an unknown one as well.
  const row = new Map<string, unknown>();
  for (const [place, name] of header.entries()) {
    try {
      put(row, name, cells[place] ?? '');
    } catch {
      return new BrokenInput(sentence('The cell %fieldName holds no JSON.', { fieldName: name }, name));
    }
  }
  return Object.fromEntries(row);
};

/**
 * CSV with a header: columns are the fields of a passport, `manufacturer.name` and `product_name.en` single members of
 * them; other objects and lists are JSON in a cell.
 */
export const csvRowsIn = (bytes: Buffer): readonly Input[] => {
  let records: string[][];
  try {
    records = parse(textOf(bytes), { relax_column_count: true, skip_empty_lines: true, max_record_size: 2 ** 20 });
  } catch (error) {
    if (error instanceof CsvError)
      throw InputRefused.sentence('The CSV file can’t be read: %reason', { reason: error.message });
    throw error;
  }
  const [header, ...rows] = records;
  if (!header) throw InputRefused.sentence('The CSV file has no header.');
  mustBeFew(rows.length);
  const twice = header.find((name, place) => header.indexOf(name) !== place);
  if (twice !== undefined) throw InputRefused.sentence('The column "%name" is there twice.', { name: twice });
  return rows.map((cells) => csvRow(header, cells));
};
