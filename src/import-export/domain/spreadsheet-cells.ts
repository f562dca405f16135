import type { Cell } from './source-row.js';

/** What a spreadsheet takes for the beginning of a formula, behind any apostrophes of the text itself. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Starts like a formula and is none; numbers of other columns look so. */
const NUMBER = /^[+-]\d+(?:\.\d+)?$/;

const isGuarded = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** A cell for a spreadsheet: an apostrophe before what it would calculate (csv.md, "For spreadsheets"). */
export const guardedCell = (cell: Cell): Cell => (cell !== null && isGuarded(cell) ? `'${cell}` : cell);

/** The cell again, as it was before `guardedCell`. */
export const unguardedCell = (cell: Cell): Cell =>
  cell !== null && cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell;
