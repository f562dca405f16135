import fc from 'fast-check';
import { hidingWorlds } from '../../../../test/support/hiding-worlds.js';
import { aTemplate } from '../../../../test/support/passport-content.js';
import { hiddenFaults } from './hidden-faults.js';
import type { JsonObject } from '../../passport/domain/index.js';
import { dynamicPayload, payloadAt, publicPayload, undeclaredPaths } from './public-payload.js';
import { publicSchema } from './public-schema.js';
import { schemaFormFaults } from './schema-faults.js';
import { dense, joined } from './sparse-list.js';
import { ALL_POINTS } from './template.js';

const text = { type: 'string' };
const hidden = { type: 'string', 'x-disclosure': 'authority' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('publicPayload', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['a value that is public by default', object({ a: text }), { a: 'x' }, { a: 'x' }],
    ['a value that is declared public', object({ a: { ...text, 'x-disclosure': 'public' } }), { a: 'x' }, { a: 'x' }],
    ['a hidden text', object({ a: text, b: hidden }), { a: 'x', b: 'y' }, { a: 'x' }],
    [
      'a hidden object with a public member',
      object({ b: { ...object({ c: { ...text, 'x-disclosure': 'public' } }), 'x-disclosure': 'individual' } }),
      { b: { c: 'y' } },
      {},
    ],
    [
      'an unknown disclosure, which hides the value',
      object({ b: { ...text, 'x-disclosure': 'secret' } }),
      { b: 'y' },
      {},
    ],
    [
      'a hidden member of an object',
      object({ a: object({ b: text, c: hidden }) }),
      { a: { b: 'x', c: 'y' } },
      { a: { b: 'x' } },
    ],
    [
      'a hidden member in a list',
      object({ a: { type: 'array', items: object({ b: text, c: hidden }) } }),
      { a: [{ b: 'x', c: 'y' }, { b: 'z' }] },
      { a: [{ b: 'x' }, { b: 'z' }] },
    ],
    [
      'a hidden member in lists of lists',
      object({ a: { type: 'array', items: { type: 'array', items: object({ b: text, c: hidden }) } } }),
      { a: [[{ b: 'x', c: 'y' }]] },
      { a: [[{ b: 'x' }]] },
    ],
    ['hidden entries', object({ a: { type: 'array', items: hidden } }), { a: ['y'] }, {}],
    [
      'entries declared by position',
      object({ a: { type: 'array', prefixItems: [text, hidden] } }),
      { a: ['x', 'y'] },
      {},
    ],
    [
      'objects that hiding empties, which are removed',
      object({ a: { type: 'array', items: object({ c: hidden }) }, b: object({ c: hidden }) }),
      { a: [{ c: 'y' }, { c: 'y' }], b: { c: 'y' } },
      {},
    ],
    [
      'values that were empty before, which stay',
      object({ a: { type: 'array', items: text }, b: object({ c: text }) }),
      { a: [], b: {} },
      { a: [], b: {} },
    ],
    ['a value hidden by a reference', object({ a: { $ref: '#/$defs/h' } }, { $defs: { h: hidden } }), { a: 'y' }, {}],
    [
      'a hidden member of a referenced object',
      object({ a: { $ref: '#/$defs/o' } }, { $defs: { o: object({ b: text, c: hidden }) } }),
      { a: { b: 'x', c: 'y' } },
      { a: { b: 'x' } },
    ],
    [
      'a disclosure next to a reference',
      object({ a: { $ref: '#/$defs/t', 'x-disclosure': 'authority' } }, { $defs: { t: text } }),
      { a: 'y' },
      {},
    ],
    [
      'the strictest disclosure in allOf',
      object({ a: { allOf: [text, { 'x-disclosure': 'authority' }] } }),
      { a: 'y' },
      {},
    ],
    [
      'a value hidden by one of several declarations',
      object({ a: text }, { allOf: [object({ a: hidden })] }),
      { a: 'y' },
      {},
    ],
    [
      'a value hidden by one of several alternatives',
      object({ a: { oneOf: [hidden, { type: 'number' }] } }),
      { a: 7 },
      {},
    ],
    [
      'hidden values declared under a condition',
      object({}, { if: object({ k: text }), then: object({ b: hidden }), else: object({ c: hidden }) }),
      { k: 'x', b: 'y', c: 'y' },
      { k: 'x' },
    ],
    [
      'hidden values of dependentSchemas',
      object({ k: text }, { dependentSchemas: { k: object({ b: hidden }) } }),
      { k: 'x', b: 'y' },
      { k: 'x' },
    ],
    ['values that no schema declares', object({ a: text }), { a: 'x', b: 'y', a2: { c: 'y' } }, { a: 'x' }],
    [
      'texts by language',
      object({ a: { type: 'object', additionalProperties: text } }),
      { a: { en: 'x', de: 'z' } },
      { a: { en: 'x', de: 'z' } },
    ],
    [
      'hidden texts by language',
      object({ a: { type: 'object', additionalProperties: hidden } }),
      { a: { en: 'y' } },
      {},
    ],
    ['an object in place of a text', object({ a: text }), { a: { b: 'y' } }, {}],
    [
      'inherited names such as constructor',
      object({ a: text }),
      JSON.parse('{"a":"x","__proto__":{"c":"y"},"constructor":"y"}') as JsonObject,
      { a: 'x' },
    ],
    ['null and false, which are values', object({ a: text, b: text }), { a: null, b: false }, { a: null, b: false }],
  ])('keeps only public values: %s', (_, schema, payload, expected) => {
    expect(publicPayload(payload, schema)).toEqual(expected);
    expect(JSON.stringify(publicPayload(payload, schema))).not.toContain('"y"');
  });

  it('reports the paths of undeclared values', () => {
    const schema = object({
      a: { type: 'array', items: object({ b: text }) },
      m: { type: 'object', additionalProperties: text },
    });
    expect(undeclaredPaths({ a: [{ b: 'x', c: 1 }, { c: 2 }], m: { en: 'x' }, d: null }, schema)).toEqual(['a.c', 'd']);
  });
});

describe('publicPayload of a public payload', () => {
  it('changes nothing', () => {
    fc.assert(
      fc.property(hidingWorlds, ({ schema, payload }) => {
        const shown = publicPayload(payload, schema);
        expect(publicPayload(shown, schema)).toEqual(shown);
        expect(publicPayload(shown, publicSchema(aTemplate(schema), 'https://s.example/schema'))).toEqual(shown);
      }),
    );
  });
});

describe('the audience points of a payload', () => {
  const at = (said: string): JsonObject => ({ type: 'string', 'x-disclosure': said });
  const three = object({
    open: text,
    part: object({ b: text, two: at('legitimate_interest'), three: at('authority') }),
    list: { type: 'array', items: object({ b: text, two: at('legitimate_interest'), four: at('individual') }) },
    closed: { ...object({ c: text, d: at('authority') }), 'x-disclosure': 'authority' },
    torn: { ...object({ e: at('individual'), f: text }), 'x-disclosure': 'authority' },
    used: { ...at('individual'), 'x-dynamic': true },
  });
  const payload: JsonObject = {
    open: 'o',
    part: { b: 'p', two: '2', three: '3' },
    list: [{ two: '2a' }, { b: 'l', four: '4' }, { two: '2b', four: '4b' }],
    closed: { c: 'c', d: 'd' },
    torn: { e: 'nobody', f: '3f' },
    used: 'measured',
  };
  const shown = (...points: (1 | 2 | 3 | 4)[]) =>
    dense(points.map((point) => payloadAt(payload, three, point)).reduce(joined));

  it.each([
    [[1], { open: 'o', part: { b: 'p' }, list: [{ b: 'l' }] }],
    [[2], { part: { two: '2' }, list: [{ two: '2a' }, { two: '2b' }] }],
    [[3], { part: { three: '3' }, closed: { c: 'c', d: 'd' }, torn: { f: '3f' } }],
    [[4], { list: [{ four: '4' }, { four: '4b' }] }],
    [[1, 2], { open: 'o', part: { b: 'p', two: '2' }, list: [{ two: '2a' }, { b: 'l' }, { two: '2b' }] }],
    [
      [4, 2, 1],
      {
        open: 'o',
        part: { b: 'p', two: '2' },
        list: [{ two: '2a' }, { b: 'l', four: '4' }, { two: '2b', four: '4b' }],
      },
    ],
  ] as const)('exclude dynamic values, and values that belong to two points: %j', (points, expected) => {
    expect(shown(...points)).toEqual(expected);
  });

  it('together contain the whole payload', () => {
    fc.assert(
      fc.property(hidingWorlds, ({ schema, payload: whole }) => {
        fc.pre(hiddenFaults(schema).length === 0);
        expect(dense(ALL_POINTS.map((point) => payloadAt(whole, schema, point)).reduce(joined))).toEqual(whole);
      }),
    );
  });

  it('exclude dynamic values, with which measurements start', () => {
    expect(dynamicPayload(payload, three)).toEqual({ used: 'measured' });
    expect(publicSchema(aTemplate(three), 'https://s.example/schema')).not.toMatchObject({ properties: { used: {} } });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'on a nested property',
      object({ o: object({ d: { ...at('individual'), 'x-dynamic': true } }) }),
      /x-dynamic is allowed only on top-level/,
    ],
    [
      'behind a reference',
      object({ a: { $ref: '#/$defs/d' } }, { $defs: { d: { ...at('individual'), 'x-dynamic': true } } }),
      /x-dynamic is allowed only on top-level/,
    ],
    [
      'with a value that is not a boolean',
      object({ d: { ...at('individual'), 'x-dynamic': 1 } }),
      /x-dynamic must be true or false/,
    ],
  ])('reject x-dynamic %s', (_, schema, message) => {
    expect(schemaFormFaults(schema).join()).toMatch(message);
  });
});

describe('hiddenFaults', () => {
  it.each<[string, JsonObject, RegExp | undefined]>([
    ['nothing for an unambiguous schema', object({ a: text, b: hidden }, { required: ['a', 'b'] }), undefined],
    [
      'nothing for a value hidden by a reference',
      object({ a: { $ref: '#/$defs/h' } }, { $defs: { h: hidden } }),
      undefined,
    ],
    [
      'a value hidden in only one of two declarations',
      object({ a: text }, { allOf: [object({ a: hidden })] }),
      /every declaration of it needs x-disclosure/,
    ],
    [
      'nothing for a value hidden in both declarations',
      object({ a: hidden }, { allOf: [object({ a: hidden })] }),
      undefined,
    ],
    [
      'a value hidden in an alternative',
      object({ k: text }, { oneOf: [object({ a: hidden })] }),
      /alternatives and conditions must not/,
    ],
    [
      'a hidden value required under a condition',
      object({ k: text, a: hidden }, { if: object({ k: text }), then: { required: ['a'] } }),
      /alternatives and conditions must not/,
    ],
    [
      'a hidden value required by another one',
      object({ k: text, a: hidden }, { dependentRequired: { k: ['a'] } }),
      /dependentRequired/,
    ],
    [
      'a hidden value that requires another one',
      object({ k: text, a: hidden }, { dependentRequired: { a: ['k'] } }),
      /dependentRequired/,
    ],
    [
      'a hidden value in an alternative of an object',
      object({ o: object({ k: text }, { anyOf: [object({ a: hidden })] }) }),
      /o\.a/,
    ],
    [
      'nothing for the same point inside an object',
      object({ o: { ...object({ a: hidden }), 'x-disclosure': 'authority' } }),
      undefined,
    ],
    [
      'another point inside an object',
      object({ o: { ...object({ a: hidden }), 'x-disclosure': 'individual' } }),
      /two non-public points/,
    ],
    ['another point inside a list', object({ o: { type: 'array', items: object({ a: hidden }), 'x-disclosure': 'individual' } }), /two non-public points/], // prettier-ignore
    ['a dynamic value that is public', object({ a: { ...text, 'x-dynamic': true } }), /changes in use/],
    ['nothing for a dynamic value that is hidden', object({ a: { ...hidden, 'x-dynamic': true } }), undefined],
  ])('reports %s', (_, schema, message) => {
    const faults = hiddenFaults(schema);
    if (message) expect(faults.join()).toMatch(message);
    else expect(faults).toEqual([]);
  });
});
