import { InexactNumber, inexactNumberIn, parseJson, sentNumber } from './exact-json.js';

describe('parseJson', () => {
  it.each([
    '{"a":[1,-2.5,1e30,0.1,"12345678901234567890",null,true]}',
    '[0.30000000000000004,9007199254740992,12345678901234567000,1e-300]',
    '{"__proto__":{"n":0.30000000000000004}}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each(['9007199254740993', '-12345678901234567890', '12345678901234567890.0', '1e400'])(
    'rejects the integer %s, which a double cannot hold',
    (number) => {
      expect(() => parseJson(`{"a": [${number}]}`)).toThrow(InexactNumber);
      expect(() => parseJson(number)).toThrow(number);
    },
  );

  it.each(['29.949999999999999', '0.1234567890123456789', '1e-400'])('keeps the digits of %s', (number) => {
    const read = parseJson(`{"a":[{"b":${number}}]}`) as { readonly a: readonly [{ readonly b: unknown }] };
    expect(sentNumber(read.a[0].b)).toBe(number);
    expect(inexactNumberIn(read)).toBe(number);
    expect(JSON.stringify(read)).toBe(`{"a":[{"b":${number}}]}`);
  });

  it('finds no inexact number in other values', () => {
    expect([null, 'x', 1, { a: [1, { rawJSON: '1' }] }].map(inexactNumberIn)).toEqual(Array(4).fill(undefined));
    expect([undefined, null, 1, {}].map(sentNumber)).toEqual(Array(4).fill(undefined));
  });

  it('reads a long text that resembles numbers', () => {
    const text = JSON.stringify({ a: `: ${'1.'.repeat(100_000)}` });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});
