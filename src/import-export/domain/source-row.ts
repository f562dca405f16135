/** The content of a cell; null is a cell without content or quotes. */
export type Cell = string | null;

/** A row of a file that could be read. */
export interface SourceRow {
  /** Of the line on which the row begins; the first line of a file is 1. */
  readonly line: number;
  /** By column; a column that the file doesn't have is absent. */
  readonly values: RowValues;
  /** Columns in whose cell there is nothing, not even quotes; their value is the empty text. */
  readonly blank: ReadonlySet<string>;
}

export type RowValues = Readonly<Record<string, string>>;

/** An invalid row and the reason. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
}

export const isBad = (row: SourceRow | BadRow): row is BadRow => 'reason' in row;

/** Which columns a file has. */
export interface Columns {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Whether further columns are passed over; otherwise the file is refused for them. */
  readonly othersIgnored?: boolean;
}
