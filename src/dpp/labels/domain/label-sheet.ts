import { type Fault, sentence } from '../../../../libs/kernel/index.js';

/** A4, with an edge that every printer leaves white, in millimetres. */
const PAGE = { width: 210, height: 297, edge: 8 } as const;
/** Between two labels, so that they can be cut. */
const GAP = 2;
/** Below a code: four lines of small print, or six of the smallest, which hold the widest batch and serial number. */
export const CAPTION = { height: 13, width: 28 } as const;
/** Smaller modules aren't read surely from what an office printer makes (GS1 General Specifications, table of sizes). */
export const MODULE_MIN_MM = 0.25;

/** Where labels stand on a page, in millimetres from its upper left corner; the code stands at the top of its label. */
export interface LabelSheet {
  readonly page: { readonly width: number; readonly height: number };
  /** Edge of a code with its quiet zone. */
  readonly size: number;
  readonly label: { readonly width: number; readonly height: number };
  /** Upper left corners, row by row. */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

const room = { width: PAGE.width - 2 * PAGE.edge, height: PAGE.height - 2 * PAGE.edge };

/** How many of a length fit beside one another. */
const fitting = (space: number, length: number): number => Math.floor((space + GAP) / (length + GAP));

/**
 * The grid of a sheet of codes of this size: as many labels as fit, or `perPage` of them over the whole page. A refusal
 * where so many of that size don't fit.
 */
export const labelSheet = (size: number, perPage: number | null): LabelSheet | Fault => {
  const least = { width: Math.max(size, CAPTION.width), height: size + CAPTION.height };
  const most = { columns: fitting(room.width, least.width), rows: fitting(room.height, least.height) };
  if (perPage !== null && perPage > most.columns * most.rows)
    return sentence(
      '%fieldName is %perPage, but at most %most codes of %size mm fit on a page.',
      { fieldName: 'per_page', perPage, most: most.columns * most.rows, size },
      'per_page',
    );
  const count = perPage ?? most.columns * most.rows;
  const columns = perPage === null ? most.columns : columnsOf(perPage, most);
  const rows = Math.ceil(count / columns);
  const label = {
    width: (room.width + GAP) / columns - GAP,
    height: (room.height + GAP) / rows - GAP,
  };
  const corners = Array.from({ length: count }, (_, place) => ({
    x: PAGE.edge + (place % columns) * (label.width + GAP),
    y: PAGE.edge + Math.floor(place / columns) * (label.height + GAP),
  }));
  return { page: PAGE, size, label, corners };
};

/** Of the grids that hold so many, the one that leaves the fewest places empty; of those the one with more columns. */
const columnsOf = (count: number, most: { readonly columns: number; readonly rows: number }): number => {
  const grids = Array.from({ length: most.columns }, (_, at) => at + 1)
    .map((columns) => ({ columns, rows: Math.ceil(count / columns) }))
    .filter(({ rows }) => rows <= most.rows);
  const best = grids.reduce((one, other) => (other.columns * other.rows <= one.columns * one.rows ? other : one));
  return best.columns;
};
