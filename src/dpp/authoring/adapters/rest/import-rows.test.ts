import { InputRefused, plain, say } from '../../../../../libs/kernel/index.js';
import { BrokenInput, type Input } from '../../../../../libs/records/index.js';
import { csvRowsIn, linesIn, ROWS_MAX } from './import-rows.js';

const said = (row: Input | undefined): string =>
  row instanceof BrokenInput ? plain(say(row.fault)) : JSON.stringify(row);

/** Number of event loop turns that other work gets while this runs. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
};

describe('linesIn', () => {
  it('reads a row per line with any line ending, and skips blank lines', async () => {
    const text = '\uFEFF{"sku":"a"}\r\n\r\n  \n{"sku":"b"}\n[]\nno';
    expect((await linesIn(Buffer.from(text))).map(said)).toEqual([
      '{"sku":"a"}',
      '{"sku":"b"}',
      'The row is not a JSON object. Send one object per line.',
      'Decoding error.',
    ]);
    for (const nothing of ['', '\uFEFF'])
      await expect(linesIn(Buffer.from(nothing))).rejects.toThrow('The body is empty');
  });

  it.each([
    ['long', `{"a":"${'x'.repeat(2 ** 20)}"}`, /longer than 1048576 bytes/],
    ['deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /deeper than 40 levels/],
    [
      'wide',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1]))),
      /more than 1000 fields/,
    ],
  ])('rejects only the row that is too %s', async (_, line, message) => {
    const rows = await linesIn(Buffer.from(`${line}\n{"sku":"b"}`));
    expect(said(rows[0])).toMatch(message);
    expect(said(rows[1])).toBe('{"sku":"b"}');
  });

  it('rejects too many rows and reports their number', async () => {
    const text = '{}\n'.repeat(ROWS_MAX + 7);
    await expect(linesIn(Buffer.from(text))).rejects.toThrow(
      `The request contains ${ROWS_MAX + 7} records, but at most ${ROWS_MAX}`,
    );
  });

  it('yields to other work while it reads', async () => {
    const text = `${JSON.stringify({ a: 'x'.repeat(1000) })}\n`.repeat(5000);
    expect(await turnsDuring(linesIn(Buffer.from(text)))).toBeGreaterThan(20);
  });
});

describe('csvRowsIn', () => {
  it.each([
    [
      'too many columns',
      Array.from({ length: 1001 }, (_, index) => `c${index}`).join(','),
      /1001 named columns, but at most 1000/,
    ],
    ['a duplicate column', 'sku,sku\na,b', /The column "sku" appears twice/],
    ['a body without a header', '', /no header/],
    ['an unclosed quote', 'sku\n"a', /cannot be read/],
    ['a row that is too long', `sku\n"${'x'.repeat(2 ** 20 + 10)}"`, /cannot be read/],
    ['too many rows', `sku\n${'a\n'.repeat(ROWS_MAX + 1)}`, /contains 10001 records/],
  ])('rejects %s', async (_, text, message) => {
    const refused: unknown = await csvRowsIn(Buffer.from(text)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputRefused);
    expect((refused as Error).message).toMatch(message);
  });

  it('reads spreadsheet exports in another dialect if it is named or adapts is set', async () => {
    const text = 'sep=;\r\nsku;mpn;rated_energy_wh;\r\nA;;1,5;\r\n;;;\r\nB;;2\r\n';
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const { rows, dialect } = await csvRowsIn(bytes, { dialect: 'semicolon' });
    expect([dialect, ...rows.map(said)]).toEqual([
      'semicolon',
      '{"sku":"A","mpn":null,"rated_energy_wh":"1.5"}',
      '{"sku":"B","mpn":null,"rated_energy_wh":"2"}',
    ]);
    await expect(csvRowsIn(bytes)).rejects.toThrow('use dialect=semicolon');
    expect(await csvRowsIn(bytes, { adapts: true })).toEqual({ rows, dialect });
  });

  it('puts the members of dotted columns into one object', async () => {
    const columns = Array.from({ length: 1000 }, (_, at) => `product_name.a${at}`);
    const text = `${columns.join(',')}\n${`${columns.map(() => 'x').join(',')}\n`.repeat(2)}`;
    const { rows } = await csvRowsIn(Buffer.from(text));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual({ product_name: Object.fromEntries(columns.map((_, at) => [`a${at}`, 'x'])) });
  });

  it('yields to other work while it reads', async () => {
    const text = `sku,mpn\n${`${'x'.repeat(500)},${'y'.repeat(500)}\n`.repeat(5000)}`;
    expect(await turnsDuring(csvRowsIn(Buffer.from(text)))).toBeGreaterThan(20);
  });
});
