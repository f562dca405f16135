/** Whether each module of a code is dark, by row, including the quiet zone. */
export interface CodeModules {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

/** Adds a quiet zone to a code; its width is in modules. */
export const withQuiet = (code: CodeModules, quiet: number): CodeModules => ({
  size: code.size + 2 * quiet,
  isDark: (row, column) => {
    const [y, x] = [row - quiet, column - quiet];
    return y >= 0 && x >= 0 && y < code.size && x < code.size && code.isDark(y, x);
  },
});

/** Largest width of an image in pixels; limits its size to about a megabyte. */
const EDGE_MAX = 3000;
/** With fewer pixels per module, a printer cannot place edges accurately. */
const PIXELS_MIN = 2;
const MM_PER_INCH = 25.4;
const MM_PER_METRE = 1000;

export interface PictureSize {
  readonly pixelsOfModule: number;
  /**
   * Resolution that gives a module its requested print size. The actual size may deviate, because a module has a whole
   * number of pixels.
   */
  readonly pixelsPerMetre: number;
}

/** The size of an image with modules of this print size, at about this resolution. */
export const pictureSize = (moduleMm: number, dpi: number): PictureSize => {
  const pixelsOfModule = Math.max(1, Math.round((moduleMm / MM_PER_INCH) * dpi));
  return { pixelsOfModule, pixelsPerMetre: Math.round((pixelsOfModule / moduleMm) * MM_PER_METRE) };
};

/** The reason why an image of this size is refused; undefined if it is allowed. */
export const pictureFault = ({ size }: CodeModules, { pixelsOfModule }: PictureSize): 'coarse' | 'large' | undefined =>
  pixelsOfModule < PIXELS_MIN ? 'coarse' : size * pixelsOfModule > EDGE_MAX ? 'large' : undefined;
