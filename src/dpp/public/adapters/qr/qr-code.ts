import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { create } from 'qrcode';

/** The free edge that a scanner needs, in modules (ISO/IEC 18004). */
const QUIET = 4;
const PIXELS_OF_MODULE = 8;
const PIXELS_WHEN_CHECKED = 4;

/** Which modules are dark, by row, the quiet edge included. */
interface Matrix {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

const matrixOf = (text: string): Matrix => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const isInside = (place: number): boolean => place >= QUIET && place < QUIET + modules.size;
  return {
    size: modules.size + 2 * QUIET,
    isDark: (row, column) =>
      isInside(row) && isInside(column) && modules.data[(row - QUIET) * modules.size + column - QUIET] === 1,
  };
};

/** Runs of dark modules of each row, as a path. */
const pathOf = ({ size, isDark }: Matrix): string => {
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let start = 0; start < size; start += 1) {
      let end = start;
      while (end < size && isDark(row, end)) end += 1;
      if (end > start) runs.push(`M${start} ${row}h${end - start}v1h-${end - start}z`);
      start = end;
    }
  }
  return runs.join('');
};

const svgOf = (matrix: Matrix): string => {
  const { size } = matrix;
  const edge = size * PIXELS_OF_MODULE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/>` +
    `<path d="${pathOf(matrix)}"/></svg>`
  );
};

const pixels = ({ size, isDark }: Matrix, scale: number): PNG => {
  const png = new PNG({ width: size * scale, height: size * scale, colorType: 0 });
  const { data, width } = png;
  data.fill(255);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      for (let y = row * scale; y < (row + 1) * scale; y += 1) {
        for (let x = column * scale; x < (column + 1) * scale; x += 1)
          data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  }
  return png;
};

const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/** The modules that an SVG of ours draws: read from its own text. */
const drawn = (svg: string): Matrix => {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const dark = new Set<number>();
  for (const [, x, y, length] of svg.matchAll(RUN)) {
    for (let step = 0; step < Number(length); step += 1) dark.add(Number(y) * size + Number(x) + step);
  }
  return { size, isDark: (row, column) => dark.has(row * size + column) };
};

const decoded = ({ data, width, height }: PNG): string | undefined =>
  jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data;

/** What an SVG of ours says to a scanner; undefined if it says nothing. */
export const saidBySvg = (svg: string): string | undefined => decoded(pixels(drawn(svg), PIXELS_WHEN_CHECKED));

/** What these bytes of a PNG say to a scanner. */
export const saidByPng = (bytes: Buffer): string | undefined => decoded(PNG.sync.read(bytes));

const unreadable = (text: string): Error => new Error(`the QR code of ${text} can't be read again`);

/** Draws the code of a text and reads it again: one that says something else is never handed out. */
export const drawSvg = (text: string): string => {
  const svg = svgOf(matrixOf(text));
  if (saidBySvg(svg) !== text) throw unreadable(text);
  return svg;
};

/** The same as a picture, which takes longer to draw and to read. */
export const drawPng = (text: string): Buffer => {
  const png = PNG.sync.write(pixels(matrixOf(text), PIXELS_OF_MODULE), { colorType: 0 });
  if (saidByPng(png) !== text) throw unreadable(text);
  return png;
};
