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
  /** Those that contain decimals, whose mark depends on the dialect of the file. */
  readonly numbers?: readonly string[];
  /** Whether further columns are passed over; otherwise the file is refused for them. */
  readonly othersIgnored?: boolean;
}

/** Characters that a spreadsheet interprets as the start of a formula, after any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Starts like a formula and is none; numbers of other columns look so. */
const NUMBER = /^[+-]\d+(?:\.\d+)?$/;

const isGuarded = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** A cell for a spreadsheet: an apostrophe before what it would calculate (csv.md, "For spreadsheets"). */
export const guardedCell = (cell: Cell): Cell => (cell !== null && isGuarded(cell) ? `'${cell}` : cell);

/** The cell again, as it was before `guardedCell`. */
export const unguardedCell = (cell: Cell): Cell =>
  cell !== null && cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell;
