import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BadRow, SourceRow } from '../../domain/source-row.js';
import { SourceRefused } from '../../ports/source-rows.js';
import { CsvFolder, csvRows, type ReadForm } from './csv-files.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kontor-csv-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const COLUMNS = { required: ['sku', 'price'], optional: ['name'], numbers: ['price'] };

const all = async (rows: AsyncIterable<SourceRow | BadRow>): Promise<readonly (SourceRow | BadRow)[]> => {
  const found: (SourceRow | BadRow)[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

const read = (
  content: string | Buffer,
  name = 'rows.csv',
  form: ReadForm = {},
): Promise<readonly (SourceRow | BadRow)[]> => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return all(csvRows(path, COLUMNS, name, form));
};

const good = (line: number, sku: string, price: string): SourceRow => ({
  line,
  values: { sku, price },
  blank: new Set(),
});
const bad = (line: number, reason: RegExp): unknown => ({ line, reason: expect.stringMatching(reason) });

describe('csvRows', () => {
  it.each([
    ['line feeds', 'sku,price\nA1,1\nB2,2\n', [good(2, 'A1', '1'), good(3, 'B2', '2')]],
    ['CRLF and no line end at the end', 'sku,price\r\nA1,1\r\nB2,2', [good(2, 'A1', '1'), good(3, 'B2', '2')]],
    ['mixed line ends', 'sku,price\r\nA1,1\nB2,2\r\n', [good(2, 'A1', '1'), good(3, 'B2', '2')]],
    ['a byte order mark', '\uFEFFsku,price\nA1,1\n', [good(2, 'A1', '1')]],
    ['empty lines, which count as lines', 'sku,price\n\nA1,1\n\r\n\nB2,2\n', [good(3, 'A1', '1'), good(6, 'B2', '2')]],
    ['quoted commas and quotes', 'sku,price\n"A,""1""",1\n', [good(2, 'A,"1"', '1')]],
    ['quoted line ends', 'sku,price\n"A\r\n1\n",1\nB2,2\n', [good(2, 'A\r\n1\n', '1'), good(5, 'B2', '2')]],
    ['columns in another order', 'price,sku\n1,A1\n', [good(2, 'A1', '1')]],
    ['blanks, which are kept', 'sku,price\n A1, 1\n', [good(2, ' A1', ' 1')]],
    ['only a header', 'sku,price\n', []],
    ['non-Latin letters', 'sku,price\nÄÖ-商品,1\n', [good(2, 'ÄÖ-商品', '1')]],
  ])('reads a file with %s', async (_name, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  it.each([
    [
      'too few and too many fields',
      'sku,price\nA1\nB2,2,3\nC3,3\n',
      [bad(2, /fields \(1\)/), bad(3, /fields \(3\)/)],
      4,
    ],
    ['a quote inside a field', 'sku,price\n3",1\nC3,3\n', [bad(2, /contains a quote but does not start/)], 3],
    ['text after a closing quote', 'sku,price\n"A"1,1\nC3,3\n', [bad(2, /closing quote is not followed/)], 3],
    ['a quote that is not closed', 'sku,price\n"A1,1\nC3,3\n', [bad(2, /not closed/)], 3],
    [
      'an inch, then a good quote',
      'sku,price\n3" pipe,1\n"C3",3\n',
      [bad(2, /contains a quote but does not start/)],
      3,
    ],
  ])('reports a bad row with %s and reads the rows after it', async (_name, content, expected, line) => {
    expect(await read(content)).toEqual([...expected, good(line, 'C3', '3')]);
  });

  it('reports a bad row with bytes that are not UTF-8', async () => {
    const content = Buffer.concat([Buffer.from('sku,price\nA'), Buffer.from([0xff]), Buffer.from(',1\nC3,3\n')]);
    expect(await read(content)).toEqual([bad(2, /not valid UTF-8/), good(3, 'C3', '3')]);
  });

  it('reads "" as an empty text and an empty cell as blank', async () => {
    const content = 'sku,price,name\nA1,,\nB2,"",""\n';
    expect(await read(content)).toEqual([
      { line: 2, values: { sku: 'A1', price: '', name: '' }, blank: new Set(['price', 'name']) },
      { line: 3, values: { sku: 'B2', price: '', name: '' }, blank: new Set() },
    ]);
  });

  it('accepts the replacement character U+FFFD as text', async () => {
    expect(await read('sku,price\nA\uFFFD,1\n')).toEqual([good(2, 'A\uFFFD', '1')]);
  });

  it('reads quoted fields across block boundaries', async () => {
    const wide = `"${'x\n'.repeat(30_000)}"`;
    const content = `sku,price\n${`${wide},1\n`.repeat(60)}Z,2\n`;
    const rows = await read(content);
    expect(rows).toHaveLength(61);
    expect(rows[1]).toMatchObject({ line: 2 + 30_001 });
    expect(rows[60]).toEqual(good(2 + 60 * 30_001, 'Z', '2'));
  });

  it('limits an unclosed quote in a large file to one bad row', async () => {
    const content = `sku,price\n"A1,1\n${'C3,3\n'.repeat(400_000)}`;
    const rows = await read(content);
    expect(rows).toHaveLength(400_001);
    expect(rows[0]).toEqual(bad(2, /not closed/));
    expect(rows[400_000]).toEqual(good(400_002, 'C3', '3'));
  });

  it('reads a gzip file', async () => {
    expect(await read(gzipSync('sku,price\nA1,1\n'), 'rows.csv.gz')).toEqual([good(2, 'A1', '1')]);
  });

  it.each([
    ['an empty file', '', /^rows.csv: the file is empty/],
    ['a missing column', 'sku\nA1\n', /^rows.csv: the column "price" is missing; expected sku, price, name$/],
    ['an unknown column', 'sku,price,colour\n', /^rows.csv: the column "colour" is unknown; expected/],
    ['two unknown columns', 'sku,price,colour,size\n', /^rows.csv: the columns "colour", "size" are unknown; expected/],
    ['a column twice', 'sku,price,sku\n', /^rows.csv: the column "sku" appears twice/],
    ['a broken header', '"sku,price\n', /^rows.csv: the header is invalid: a quote is not closed/],
  ])('refuses %s', async (_name, content, message) => {
    const reading = read(content);
    await expect(reading).rejects.toThrow(SourceRefused);
    await expect(reading).rejects.toThrow(message);
  });

  it('refuses a missing file, a folder and a damaged gzip file', async () => {
    await expect(all(csvRows(join(folder, 'no.csv'), COLUMNS, 'no.csv'))).rejects.toThrow(
      'no.csv: the file does not exist',
    );
    await expect(all(csvRows(folder, COLUMNS, 'f'))).rejects.toThrow('f: is a folder, not a file');
    await expect(read('sku,price\n', 'rows.csv.gz')).rejects.toThrow('rows.csv.gz: is damaged or not a gzip file');
    await expect(read(gzipSync('sku,price\nA1,1\n').subarray(0, 20), 'rows.csv.gz')).rejects.toThrow(
      'rows.csv.gz: the gzip data is incomplete; compress the file with gzip again',
    );
  });
});

describe('csvRows for files from spreadsheets', () => {
  it.each([
    ['ignores empty columns at the end', 'sku,price,,\nA1,1,,\nB2,2\n', [good(2, 'A1', '1'), good(3, 'B2', '2')]],
    ['ignores an empty column between others', 'sku,,price\nA1,,1\n', [good(2, 'A1', '1')]],
    ['ignores empty rows', ',,\nsku,price\n,\nA1,1\n,,,,\n', [good(4, 'A1', '1')]],
    ['ignores empty cells after the last column', 'sku,price\nA1,1,,\n', [good(2, 'A1', '1')]],
    ['accepts a line that names the separator', 'sep=,\r\nsku,price\r\nA1,1\r\n', [good(3, 'A1', '1')]],
    [
      'reports a value in a column without a name',
      'sku,price,\nA1,1,x\n',
      [bad(2, /field 3 has a value, but its column has no name/)],
    ],
    [
      'reports thousands separators',
      'sku,price\nA1,"1,234.50"\n',
      [bad(2, /price: "1,234.50" contains ",".*no thousands/)],
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  const GERMAN = 'sku;price\n"A;1";1,5\n';
  it.each<[string, string | Buffer, ReadForm, readonly unknown[]]>([
    ['semicolons and decimal commas', GERMAN, { dialect: 'semicolon' }, [good(2, 'A;1', '1.5')]],
    ['a sep=; line', `sep=;\n${GERMAN}`, { dialect: 'semicolon' }, [good(3, 'A;1', '1.5')]],
    ['semicolons and decimal points', 'sku;price\nA;1.5\n', { dialect: 'semicolon-point' }, [good(2, 'A', '1.5')]],
    ['tabs and decimal commas', 'sku\tprice\nA\t1,5\n', { dialect: 'tab' }, [good(2, 'A', '1.5')]],
    ['tabs and decimal points', 'sku\tprice\nA\t1.5\n', { dialect: 'tab-point' }, [good(2, 'A', '1.5')]],
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\uFEFF${GERMAN}`, 'utf16le'),
      { dialect: 'semicolon' },
      [good(2, 'A;1', '1.5')],
    ],
    [
      'big-endian UTF-16 with a byte order mark',
      Buffer.from('\uFEFFsku,price\nÄ,1\n', 'utf16le').swap16(),
      {},
      [good(2, 'Ä', '1')],
    ],
    [
      'windows-1252',
      Buffer.from('sku,price\n\xc4\x80,1\n', 'latin1'),
      { encoding: 'windows-1252' },
      [good(2, 'Ä€', '1')],
    ],
    [
      'UTF-8 with a byte order mark despite another encoding',
      '\uFEFFsku,price\nÄ,1\n',
      { encoding: 'windows-1252' },
      [good(2, 'Ä', '1')],
    ],
    ['a comma in a text column as text', 'sku;price\n1,5;2\n', { dialect: 'semicolon' }, [good(2, '1,5', '2')]],
    [
      'thousands separators',
      'sku;price\nA;1.234,5\nB;1.234\nC;1,5\n',
      { dialect: 'semicolon' },
      [bad(2, /no thousands separators/), bad(3, /"1.234" contains "\."/), good(4, 'C', '1.5')],
    ],
  ])('reads %s', async (_name, content, form, expected) => {
    expect(await read(content, 'rows.csv', form)).toEqual(expected);
  });

  it.each<[string, ReadForm, string, string]>([
    [GERMAN, {}, 'semicolon', 'comma'],
    ['sku;price\nA;1.5\n', {}, 'semicolon-point', 'comma'],
    ['sku;price\nA;1.5\n', { dialect: 'semicolon' }, 'semicolon-point', 'semicolon'],
    ['sku;price\nA;1,5\n', { dialect: 'semicolon-point' }, 'semicolon', 'semicolon-point'],
    ['sep=\t\nsku\tprice\nA\t1,5\n', {}, 'tab', 'comma'],
    ['sku\tprice\nA\t1.5\n', { dialect: 'tab' }, 'tab-point', 'tab'],
    ['sku,price\nA,1.5\n', { dialect: 'tab' }, 'comma', 'tab'],
  ])(
    'refuses %j sent as %j, names the dialect %s, and reads it in a dry run',
    async (content, form, detected, sent) => {
      await expect(read(content, 'rows.csv', form)).rejects.toThrow(
        `rows.csv: the file uses the dialect ${detected}, not ${sent}; use dialect=${detected}`,
      );
      const named: string[] = [];
      const onDialect = (file: string, dialect: string): void => void named.push(`${file} ${dialect}`);
      const rows = await read(content, 'rows.csv', { ...form, adapts: true, onDialect });
      expect(rows).toMatchObject([{ values: { price: '1.5' } }]);
      expect(named).toEqual([`rows.csv ${detected}`]);
    },
  );

  it('refuses half a UTF-16 character', async () => {
    const content = Buffer.concat([Buffer.from('\uFEFFsku,price\nA', 'utf16le'), Buffer.from([0x00, 0xd8, 0x2c, 0])]);
    await expect(read(content)).rejects.toThrow('rows.csv: contains bytes that are not valid UTF-16');
  });
});

describe('files that rows reference', () => {
  let below: CsvFolder;
  beforeAll(() => {
    const inner = join(folder, 'inner');
    mkdirSync(join(inner, 'files', 'ü'), { recursive: true });
    writeFileSync(join(inner, 'files', 'ü', 'a b.pdf'), 'bytes');
    writeFileSync(join(inner, 'rows.csv'), '');
    writeFileSync(join(folder, 'secret.pdf'), 'secret');
    symlinkSync(join(folder, 'secret.pdf'), join(inner, 'link.pdf'));
    symlinkSync(folder, join(inner, 'links'));
    below = new CsvFolder(inner);
  });

  it('are returned with name, content and hash', async () => {
    const { name, sha256, bytes } = await below.fileAt('files/ü/a b.pdf');
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes()) chunks.push(chunk);
    expect([name, Buffer.concat(chunks).toString()]).toEqual(['a b.pdf', 'bytes']);
    expect(sha256).toBe(createHash('sha256').update('bytes').digest('hex'));
  });

  it.each([
    ['../secret.pdf', /not a path inside/],
    ['/etc/hostname', /not a path inside/],
    ['files/../../secret.pdf', /not a path inside/],
    ['..\\secret.pdf', /not a path inside/],
    ['C:secret.pdf', /not a path inside/],
    ['files//ü/a b.pdf', /not a path inside/],
    ['./rows.csv', /not a path inside/],
    ['', /not a path inside/],
    ['a\0b', /not a path inside/],
    ['link.pdf', /outside the folder/],
    ['links/secret.pdf', /outside the folder/],
    ['absent.pdf', /file does not exist/],
    ['files', /is not a file/],
  ])('are refused at the path %j', async (path, reason) => {
    await expect(below.fileAt(path)).rejects.toThrow(SourceRefused);
    await expect(below.fileAt(path)).rejects.toThrow(reason);
  });

  it('are not listed as CSV files of the folder', async () => {
    expect(await below.files()).toEqual(['rows.csv']);
    await expect(new CsvFolder(join(folder, 'nowhere')).files()).rejects.toThrow('the folder does not exist');
  });
});
