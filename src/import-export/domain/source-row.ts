/** The content of a cell; null for an empty cell without quotes. */
export type Cell = string | null;

/** A readable row of a file. */
export interface SourceRow {
  /** Line number on which the row begins, starting at 1. */
  readonly line: number;
  /** Values by column, without columns that are missing in the file. */
  readonly values: RowValues;
  /** Columns whose cell is empty and has no quotes; their value is the empty text. */
  readonly blank: ReadonlySet<string>;
}

export type RowValues = Readonly<Record<string, string>>;

/** An invalid row with the reason. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
}

export const isBad = (row: SourceRow | BadRow): row is BadRow => 'reason' in row;

/** The columns of a file. */
export interface Columns {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Columns with decimals, whose decimal mark depends on the dialect of the file. */
  readonly numbers?: readonly string[];
  /** Whether other columns are ignored; otherwise the file is refused because of them. */
  readonly othersIgnored?: boolean;
}

/** Characters that a spreadsheet interprets as the start of a formula, after any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Numbers start like a formula but are not one. */
const NUMBER = /^[+-]\d+(?:\.\d+)?$/;

const isGuarded = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/**
 * A cell for a spreadsheet: puts an apostrophe before text that would be run as a formula (csv.md, "For
 * spreadsheets").
 */
export const guardedCell = (cell: Cell): Cell => (cell !== null && isGuarded(cell) ? `'${cell}` : cell);

/** Reverts `guardedCell`. */
export const unguardedCell = (cell: Cell): Cell =>
  cell !== null && cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell;
