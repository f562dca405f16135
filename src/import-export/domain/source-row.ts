/** The content of a cell; null is a cell without content or quotes. */
export type Cell = string | null;

/** A row of a file that could be read. */
export interface SourceRow {
  /** Line on which the row begins; the first line of a file is 1. */
  readonly line: number;
  /** Values by column; columns that the file does not have are absent. */
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

/** The columns of a file. */
export interface Columns {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Whether further columns are passed over; otherwise the file is refused for them. */
  readonly othersIgnored?: boolean;
}
