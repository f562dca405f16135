/** Dark modules by row, including the quiet zone. */
export interface CodeModules {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

/** A code surrounded by its quiet zone, whose width is in modules. */
export const withQuiet = (code: CodeModules, quiet: number): CodeModules => ({
  size: code.size + 2 * quiet,
  isDark: (row, column) => {
    const [y, x] = [row - quiet, column - quiet];
    return y >= 0 && x >= 0 && y < code.size && x < code.size && code.isDark(y, x);
  },
});

/** Pixels along an edge that a picture may have: a megabyte of bits. */
const EDGE_MAX = 3000;
/** With fewer a printer can't draw an edge where it is. */
const PIXELS_MIN = 2;
const MM_PER_INCH = 25.4;
const MM_PER_METRE = 1000;

export interface PictureSize {
  readonly pixelsOfModule: number;
  /** Scales the image so that a module has the requested print size, which whole pixels may not match exactly. */
  readonly pixelsPerMetre: number;
}

/** The size of a picture whose modules have this size in print at about this many dots per inch. */
export const pictureSize = (moduleMm: number, dpi: number): PictureSize => {
  const pixelsOfModule = Math.max(1, Math.round((moduleMm / MM_PER_INCH) * dpi));
  return { pixelsOfModule, pixelsPerMetre: Math.round((pixelsOfModule / moduleMm) * MM_PER_METRE) };
};

/** The reason why an image of this size is refused. */
export const pictureFault = ({ size }: CodeModules, { pixelsOfModule }: PictureSize): 'coarse' | 'large' | undefined =>
  pixelsOfModule < PIXELS_MIN ? 'coarse' : size * pixelsOfModule > EDGE_MAX ? 'large' : undefined;
