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
    ['all there is', {}, ['Battery', '(01) 09524000010018', '(10) L1', '(21) S-1']],
    ['no more than there is', { name: null, batch: null, serial: null }, ['(01) 09524000010018']],
    ['the SKU where there is no GTIN', { gtin: null, batch: null, serial: null }, ['Battery', 'BAT-1']],
    [
      'English first',
      { name: { de: 'Akku', en: 'Battery' }, batch: null, serial: null },
      ['Battery', '(01) 09524000010018'],
    ],
    [
      'then German',
      { name: { cs: 'Baterie', de: 'Akku' }, batch: null, serial: null },
      ['Akku', '(01) 09524000010018'],
    ],
    [
      'a name that can be written before one that the font lacks letters of',
      { name: { en: '電池', pl: 'Łódź' }, batch: null, serial: null },
      ['Łódź', '(01) 09524000010018'],
    ],
    ['none, where none can be written', { name: { ja: '電池' }, sku: '電', gtin: null, batch: null, serial: null }, []],
  ])('is %s', (_, fields, lines) => {
    expect(labelLines(label(fields), LATIN).map(({ text }) => text)).toEqual(lines);
  });

  it.each([
    ['short', 5, 'short'],
    ['a bit too long', 8, 'a bit t…'],
    ['cut before a space', 11, 'cut before…'],
    ['🔋🔋🔋🔋', 3, '🔋🔋…'],
    ['nothing fits', 0, '…'],
  ])('%s in %s letters is %s', (text, width, fitting) => {
    expect(fittingText(text, width, (some) => [...some].length)).toBe(fitting);
  });

  describe('in a width', () => {
    /** In this test font, each letter is as wide as the font size. */
    const widthOf = (text: string): number => [...text].length;
    const name = { text: 'Battery of a bicycle', mayBeCut: true };
    const key = (text: string) => ({ text, mayBeCut: false });

    it.each([
      ['as it is, where it fits', 'a'.repeat(10), 6, ['Battery o…', 'a'.repeat(10)]],
      ['in smaller print, where that is enough', 'a'.repeat(12), 5, ['Battery of…', 'a'.repeat(12)]],
      [
        'in several lines, where it is not',
        `${'a'.repeat(20)}X`,
        5,
        ['Battery of…', 'a'.repeat(12), `${'a'.repeat(8)}X`],
      ],
    ])('what a product is known by stands %s', (_, text, size, lines) => {
      const fitted = fittedText([name, key(text)], 60, widthOf);
      expect([fitted.size, fitted.lines]).toEqual([size, lines]);
      expect(fitted.height).toBeCloseTo((lines.length * size * 7) / 6);
    });
  });
});
