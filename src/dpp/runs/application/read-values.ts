import {
  type CsvDialect,
  type Fault,
  FAULTS_MAX,
  numberCell,
  refuse,
  sentence,
} from '../../../../libs/kernel/index.js';
import { readCsvTable } from '../../../../libs/records/index.js';
import { isGs1Text, type JsonObject } from '../../passport/domain/index.js';
import {
  isNumberColumn,
  type PayloadColumn,
  payloadCell,
  payloadColumn,
  wholeAndPart,
  withValueAt,
} from '../../templates/domain/index.js';
import { RUN_MAX } from '../domain/serials.js';

const SERIAL = 'serial';

/** One item of a run with values of its own. */
export interface ItemValues {
  /** Row number as shown in a spreadsheet. */
  readonly row: number;
  readonly serial: string;
  readonly payload: JsonObject;
}

export interface RunValues {
  readonly items: readonly ItemValues[];
  /** Names of the payload columns. */
  readonly columns: readonly string[];
}

export const cellFault = (row: number, column: string, reason: string): Fault =>
  sentence('Row %row, column %column: %reason.', { row, column, reason }, column);

const headerFaults = (header: readonly string[], columns: ReadonlyMap<string, PayloadColumn>): readonly Fault[] => [
  ...(header.includes(SERIAL)
    ? []
    : [sentence('The header (row 1) has no column named %column. Add it.', { column: SERIAL }, 'values_csv')]),
  ...header
    .filter((name) => name !== SERIAL && !columns.has(name))
    .map((name) =>
      sentence(
        'Row 1, column %column: the column does not match any field of the template. Use the columns serial and dpp_payload.<property>. The guide of the template lists the columns.',
        { column: name },
        'values_csv',
      ),
    ),
];

const serialFault = (serial: string, known: ReadonlyMap<string, number>): string | undefined => {
  if (serial === '') return 'is required';
  if (!isGs1Text(serial)) return 'must have 1 to 20 characters of GS1 character set 82';
  return known.has(serial) ? `${serial} also appears in row ${known.get(serial) ?? 0}` : undefined;
};

/**
 * The items of a CSV text with a `serial` column and columns of payload values. Empty cells are ignored. `InputRefused`
 * with row and column of each fault.
 */
export const readRunValues = async (text: string, dialect: CsvDialect, schema: JsonObject): Promise<RunValues> => {
  const columnOf = (name: string): PayloadColumn | undefined => payloadColumn(name, schema);
  const { header, rows } = await readCsvTable(text, {
    dialect,
    rowsMax: RUN_MAX,
    isNumber: (name) => {
      const column = columnOf(name);
      return column !== undefined && isNumberColumn(column);
    },
  });
  const columns = new Map<string, PayloadColumn>();
  for (const name of header) {
    const column = columnOf(name);
    if (column) columns.set(name, column);
  }
  refuse(headerFaults(header, columns).slice(0, FAULTS_MAX));
  const mayContradict = wholeAndPart(header) !== undefined;
  const serials = new Map<string, number>();
  const faults: Fault[] = [];
  const items = rows.map(({ row, cells }): ItemValues => {
    let [serial, payload]: [string, JsonObject] = ['', {}];
    for (const [index, name] of header.entries()) {
      const cell = cells[index] ?? '';
      const column = columns.get(name);
      if (!column) {
        serial = cell;
        const reason = serialFault(cell, serials);
        if (reason !== undefined) faults.push(cellFault(row, name, reason));
        else serials.set(cell, row);
      } else if (cell !== '') {
        const number = isNumberColumn(column) ? numberCell(cell, dialect) : { value: cell };
        const read = 'reason' in number ? number : payloadCell(column, number.value);
        if ('reason' in read) faults.push(cellFault(row, name, read.reason));
        else payload = withValueAt(payload, column.path, read.value);
      }
    }
    const both = mayContradict ? wholeAndPart(header.filter((_, index) => cells[index] !== '')) : undefined;
    if (both)
      faults.push(cellFault(row, both.part, `the column ${both.whole} also has a value. Send only one of them`));
    return { row, serial, payload };
  });
  refuse(faults.slice(0, FAULTS_MAX));
  return { items, columns: [...columns.keys()] };
};
