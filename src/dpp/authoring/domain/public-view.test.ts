import fc from 'fast-check';
import { hidingWorlds, MARKER } from '../../../../test/support/hiding-worlds.js';
import { aTemplate, aVersion } from '../../../../test/support/passport-content.js';
import { publicPayload, publicSchema, payloadContext } from '../../templates/domain/index.js';
import { passportJsonLd, type Json } from '../../passport/domain/index.js';
import { publicPassport, contentDigest } from './public-view.js';

const URLS = {
  publicUrl: 'https://s.example/dpp/1',
  qrUrl: 'https://s.example/dpp/1/qr.svg',
  jsonldUrl: 'https://s.example/j',
};

describe('a value that the template hides', () => {
  it('appears in no payload, object, document or schema that the public reads', () => {
    fc.assert(
      fc.property(hidingWorlds, ({ schema, payload }) => {
        const template = aTemplate(schema);
        const view = publicPassport(aVersion({ dppPayload: payload }), template, URLS, () => '');
        const document = passportJsonLd(view, payloadContext(template, 'https://s.example'), 'https://s.example');
        expect(JSON.stringify([publicPayload(payload, schema), view, document])).not.toContain(MARKER);
        expect(JSON.stringify(publicSchema(template, 'https://s.example/schema'))).not.toContain('x-disclosure');
      }),
      { numRuns: 300 },
    );
  });
});

const digested = (value: Json): string => contentDigest(value, (text) => text);

describe('contentDigest over canonical JSON (RFC 8785)', () => {
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
    ['empty values', [{}, [], ''], '[{},[],""]'],
  ])('serializes %s', (_, value, text) => {
    expect(digested(value)).toBe(`sha-256:${text}`);
  });

  it.each<[string, Json]>([
    ['a lone surrogate', 'a\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['NaN', NaN],
    ['infinity', [Infinity]],
  ])('rejects %s', (_, value) => {
    expect(() => digested(value)).toThrow();
  });
});
