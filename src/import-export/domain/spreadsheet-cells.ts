import type { Cell } from './source-row.js';

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
