import type { LanguageMap } from '../../passport/domain/index.js';

/** What stands on a label. */
export interface Label {
  /** What its code says. */
  readonly target: string;
  readonly name: LanguageMap | null;
  readonly sku: string;
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
}

/** Whether a font has a letter, by its number in Unicode. */
type HasGlyph = (codePoint: number) => boolean;

const isWritable = (text: string, has: HasGlyph): boolean =>
  [...text].every((letter) => has(letter.codePointAt(0) ?? 0));

/** In English, else German, else as it comes: the first that the font has all letters of; none if there is none. */
const writableName = (name: LanguageMap | null, has: HasGlyph): string | undefined =>
  [name?.['en'], name?.['de'], ...Object.values(name ?? {})].find(
    (text): text is string => text !== undefined && isWritable(text, has),
  );

/** A line of a label; what a product is known by is never cut. */
export interface LabelLine {
  readonly text: string;
  readonly mayBeCut: boolean;
}

const whole = (text: string): LabelLine => ({ text, mayBeCut: false });

/** Beside the code for people, as GS1 writes keys: `(01) 09524000010018`. A name that can't be written is left out. */
export const labelLines = ({ name, sku, gtin, batch, serial }: Label, has: HasGlyph): readonly LabelLine[] => [
  ...[writableName(name, has) ?? []].flat().map((text) => ({ text, mayBeCut: true })),
  ...(gtin === null ? (isWritable(sku, has) ? [whole(sku)] : []) : [whole(`(01) ${gtin}`)]),
  ...(batch === null ? [] : [whole(`(10) ${batch}`)]),
  ...(serial === null ? [] : [whole(`(21) ${serial}`)]),
];

type WidthOf = (text: string) => number;

/** How many letters from the start on are no wider than that. */
const fittingLetters = (letters: readonly string[], fits: (beginning: string) => boolean): number => {
  let [good, bad] = [0, letters.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(letters.slice(0, middle).join(''))) good = middle;
    else bad = middle;
  }
  return good;
};

/** The beginning of a text that is no wider than that, with an ellipsis where something is left out. */
export const fittingText = (text: string, width: number, widthOf: WidthOf): string => {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  const count = fittingLetters(letters, (beginning) => widthOf(`${beginning.trimEnd()}…`) <= width);
  return `${letters.slice(0, count).join('').trimEnd()}…`;
};

/** A text in as many lines as it needs, each of one letter at least. */
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

/** Sizes of the print, in points; with a smaller one nobody could read what is printed. */
const FONT_SIZES = [6, 5.5, 5] as const;
const LEAST_SIZE = 5;
/** From one line to the next, by the size of the font. */
const LINE_HEIGHT = 7 / 6;

export interface LabelText {
  /** Of the font, in points. */
  readonly size: number;
  readonly lines: readonly string[];
  readonly lineHeight: number;
  /** Of all lines. */
  readonly height: number;
}

/**
 * How lines stand in a width: names cut, the rest whole, in smaller print where it is too wide and at last in several lines.
 * `widthOf` measures a text in print of one point.
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
