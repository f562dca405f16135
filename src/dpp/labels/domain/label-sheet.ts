import { type Fault, sentence } from '../../../../libs/kernel/index.js';

/** A4 with a margin that every printer supports, in millimeters. */
const PAGE = { width: 210, height: 297, edge: 8 } as const;
/** Space for cutting between labels. */
const GAP = 2;
/**
 * Text area below a code: four lines of small print, or six of the smallest, for the widest batch and serial number.
 */
export const CAPTION = { height: 13, width: 28 } as const;
/**
 * Below this size, modules from office printers are not reliably readable (GS1 General Specifications, table of sizes).
 */
export const MODULE_MIN_MM = 0.25;

/** Label positions on a page, in millimeters from the upper left corner; each code is at the top of its label. */
export interface LabelSheet {
  readonly page: { readonly width: number; readonly height: number };
  /** Width of a code including its quiet zone. */
  readonly size: number;
  readonly label: { readonly width: number; readonly height: number };
  /** Upper left corners, row by row. */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

const room = { width: PAGE.width - 2 * PAGE.edge, height: PAGE.height - 2 * PAGE.edge };

/** How many items of this length fit in the space. */
const fitting = (space: number, length: number): number => Math.floor((space + GAP) / (length + GAP));

/**
 * The label grid for codes of this size: as many as fit, or `perPage` labels distributed over the page. Returns a fault
 * if `perPage` is too many.
 */
export const labelSheet = (size: number, perPage: number | null): LabelSheet | Fault => {
  const least = { width: Math.max(size, CAPTION.width), height: size + CAPTION.height };
  const most = { columns: fitting(room.width, least.width), rows: fitting(room.height, least.height) };
  if (perPage !== null && perPage > most.columns * most.rows)
    return sentence(
      '%fieldName is %perPage, but the maximum for codes of %size mm is %most. Use a smaller %fieldName.',
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
  const corners = Array.from({ length: count }, (_, index) => ({
    x: PAGE.edge + (index % columns) * (label.width + GAP),
    y: PAGE.edge + Math.floor(index / columns) * (label.height + GAP),
  }));
  return { page: PAGE, size, label, corners };
};

/** The grid with the fewest empty cells. On a tie, the grid with more columns. */
const columnsOf = (count: number, most: { readonly columns: number; readonly rows: number }): number => {
  const grids = Array.from({ length: most.columns }, (_, at) => at + 1)
    .map((columns) => ({ columns, rows: Math.ceil(count / columns) }))
    .filter(({ rows }) => rows <= most.rows);
  const best = grids.reduce((one, other) => (other.columns * other.rows <= one.columns * one.rows ? other : one));
  return best.columns;
};
