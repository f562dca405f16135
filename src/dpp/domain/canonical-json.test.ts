import fc from 'fast-check';
import { canonicalJson, contentDigest } from './canonical-json.js';
import type { Json } from './json.js';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('canonical JSON (RFC 8785)', () => {
  it.each<[string, Json, string]>([
    [
      'members in order of their code units (3.2.3)',
      {
        '\u20ac': 'Euro Sign',
        '\r': 'Carriage Return',
        '\ufb33': 'Hebrew Letter Dalet With Dagesh',
        '1': 'One',
        '\ud83d\ude00': 'Emoji: Grinning Face',
        '\u0080': 'Control',
        '\u00f6': 'Latin Small Letter O With Diaeresis',
      },
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
    [
      'numbers, texts and literals (3.2.2)',
      {
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
        literals: [null, true, false],
      },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    ['minus zero', [-0], '[0]'],
    ['nothing in it', [{}, [], ''], '[{},[],""]'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each<[string, Json]>([
    ['a half pair', 'a\ud800'],
    ['a half pair in a name', { '\udc00': 1 }],
    ['no number', NaN],
    ['endless', [Infinity]],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  });

  it('says the same value, without a blank that carries none', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it("doesn't know in which order members were written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (members) => {
        const turned = Object.fromEntries<Json>(Object.entries(members).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(members));
      }),
    );
  });

  it('is what is digested', () => {
    expect(contentDigest({ b: 1, a: 2 }, (text) => text)).toBe('sha-256:{"a":2,"b":1}');
  });
});
