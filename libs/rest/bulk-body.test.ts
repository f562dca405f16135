import { setImmediate } from 'node:timers/promises';
import { BrokenInput } from '../records/index.js';
import { BULK_ROWS_MAX, JSON_TYPE, LINES_TYPE } from '../operations/index.js';
import { readBulk } from './bulk-body.js';

const LONGEST = 1024 * 1024;
const read = (text: string, type = JSON_TYPE, longest = LONGEST) => readBulk(Buffer.from(text), type, longest);

describe('the rows of a bulk call', () => {
  it.each([
    ['{"records":[]}', []],
    [
      '{"records": [ {"a":1} , {"a":[1,{"b":"],["}],"c":"\\"\\\\"}\n]\t} ',
      [{ a: 1 }, { a: [1, { b: '],[' }], c: '"\\' }],
    ],
    ['{"records":[{"a":1}],"records":[{"a":2},{"a":3}]}', [{ a: 2 }, { a: 3 }]],
    ['{"records":[[]]}', [{}]],
    ['{"rec\\u006frds":[{"ä€":"😀"}]}', [{ 'ä€': '😀' }]],
  ])('are read from %j', async (text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it('may start with a byte order mark as lines, but not as JSON', async () => {
    expect(await read('\uFEFF{"a":1}\n{"a":2}', LINES_TYPE)).toEqual([{ a: 1 }, { a: 2 }]);
    const [, second] = await read('{"a":1}\n\uFEFF{"a":2}', LINES_TYPE);
    expect(second).toBeInstanceOf(BrokenInput);
    await expect(read('\uFEFF', LINES_TYPE)).rejects.toThrow('The body is empty.');
    await expect(read('\uFEFF{"records":[]}')).rejects.toThrow('Decoding error.');
  });

  it('keep their positions if they are not objects', async () => {
    const rows = await read('{"records":[1,"x, y",null,[1],{"a":0}]}');
    expect(rows.map((row) => row instanceof BrokenInput)).toEqual([true, true, true, true, false]);
  });

  it.each([
    '{"records":[{"a":1},]}',
    '{"records":[,{"a":1}]}',
    '{"records":[{"a":1} {"a":2}]}',
    '{"records":[{"a":1]}',
    '{"records":[{"a":1}}',
    '{"records":[{"a":1}]',
    '{"records":[{"a":1',
    '{"records":[{"a":"1]}',
    '{"records":[{"a":"1\\',
    '{"records":[{]}]}',
    '{"records":[{"a":1}]]}',
    '{"records":[{"a":1}]} 1',
    '{"records":[nul]}',
  ])('are rejected if the body is not JSON: %s', async (text) => {
    await expect(read(text)).rejects.toThrow('Decoding error.');
  });

  it.each([
    [JSON_TYPE, `{"records":[${'['.repeat(100)}${']'.repeat(100)}]}`],
    [JSON_TYPE, `{"records":${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('are rejected if the body is nested too deep: %s', async (type, text) => {
    await expect(read(text, type)).rejects.toThrow('deeper than 64 levels');
  });

  it('keep their positions if a line is nested too deep', async () => {
    const [row, next] = await read(`{"a":${'['.repeat(100)}${']'.repeat(100)}}\n{"a":1}`, LINES_TYPE);
    expect(row).toMatchObject({ fault: { message: expect.stringContaining('deeper than 64 levels') } });
    expect(next).toEqual({ a: 1 });
  });

  it('are rejected if the body is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"records":[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]}')]);
    await expect(readBulk(bytes, JSON_TYPE, LONGEST)).rejects.toThrow('Decoding error.');
  });

  it.each([
    ['{"rows":[{}]}', 'is required'],
    ['[[{"records":[]}]]', 'is required'],
    ['{"records":{"a":1,"b":[2,3]}}', 'object[]'],
    ['{"records":[],"more":{"a":1,"b":2}}', 'not supported'],
  ])('must be a list in the only member of the body: %s', async (text, words) => {
    const asked = await read(text).catch((error: unknown) => JSON.stringify(error) + String(error));
    expect(asked).toContain(words);
  });

  it('are counted before the body is parsed', async () => {
    const count = 20_000;
    // Not JSON, which a parser would report first.
    const asked = read(`{"records":[${'{},'.repeat(count - 1)}{}]`);
    await expect(asked).rejects.toMatchObject({ faults: [{ parameters: { count, max: BULK_ROWS_MAX } }] });
  });

  it('have a limit on their total number of values', async () => {
    const most = 200 * BULK_ROWS_MAX;
    const rows = (values: number) => `{"records":[${`{"a":[${'1,'.repeat(values - 1)}1]},`.repeat(1999)}{}]}`;
    await expect(read(rows(1001))).rejects.toMatchObject({ faults: [{ parameters: { max: most } }] });
    expect(await read(rows(990))).toHaveLength(2000);
  });

  it('have the same limit of values as lines', async () => {
    const lines = (values: number) => `{"a":[${'1,'.repeat(values - 1)}1]}\n`.repeat(2000);
    await expect(read(lines(1001), LINES_TYPE)).rejects.toMatchObject({
      faults: [{ parameters: { max: 200 * BULK_ROWS_MAX } }],
    });
    expect(await read(lines(990), LINES_TYPE)).toHaveLength(2000);
  });

  it.each([
    [JSON_TYPE, (rows: string) => `{"records":[${rows.replaceAll('\n', ',')}]}`],
    [LINES_TYPE, (rows: string) => rows],
  ])('are rejected individually if longer than a record may be: %s', async (type, body) => {
    const rows = await read(body(`{"a":1}\n{"a":"${'x'.repeat(100)}"}\n{"a":2}`), type, 100);
    expect(rows[0]).toEqual({ a: 1 });
    expect(rows[1]).toBeInstanceOf(BrokenInput);
    expect(rows[1]).toMatchObject({ fault: { parameters: { max: 100 } } });
    expect(rows[2]).toEqual({ a: 2 });
  });

  it('are read in pieces, so that other work can run', async () => {
    const row = `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":${index}`).join(',')}}`;
    const rows = Array.from({ length: 300 }, () => row).join(',');
    let turns = 0;
    let isRead = false;
    const reading = read(`{"records":[${rows}]}`).then((read) => {
      isRead = true;
      return read;
    });
    while (!isRead) {
      await setImmediate();
      turns += 1;
    }
    expect(await reading).toHaveLength(300);
    // One for each 256 KiB scanned, and one for each 64 KiB parsed.
    expect(turns).toBeGreaterThan(50);
  });
});
