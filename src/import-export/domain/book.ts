import { Decimal } from '../../../libs/kernel/index.js';
import type { Columns, RowValues } from './source-row.js';

/** A record in the format of a service. */
export type RecordInput = Readonly<Record<string, unknown>>;

/** A record that a row speaks of by its business key. */
export interface Named {
  readonly resource: NamedResource;
  readonly name: string;
  /** The column that contains the name. */
  readonly column: string;
}

/** Groups and categories exist by being named; customers and price lists must be there. */
export type MadeResource = 'customerGroup' | 'category';
type KnownResource = 'customer' | 'priceList';
export type NamedResource = MadeResource | KnownResource;

export type IdOf = (resource: NamedResource, name: string) => number;

/** One file of a price book: its rows, and how they become records. */
export interface BookFile {
  readonly file: string;
  readonly columns: Columns;
  /** The records of a row. */
  readonly resource: string;
  /** Two rows of the file with the same key contradict each other. */
  key(values: RowValues): string;
  /** The records that the row speaks of. */
  names(values: RowValues): readonly Named[];
  input(values: RowValues, idOf: IdOf): RecordInput;
  /** Records that hang on the saved one. */
  readonly following?: {
    readonly resource: string;
    inputs(values: RowValues, id: number, idOf: IdOf): readonly RecordInput[];
  };
  /** The columns for a field of the record, if the names differ: for messages. */
  readonly columnOf: Readonly<Record<string, string>>;
}

/** The words of a cell with `|` between. */
export const wordsOf = (cell: string | undefined): readonly string[] => [
  ...new Set((cell ?? '').split('|').filter((word) => word !== '')),
];

/** A quantity as part of a key: 10 and 10.0 are the same. */
const quantityKey = (text: string | undefined): string => {
  const cell = text ?? '';
  return /^\d+(\.\d+)?$/.test(cell) ? new Decimal(cell).toFixed() : cell;
};

/** The parts of a row that make it one; `qty` compares by number. */
export const keyOf =
  (...columns: readonly string[]) =>
  (values: RowValues): string =>
    JSON.stringify(columns.map((column) => (column === 'qty' ? quantityKey(values[column]) : (values[column] ?? ''))));
