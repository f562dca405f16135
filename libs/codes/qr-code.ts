import jsQR from 'jsqr';
import { create } from 'qrcode';
import { type CodeModules, withQuiet, type PictureSize } from './code-modules.js';
import { drawnByPng, pngOf } from './png.js';
import { drawnBySvg, svgOf } from './svg.js';

/** Smallest quiet zone of a QR code, in modules (ISO/IEC 18004). */
const QR_QUIET = 4;
const PIXELS_WHEN_CHECKED = 4;

/** Error correction level: about 7, 15, 25 or 30 % of a code may be damaged. */
type QrLevel = 'L' | 'M' | 'Q' | 'H';

export interface QrForm {
  readonly level?: QrLevel;
  /** Width of the quiet zone, in modules. */
  readonly quiet?: number;
}

const qrModules = (text: string, { level = 'M', quiet = QR_QUIET }: QrForm): CodeModules => {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const bare = {
    size: modules.size,
    isDark: (row: number, column: number) => modules.data[row * modules.size + column] === 1,
  };
  return withQuiet(bare, quiet);
};

const pixels = ({ size, isDark }: CodeModules, scale: number): Uint8ClampedArray => {
  const edge = size * scale;
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255);
  for (let y = 0; y < edge; y += 1) {
    for (let x = 0; x < edge; x += 1) {
      const at = (y * edge + x) * 4;
      if (isDark(Math.floor(y / scale), Math.floor(x / scale))) data.fill(0, at, at + 3);
    }
  }
  return data;
};

const decoded = (code: CodeModules): string | undefined => {
  const edge = code.size * PIXELS_WHEN_CHECKED;
  return jsQR(pixels(code, PIXELS_WHEN_CHECKED), edge, edge, { inversionAttempts: 'dontInvert' })?.data;
};

/** Decodes an SVG made by this library like a scanner; undefined if it has no readable code. */
export const decodeSvg = (svg: string): string | undefined => decoded(drawnBySvg(svg));

const unreadable = (text: string): Error => new Error(`the QR code of ${text} can't be read again`);

/** The modules of a QR code. Decodes the code to verify it, and throws if it does not contain the text. */
export const readableModules = (text: string, form: QrForm = {}): CodeModules => {
  const code = qrModules(text, form);
  if (decoded(code) !== text) throw unreadable(text);
  return code;
};

/** An SVG of a QR code. Decodes the drawing to verify it, and throws if it does not contain the text. */
export const drawSvg = (text: string, form: QrForm = {}, moduleMm?: number): string => {
  const svg = svgOf(qrModules(text, form), moduleMm);
  if (decodeSvg(svg) !== text) throw unreadable(text);
  return svg;
};

/** The default size: modules of half a millimeter. */
const DEFAULT_SIZE: PictureSize = { pixelsOfModule: 8, pixelsPerMetre: 16_000 };

/** A PNG image of a QR code, verified like the SVG. */
export const drawPng = (text: string, form: QrForm = {}, size: PictureSize = DEFAULT_SIZE): Buffer => {
  const png = pngOf(qrModules(text, form), size);
  if (decoded(drawnByPng(png, size.pixelsOfModule)) !== text) throw unreadable(text);
  return png;
};
