import fc from 'fast-check';
import { decodeJson, checkContentType } from './body-reader.js';
import { BodyRefused } from '../wire-errors.js';

const refusal = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof BodyRefused) return error.message;
    throw error;
  }
  return undefined;
};

describe('a Content-Type (wire.md §2)', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    ' application/json ',
    'application/json; odata=verbose',
  ])('%j is accepted', (header) => expect(refusal(() => checkContentType(header))).toBeUndefined());

  it.each([
    [undefined, 'Content-Type header is empty.'],
    ['', 'Content-Type header is empty.'],
    ['text/plain', 'Server cannot understand Content-Type HTTP header media type text/plain'],
    ['text/plain;charset=UTF-8', 'Server cannot understand Content-Type HTTP header media type text/plain'],
    ['application/xml', 'Server cannot understand Content-Type HTTP header media type application/xml'],
    [
      'multipart/form-data; boundary=x',
      'Server cannot understand Content-Type HTTP header media type multipart/form-data',
    ],
    ['json, please', 'Content-Type header is invalid.'],
    ['application/json; charset=latin1', 'UTF-8 is the only supported charset.'],
  ])('%j is rejected: %s', (header, message) => expect(refusal(() => checkContentType(header))).toBe(message));
});

describe('the bytes of a body', () => {
  const decode = (text: string): unknown => decodeJson(Buffer.from(text));

  it('are decoded as JSON', () => {
    expect(decode(' {"a": [1, "ä😀", null]} ')).toEqual({ a: [1, 'ä😀', null] });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) =>
        expect(decode(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  it.each(['', ' ', '{', '{"a":1', "{'a':1}", '{"a":1,}', 'NaN', '01', 'undefined', '{"a":1}x', '\ufeff{}'])(
    'are rejected if they are not JSON: %j',
    (text) => expect(refusal(() => decode(text))).toBe('Decoding error.'),
  );

  it('are rejected if they are not UTF-8', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ])
      expect(refusal(() => decodeJson(Buffer.from(bytes)))).toBe('Decoding error.');
  });

  it('may nest at most 64 levels, not counting brackets in strings', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(refusal(() => decode(nested(64)))).toBeUndefined();
    expect(refusal(() => decode(nested(65)))).toContain('deeper than 64 levels');
    expect(refusal(() => decode('{"a":'.repeat(70) + '1' + '}'.repeat(70)))).toContain('deeper than 64 levels');
    expect(refusal(() => decode(nested(1_000_000)))).toContain('deeper than 64 levels');
    expect(decode(JSON.stringify(`${'['.repeat(100)}\\"${'{'.repeat(100)}`))).toContain('[[[');
    expect(decode(JSON.stringify({ [`${'['.repeat(100)}"`]: ['\\', '\\"['.repeat(100)] }))).toBeDefined();
  });

  it('may hold a million values at any depth', () => {
    const list = (values: number): string => `[[${'{},'.repeat((values - 3) / 2)}1]]`;
    expect(decode(list(999_999))).toHaveLength(1);
    expect(() => decode(list(1_000_003))).toThrow('more than 1000000 values');
    expect(decode(JSON.stringify(','.repeat(1_000_001)))).toHaveLength(1_000_001);
  });

  it('use the last value of a repeated key and keep __proto__ harmless', () => {
    expect(decode('{"a":1,"a":2}')).toEqual({ a: 2 });
    const value = decode('{"__proto__":{"admin":true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});
