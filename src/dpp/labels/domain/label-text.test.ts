import { fittedText, fittingText, type Label, labelLines } from './label-text.js';

const label = (fields: Partial<Label> = {}): Label => ({
  target: 'https://id.example/01/09524000010018/21/S-1',
  name: { en: 'Battery' },
  sku: 'BAT-1',
  gtin: '09524000010018',
  batch: 'L1',
  serial: 'S-1',
  ...fields,
});
const LATIN = (sign: number): boolean => sign < 0x250;

describe('the text of a label', () => {
  it.each<[string, Partial<Label>, readonly string[]]>([
    ['name, GTIN, batch and serial number', {}, ['Battery', '(01) 09524000010018', '(10) L1', '(21) S-1']],
    ['the GTIN alone if nothing else is set', { name: null, batch: null, serial: null }, ['(01) 09524000010018']],
    ['name and SKU if there is no GTIN', { gtin: null, batch: null, serial: null }, ['Battery', 'BAT-1']],
    [
      'in English if there is an English name',
      { name: { de: 'Akku', en: 'Battery' }, batch: null, serial: null },
      ['Battery', '(01) 09524000010018'],
    ],
    [
      'in German if there is no English name',
      { name: { cs: 'Baterie', de: 'Akku' }, batch: null, serial: null },
      ['Akku', '(01) 09524000010018'],
    ],
    [
      'in a language that the font supports',
      { name: { en: '電池', pl: 'Łódź' }, batch: null, serial: null },
      ['Łódź', '(01) 09524000010018'],
    ],
    [
      'empty if the font supports none of it',
      { name: { ja: '電池' }, sku: '電', gtin: null, batch: null, serial: null },
      [],
    ],
  ])('is %s', (_, fields, lines) => {
    expect(labelLines(label(fields), LATIN).map(({ text }) => text)).toEqual(lines);
  });

  it.each([
    ['short', 5, 'short'],
    ['a bit too long', 8, 'a bit t…'],
    ['cut before a space', 11, 'cut before…'],
    ['🔋🔋🔋🔋', 3, '🔋🔋…'],
    ['nothing fits', 0, '…'],
  ])('is shortened: %s in %s letters is %s', (text, width, fitting) => {
    expect(fittingText(text, width, (some) => [...some].length)).toBe(fitting);
  });

  describe('in a limited width', () => {
    /** In this test font, each letter is as wide as the font size. */
    const widthOf = (text: string): number => [...text].length;
    const name = { text: 'Battery of a bicycle', mayBeCut: true };
    const key = (text: string) => ({ text, mayBeCut: false });

    it.each([
      ['at full size if they fit', 'a'.repeat(10), 6, ['Battery o…', 'a'.repeat(10)]],
      ['at a smaller size if that is enough', 'a'.repeat(12), 5, ['Battery of…', 'a'.repeat(12)]],
      ['on several lines if it is not', `${'a'.repeat(20)}X`, 5, ['Battery of…', 'a'.repeat(12), `${'a'.repeat(8)}X`]],
    ])('shows identifiers %s', (_, text, size, lines) => {
      const fitted = fittedText([name, key(text)], 60, widthOf);
      expect([fitted.size, fitted.lines]).toEqual([size, lines]);
      expect(fitted.height).toBeCloseTo((lines.length * size * 7) / 6);
    });
  });
});
