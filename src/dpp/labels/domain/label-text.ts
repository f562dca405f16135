import type { LanguageMap } from '../../passport/domain/index.js';

export interface Label {
  /** Content of the code. */
  readonly target: string;
  readonly name: LanguageMap | null;
  readonly sku: string;
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
}

/** True if the font has a glyph for this Unicode code point. */
type HasGlyph = (codePoint: number) => boolean;

const isWritable = (text: string, has: HasGlyph): boolean =>
  [...text].every((letter) => has(letter.codePointAt(0) ?? 0));

/** The first name that the font can print: English, then German, then any other; none otherwise. */
const writableName = (name: LanguageMap | null, has: HasGlyph): string | undefined =>
  [name?.['en'], name?.['de'], ...Object.values(name ?? {})].find(
    (text): text is string => text !== undefined && isWritable(text, has),
  );

/** A label line; identifying lines are never cut. */
interface LabelLine {
  readonly text: string;
  readonly mayBeCut: boolean;
}

const whole = (text: string): LabelLine => ({ text, mayBeCut: false });

/** Human-readable text as GS1 writes keys: `(01) 09524000010018`. A name that the font cannot print is left out. */
export const labelLines = ({ name, sku, gtin, batch, serial }: Label, has: HasGlyph): readonly LabelLine[] => [
  ...[writableName(name, has) ?? []].flat().map((text) => ({ text, mayBeCut: true })),
  ...(gtin === null ? (isWritable(sku, has) ? [whole(sku)] : []) : [whole(`(01) ${gtin}`)]),
  ...(batch === null ? [] : [whole(`(10) ${batch}`)]),
  ...(serial === null ? [] : [whole(`(21) ${serial}`)]),
];

type WidthOf = (text: string) => number;

/** How many letters fit in the width, counted from the start. */
const fittingLetters = (letters: readonly string[], fits: (beginning: string) => boolean): number => {
  let [good, bad] = [0, letters.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(letters.slice(0, middle).join(''))) good = middle;
    else bad = middle;
  }
  return good;
};

/** The start of a text that fits the width, with an ellipsis if cut. */
export const fittingText = (text: string, width: number, widthOf: WidthOf): string => {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  const count = fittingLetters(letters, (beginning) => widthOf(`${beginning.trimEnd()}…`) <= width);
  return `${letters.slice(0, count).join('').trimEnd()}…`;
};

/** Wraps a text into lines of at least one letter each. */
const wrappedText = (text: string, width: number, widthOf: WidthOf): readonly string[] => {
  const lines: string[] = [];
  for (let letters = [...text]; letters.length > 0;) {
    const count = Math.max(
      1,
      fittingLetters(letters, (beginning) => widthOf(beginning) <= width),
    );
    lines.push(letters.slice(0, count).join(''));
    letters = letters.slice(count);
  }
  return lines;
};

/** Font sizes in points; smaller print is not readable. */
const FONT_SIZES = [6, 5.5, 5] as const;
const LEAST_SIZE = 5;
/** Line height relative to the font size. */
const LINE_HEIGHT = 7 / 6;

export interface LabelText {
  /** Font size in points. */
  readonly size: number;
  readonly lines: readonly string[];
  readonly lineHeight: number;
  /** Height of all lines. */
  readonly height: number;
}

/**
 * Fits lines into a width. Names are cut. Other lines are printed smaller and finally wrapped. `widthOf` measures a
 * text at font size 1.
 */
export const fittedText = (lines: readonly LabelLine[], width: number, widthOf: WidthOf): LabelText => {
  const keys = lines.filter(({ mayBeCut }) => !mayBeCut);
  const size = FONT_SIZES.find((one) => keys.every(({ text }) => widthOf(text) * one <= width)) ?? LEAST_SIZE;
  const room = width / size;
  const fitted = lines.flatMap(({ text, mayBeCut }) =>
    mayBeCut ? [fittingText(text, room, widthOf)] : wrappedText(text, room, widthOf),
  );
  const lineHeight = size * LINE_HEIGHT;
  return { size, lines: fitted, lineHeight, height: fitted.length * lineHeight };
};
