import { contentDigest } from './canonical-json.js';
import type { Json } from '../../passport/domain/index.js';

const digested = (value: Json): string => contentDigest(value, (text) => text);

describe('a digest is over canonical JSON (RFC 8785)', () => {
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
    expect(digested(value)).toBe(`sha-256:${text}`);
  });

  it.each<[string, Json]>([
    ['a half pair', 'a\ud800'],
    ['a half pair in a name', { '\udc00': 1 }],
    ['no number', NaN],
    ['endless', [Infinity]],
  ])('refuses %s', (_, value) => {
    expect(() => digested(value)).toThrow();
  });
});
