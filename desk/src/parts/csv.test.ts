import { csvText, parseCsv, separatorOf, withIsoDay, withPoint, writeCsv } from './csv.js';

describe('CSV', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe;5 €')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße;5 €')],
    ['UTF-16', Buffer.from('\ufeffGröße;5 €', 'utf16le')],
    ['UTF-16 of large systems', Buffer.from('\ufeffGröße;5 €', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Gr\xf6\xdfe;5 \x80', 'latin1')],
  ])('%s is decoded', (_, bytes) => expect(csvText(bytes)).toBe('Größe;5 €'));

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
  ])('%j is read', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('is read with the separator of a spreadsheet, and written with commas', () => {
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
  ])('the number %j is %j', (written, sent) => {
    expect(withPoint(written)).toBe(sent);
  });

  it.each([
    ['31.1.2026', '2026-01-31'],
    ['01.12.2026', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
    ['', ''],
  ])('the day %j is %j', (written, sent) => {
    expect(withIsoDay(written)).toBe(sent);
  });
});
