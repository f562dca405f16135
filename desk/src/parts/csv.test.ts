import { csvText, parseCsv, separatorOf, withIsoDay, withPoint, writeCsv } from './csv.js';

describe('CSV import', () => {
  const codes = (text: string): readonly number[] => [...text].map((sign) => sign.charCodeAt(0));
  const text = 'Größe;5 €';
  const marked = codes(`\ufeff${text}`);
  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${text}`)],
    ['UTF-16, little-endian', Uint8Array.from(marked.flatMap((code) => [code % 256, code >> 8]))],
    ['UTF-16, big-endian', Uint8Array.from(marked.flatMap((code) => [code >> 8, code % 256]))],
    ['windows-1252', Uint8Array.from(codes('Gr\xf6\xdfe;5 \x80'))],
  ])('decodes %s', (_, bytes) => expect(csvText(bytes)).toBe(text));

  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa,b\r\n"x, ""y""",\r\n',
      [
        ['a', 'b'],
        ['x, "y"', ''],
      ],
    ],
    ['a\n"two\nlines"\n', [['a'], ['two\nlines']]],
    [
      'a,b\n\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['', []],
  ])('parses %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('detects semicolons, tabs and commas, and writes commas', () => {
    const text = 'sku;value\nA;1,5\n"B;2";x\n';
    expect(separatorOf(text)).toBe(';');
    expect(writeCsv(parseCsv(text, ';'))).toBe('sku,value\nA,"1,5"\nB;2,x\n');
    expect(separatorOf('sku\tqty\n')).toBe('\t');
    expect(separatorOf('sku,qty\n')).toBe(',');
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['4,5', '4.5'],
    ['1.234.567', '1234567'],
    ['-0,25', '-0.25'],
    ['12', '12'],
    ['4.95', '4.95'],
    ['1.23,4.5', '1.23,4.5'],
    ['A1', 'A1'],
    ['', ''],
  ])('converts the number %j to %j', (written, sent) => {
    expect(withPoint(written)).toBe(sent);
  });

  it.each([
    ['31.1.2026', '2026-01-31'],
    ['01.12.2026', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
    ['', ''],
  ])('converts the date %j to %j', (written, sent) => {
    expect(withIsoDay(written)).toBe(sent);
  });
});
