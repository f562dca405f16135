import type { Font } from 'fontkit';
import { yieldToEventLoop } from '../../../../../libs/records/index.js';
import type { LabelSheet } from '../../domain/label-sheet.js';
import { fittedText, type Label, labelLines, type LabelText } from '../../domain/label-text.js';

/** Dark modules of a code by row, including the quiet zone. */
export interface CodeModules {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

/** PDF points per millimeter. */
const MM = 72 / 25.4;
const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';

const number = (points: number): string => points.toFixed(3);

/** Fills runs of dark modules as rectangles in one step. Adding each run as a pdfkit path would be slow. */
const drawing = ({ size, isDark }: CodeModules, x: number, y: number, edge: number): string => {
  const step = edge / size;
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let start = 0; start < size; start += 1) {
      let end = start;
      while (end < size && isDark(row, end)) end += 1;
      if (end > start) runs.push([x + start * step, y + row * step, (end - start) * step, step].map(number).join(' '));
      start = end;
    }
  }
  return `0 0 0 rg ${runs.map((run) => `${run} re`).join(' ')} f`;
};

/** A label with its fitted text. */
export interface PrintedLabel {
  readonly target: string;
  readonly text: LabelText;
}

/** Fits label texts in the printed font. `room` is the height available for text, in points. */
export const textSetter = async (
  sheet: LabelSheet,
): Promise<{ readonly room: number; readonly set: (label: Label) => PrintedLabel }> => {
  const { openSync } = await import('fontkit');
  const font = openSync(require.resolve(FONT_FILE)) as Font;
  const widthOf = (text: string): number => font.layout(text).advanceWidth / font.unitsPerEm;
  return {
    room: (sheet.label.height - sheet.size) * MM,
    set: (label) => ({
      target: label.target,
      text: fittedText(
        labelLines(label, (sign) => font.hasGlyphForCodePoint(sign)),
        sheet.label.width * MM,
        widthOf,
      ),
    }),
  };
};

interface LabelPdf {
  readonly sheet: LabelSheet;
  readonly labels: readonly PrintedLabel[];
  /** Returns the code for a text. */
  readonly codeOf: (text: string) => CodeModules;
  readonly createdAt: Date;
}

/**
 * A PDF of labels, generated page by page. Codes are vector areas, so they are sharp at any size. The font is embedded,
 * because standard PDF fonts lack letters such as "Ł".
 */
export async function* labelPdf({ sheet, labels, codeOf, createdAt }: LabelPdf): AsyncGenerator<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    autoFirstPage: false,
    font: require.resolve(FONT_FILE),
    info: { Title: 'Labels', Creator: 'Kontor', Producer: 'Kontor', CreationDate: createdAt },
  });
  const made = (): readonly Uint8Array[] => [pdf.read() ?? []].flat() as readonly Uint8Array[];
  const size: [number, number] = [sheet.page.width * MM, sheet.page.height * MM];
  const addPage = (): void => void pdf.addPage({ size, margin: 0 });
  let count = 0;
  for (const { target, text } of labels) {
    const corner = sheet.corners[count % sheet.corners.length];
    if (!corner) throw new Error('a page has a label');
    if (count % sheet.corners.length === 0) {
      yield* made();
      addPage();
    }
    count += 1;
    const [x, y] = [corner.x * MM, corner.y * MM];
    pdf.addContent(drawing(codeOf(target), x, y, sheet.size * MM)).fontSize(text.size);
    for (const [line, one] of text.lines.entries())
      pdf.text(one, x, y + sheet.size * MM + line * text.lineHeight, { lineBreak: false });
    await yieldToEventLoop();
  }
  if (count === 0) addPage();
  pdf.end();
  yield* made();
}
