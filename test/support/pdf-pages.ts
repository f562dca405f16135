import { PNG } from 'pngjs';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.js';

/** Pixels per PDF point in rendered pictures. */
const PIXELS = 3;

interface PdfPage {
  readonly texts: readonly { readonly text: string; readonly size: number; readonly right: number }[];
  /** The areas filled with black, as a picture. */
  readonly picture: PNG;
}

type Matrix = readonly [number, number, number, number, number, number];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/**
 * The pages of a PDF as another reader sees them: texts and filled rectangles, which is everything that labels contain.
 * Rendered without a canvas, because no package provides one.
 */
export const pdfPages = async (bytes: Uint8Array): Promise<readonly PdfPage[]> => {
  const task = getDocument({ data: new Uint8Array(bytes), disableFontFace: true, verbosity: 0 });
  const pdf = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const viewport = page.getViewport({ scale: PIXELS });
    const picture = new PNG({ width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
    picture.data.fill(255);
    const fill = (matrix: Matrix, [x = 0, y = 0, width = 0, height = 0]: readonly number[]): void => {
      const [one, other] = [applied(matrix, x, y), applied(matrix, x + width, y + height)];
      const [left, right] = [one[0], other[0]].map(Math.round).toSorted((a, b) => a - b) as [number, number];
      const [top, bottom] = [one[1], other[1]].map(Math.round).toSorted((a, b) => a - b) as [number, number];
      for (let row = top; row < bottom; row += 1)
        picture.data.fill(0, (row * picture.width + left) * 4, (row * picture.width + right) * 4);
    };
    const { fnArray, argsArray } = await page.getOperatorList();
    let matrix = viewport.transform as unknown as Matrix;
    const kept: Matrix[] = [];
    for (const [at, operator] of fnArray.entries()) {
      const argument = argsArray[at] as unknown;
      if (operator === OPS.save) kept.push(matrix);
      else if (operator === OPS.restore) matrix = kept.pop() ?? matrix;
      else if (operator === OPS.transform) matrix = times(matrix, argument as Matrix);
      else if (operator === OPS.constructPath) {
        const [operators, numbers] = argument as readonly [readonly number[], readonly number[]];
        if (operators.some((one) => one !== OPS.rectangle)) throw new Error('a label is drawn with rectangles');
        for (const index of operators.keys()) fill(matrix, numbers.slice(index * 4, index * 4 + 4));
      }
    }
    for (let pixel = 3; pixel < picture.data.length; pixel += 4) picture.data[pixel] = 255;
    pages.push({
      texts: items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ text: item.str, size: item.height, right: (item.transform[4] as number) + item.width }]
          : [],
      ),
      picture,
    });
  }
  await task.destroy();
  return pages;
};

/** A part of a page, in millimeters from its upper left corner. */
export const cutOut = ({ picture }: PdfPage, x: number, y: number, edge: number): Buffer => {
  const [left, top, size] = [x, y, edge].map((mm) => Math.round((mm * 72 * PIXELS) / 25.4)) as [number, number, number];
  const part = new PNG({ width: size, height: size });
  PNG.bitblt(picture, part, left, top, size, size, 0, 0);
  return PNG.sync.write(part);
};
