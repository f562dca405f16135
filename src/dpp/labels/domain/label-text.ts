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

/** Beside the code for people, as GS1 writes keys: `(01) 09524000010018`. A name that can't be written is left out. */
export const labelLines = ({ name, sku, gtin, batch, serial }: Label, has: HasGlyph): readonly string[] => [
  ...[writableName(name, has) ?? []].flat(),
  ...(gtin === null ? (isWritable(sku, has) ? [sku] : []) : [`(01) ${gtin}`]),
  ...(batch === null ? [] : [`(10) ${batch}`]),
  ...(serial === null ? [] : [`(21) ${serial}`]),
];

/** The beginning of a text that is no wider than that, with an ellipsis where something is left out. */
export const fittingText = (text: string, width: number, widthOf: (text: string) => number): string => {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  let [fits, fails] = [0, letters.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (widthOf(`${letters.slice(0, middle).join('').trimEnd()}…`) <= width) fits = middle;
    else fails = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
};
