import { Decimal } from '../../../libs/kernel/index.js';
import type { Columns, RowValues } from './source-row.js';

/** A record as input for a service. */
export type RecordInput = Readonly<Record<string, unknown>>;

/** A record that a row refers to by business key. */
export interface Named {
  readonly resource: NamedResource;
  readonly name: string;
  /** The column that contains the name. */
  readonly column: string;
}

/** Groups and categories are created if a row refers to them; customers and price lists must exist. */
export type MadeResource = 'customerGroup' | 'category';
type KnownResource = 'customer' | 'priceList';
export type NamedResource = MadeResource | KnownResource;

export type IdOf = (resource: NamedResource, name: string) => number;

/** A file of the wholesale book: its rows, and how they are converted to records. */
export interface BookFile {
  readonly file: string;
  readonly columns: Columns;
  /** The resource of the records in the rows. */
  readonly resource: string;
  /** Two rows with the same key contradict each other. */
  key(values: RowValues): string;
  /** The records that the row refers to. */
  names(values: RowValues): readonly Named[];
  input(values: RowValues, idOf: IdOf): RecordInput;
  /** Records that depend on the saved one. */
  readonly following?: {
    readonly resource: string;
    inputs(values: RowValues, id: number, idOf: IdOf): readonly RecordInput[];
  };
  /** The column for each field of the record, for error messages, if the names differ. */
  readonly columnOf: Readonly<Record<string, string>>;
}

/** Splits a cell at `|`. */
export const wordsOf = (cell: string | undefined): readonly string[] => [
  ...new Set((cell ?? '').split('|').filter((word) => word !== '')),
];

/** A quantity as part of a key: 10 and 10.0 are equal. */
const quantityKey = (text: string | undefined): string => {
  const cell = text ?? '';
  return /^\d+(\.\d+)?$/.test(cell) ? new Decimal(cell).toFixed() : cell;
};

/** The columns that identify a row; `qty` is compared as a number. */
export const keyOf =
  (...columns: readonly string[]) =>
  (values: RowValues): string =>
    JSON.stringify(columns.map((column) => (column === 'qty' ? quantityKey(values[column]) : (values[column] ?? ''))));
