import type { CodeModules } from './code-modules.js';

const PIXELS_OF_MODULE = 8;

/** An SVG path of the runs of dark modules. */
const pathOf = ({ size, isDark }: CodeModules): string => {
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

/** Formats without exponents and trailing zeros. */
const millimetres = (value: number): string => `${Number(value.toFixed(3))}mm`;

/** An SVG of a code for screens; with `moduleMm` it has a print size. */
export const svgOf = (code: CodeModules, moduleMm?: number): string => {
  const { size } = code;
  const edge = moduleMm === undefined ? String(size * PIXELS_OF_MODULE) : millimetres(size * moduleMm);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/>` +
    `<path d="${pathOf(code)}"/></svg>`
  );
};

const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/** Reads the modules back from an SVG made by `svgOf`. */
export const drawnBySvg = (svg: string): CodeModules => {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const dark = new Set<number>();
  for (const [, x, y, length] of svg.matchAll(RUN)) {
    for (let step = 0; step < Number(length); step += 1) dark.add(Number(y) * size + Number(x) + step);
  }
  return { size, isDark: (row, column) => dark.has(row * size + column) };
};
