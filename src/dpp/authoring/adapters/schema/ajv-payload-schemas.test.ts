import { RE2JS } from 're2js';
import type { Json, JsonObject } from '../../../passport/domain/index.js';
import { pathText, PAYLOAD_LIMITS, SCHEMA_LIMITS } from '../../../templates/domain/index.js';
import { AjvPayloadSchemas } from './ajv-payload-schemas.js';
import { BoundedValidator } from './bounded-validator.js';

const schemas = new AjvPayloadSchemas();
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const only = (schema: Json): JsonObject => object({ a: schema });
const nested = (depth: number): JsonObject =>
  Array.from({ length: depth }).reduce<JsonObject>((inner) => object({ a: inner }), object({}));

describe('AjvPayloadSchemas.schemaFaults of a valid schema', () => {
  it.each<[string, JsonObject]>([
    [
      "Kontor's own keywords",
      only({ type: 'string', 'x-weight': 3, 'x-disclosure': 'authority', 'x-cite': 'A', 'x-voluntary': true }),
    ],
    ['a value or null', only({ type: ['number', 'null'] })],
    ['its own definitions', object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: { type: 'string' } } })],
    [
      '$schema and $id',
      object({}, { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://s.example/x.json' }),
    ],
    [
      'known formats',
      object(
        Object.fromEntries(
          ['date', 'date-time', 'duration', 'uri', 'email', 'uuid', 'country', 'language-tag', 'gtin'].map((format) => [
            format.replace('-', '_'),
            { type: 'string', format },
          ]),
        ),
      ),
    ],
    [
      'conditions',
      object(
        { k: { type: 'string' }, a: { type: 'number' } },
        { if: { properties: { k: { const: 'x' } } }, then: { required: ['a'] } },
      ),
    ],
    ['nesting within the depth limit', nested(15)],
    ['a large pattern for short texts', only({ type: 'string', pattern: '^(.{0,1000})$', maxLength: 2000 })],
  ])('accepts %s', (_, schema) => {
    expect(schemas.schemaFaults(schema)).toEqual([]);
  });
});

describe('AjvPayloadSchemas.schemaFaults of an invalid schema', () => {
  const doubling: JsonObject = Object.fromEntries(
    Array.from({ length: 40 }, (_, index): [string, JsonObject] => [
      `d${index}`,
      index === 39
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );

  it.each<[string, JsonObject, RegExp]>([
    ['a type other than object', { type: 'string' }, /"type": "object"/],
    [
      'a long description',
      { type: 'object', description: 'x'.repeat(262_144) },
      /^schema: longer than 262144 characters\. Shorten it$/,
    ],
    ['an unknown keyword', only({ type: 'string', colour: 'red' }), /unknown keyword: "colour"/],
    ['an unknown format', only({ type: 'string', format: 'isbn' }), /unknown format "isbn"/],
    ['a keyword for another type', only({ type: 'string', minimum: 1 }), /strict mode/],
    ['a property without a type', only({ minimum: 1 }), /strict mode/],
    ['a wrong keyword value', only({ type: 'strung' }), /schema is invalid|allowed values/],
    ['another dialect', object({}, { $schema: 'http://json-schema.org/draft-07/schema#' }), /\$schema must be/],
    ['a reference to another host', only({ $ref: 'https://example.com/schema.json' }), /properties\/a: \$ref must be/],
    ['a reference to a file', only({ $ref: 'file:///etc/passwd' }), /\$ref must be/],
    ['a reference to a missing definition', only({ $ref: '#/$defs/gone' }), /\$ref must be/],
    ['a reference to a property', object({ a: { type: 'string' }, b: { $ref: '#/properties/a' } }), /\$ref must be/],
    [
      'a reference to an inherited name such as constructor',
      object({ a: { $ref: '#/$defs/constructor' } }, { $defs: {} }),
      /\$ref must be/,
    ],
    [
      'a definition that contains itself',
      object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: object({ a: { $ref: '#/$defs/t' } }) } }),
      /contains itself/,
    ],
    [
      'definitions that contain each other, unused',
      object({}, { $defs: { a: only({ $ref: '#/$defs/b' }), b: only({ $ref: '#/$defs/a' }) } }),
      /contains itself/,
    ],
    [
      'a long chain of definitions',
      object(
        { a: { $ref: '#/$defs/d0' } },
        {
          $defs: Object.fromEntries(
            Array.from({ length: 4000 }, (_, index): [string, Json] => [
              `d${index}`,
              index < 3999 ? { $ref: `#/$defs/d${index + 1}` } : { type: 'string' },
            ]),
          ),
        },
      ),
      /nested more than 100 schemas deep/,
    ],
    [
      'definitions that double at each step',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: doubling }),
      /more than 5000 schemas/,
    ],
    ['a dynamic reference', only({ $dynamicRef: '#a' }), /\$dynamicRef is not supported/],
    ['a nested $id', only({ $id: 'https://s.example/y', type: 'string' }), /\$id is allowed only at the top level/],
    [
      'patternProperties',
      object({}, { patternProperties: { '^x': { type: 'string' } } }),
      /patternProperties is not supported/,
    ],
    [
      'a property that JSON-LD reads as a keyword',
      object({ '@id': { type: 'string' } }),
      /is not a valid property name/,
    ],
    ['a property with a dot', object({ 'a.b': { type: 'string' } }), /is not a valid property name/],
    [
      'a property named __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject,
      /is not a valid property name/,
    ],
    ['an invalid weight', only({ type: 'string', 'x-weight': -1 }), /x-weight must be/],
    ['an invalid disclosure', only({ type: 'string', 'x-disclosure': 'secret' }), /x-disclosure must be one of/],
    ['a depth above the limit', nested(SCHEMA_LIMITS.depth), /more than 40 levels deep/],
    [
      'a length above the limit',
      only({ type: 'string', description: 'x'.repeat(SCHEMA_LIMITS.characters) }),
      /longer than/,
    ],
    ['an invalid pattern', only({ type: 'string', pattern: '(' }), /schema: /],
    ['a pattern with a look-ahead', only({ type: 'string', pattern: '^(?=a)b' }), /schema: .*\(\?=/],
    ['a pattern with a back reference', only({ type: 'string', pattern: '(a)\\1' }), /schema: /],
    ['a long pattern', only({ type: 'string', pattern: 'a'.repeat(501) }), /longer than 500/],
    [
      'a pattern too large for texts of any length',
      object({ a: only({ type: 'string', pattern: '^(.{0,1000})(.{0,1000})$' }) }),
      /^properties\/a\/properties\/a: the pattern compiles to \d+ instructions and applies to texts of up to 262144 .* maxLength of at most \d+/,
    ],
    [
      'a pattern too large for the maxLength of its texts',
      only({ type: 'string', pattern: '^(.{0,1000})(.{0,1000})$', maxLength: 30_000 }),
      /30000 characters/,
    ],
    [
      'a large pattern for property names',
      only({ type: 'object', propertyNames: { pattern: '^(.{0,1000})$' }, additionalProperties: { type: 'string' } }),
      /propertyNames: the pattern/,
    ],
  ])('rejects %s', (_, schema, message) => {
    const faults = schemas.schemaFaults(schema);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).toMatch(message);
  });

  it('rejects a schema nested too deep for the call stack', () => {
    const deep = JSON.parse(
      `{"type":"object","properties":{"a":${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}}}`,
    ) as JsonObject;
    expect(schemas.schemaFaults(deep)).toEqual(['schema: nested more than 40 levels deep. Flatten it']);
  });
});

describe('AjvPayloadSchemas.payloadFaults', () => {
  const schema = object(
    {
      name: { type: 'string', minLength: 1 },
      kind: { enum: ['a', 'b'], type: 'string' },
      made: { type: 'string', format: 'date' },
      parts: {
        type: 'array',
        minItems: 1,
        items: object({ price: { type: 'number' } }, { required: ['price'], additionalProperties: false }),
      },
      texts: { type: 'object', propertyNames: { pattern: '^[a-z]{2}$' }, additionalProperties: { type: 'string' } },
    },
    { required: ['name'], additionalProperties: false },
  );
  const faultsOf = (payload: JsonObject, mode?: 'types'): string[] =>
    schemas
      .payloadFaults(schema, payload, mode)
      .map(({ path, message, missing }) => `${pathText(path)}: ${message}${missing ? '!' : ''}`);

  it.each<[string, JsonObject, string[]]>([
    ['a valid payload', { name: 'x', kind: 'a', made: '2026-02-28', parts: [{ price: 1 }], texts: { en: 'x' } }, []],
    ['a missing field', {}, ['name: is required!']],
    ['a missing field in a list', { name: 'x', parts: [{ price: 1 }, {}] }, ['parts[1].price: is required!']],
    ['a wrong type', { name: 7 }, ['name: must be string']],
    ['a value outside its enum', { name: 'x', kind: 'c' }, ['kind: must be one of "a", "b"']],
    ['a day that does not exist', { name: 'x', made: '2026-02-30' }, ['made: must match format "date"']],
    [
      'an unknown key',
      { name: 'x', extra: 1, parts: [{ price: 1, 'a/b~c': 2 }] },
      ['extra: is not supported', 'parts[0].a/b~c: is not supported'],
    ],
    [
      'a key that is not a language',
      { name: 'x', texts: { english: 'x' } },
      ['texts: must match pattern "^[a-z]{2}$"', 'texts.english: is not an allowed name'],
    ],
    ['an empty list', { name: 'x', parts: [] }, ['parts: must NOT have fewer than 1 items']],
  ])('reports exactly the faults of %s', (_, payload, expected) => {
    expect(faultsOf(payload)).toEqual(expected);
  });

  it('allows missing fields in a draft, but no wrong types', () => {
    expect(faultsOf({ parts: [{}] }, 'types')).toEqual([]);
    expect(faultsOf({ parts: [] }, 'types')).toEqual([]);
    expect(faultsOf({ parts: [{ price: '1' }], extra: 1 }, 'types')).toEqual([
      'extra: is not supported',
      'parts[0].price: must be number',
    ]);
  });

  it('does not check the alternatives (oneOf) of a draft', () => {
    const alternatives = object(
      {},
      {
        oneOf: [
          object({ a: { type: 'string' } }, { required: ['a'] }),
          object({ b: { type: 'string' } }, { required: ['b'] }),
        ],
      },
    );
    expect(schemas.schemaFaults(alternatives)).toEqual([]);
    expect(schemas.payloadFaults(alternatives, {}, 'types')).toEqual([]);
    expect(schemas.payloadFaults(alternatives, {})).not.toEqual([]);
  });

  it('rejects a payload above the limits before validating it', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) as JsonObject;
    expect(schemas.payloadFaults(schema, deep)).toEqual([
      { path: [], message: 'is nested deeper than 24 levels. Flatten it', missing: false },
    ]);
    const long = { name: 'x'.repeat(PAYLOAD_LIMITS.characters) };
    expect(schemas.payloadFaults(schema, long)[0]?.message).toMatch(/longer than/);
    const wide = { name: 'x', parts: Array.from({ length: PAYLOAD_LIMITS.entries + 1 }, () => ({ price: 1 })) };
    expect(schemas.payloadFaults(schema, wide)[0]?.message).toMatch(/more than 2000 entries/);
  });

  it('rejects a text above its maxLength without matching its pattern', () => {
    const pattern = '^(.{0,1000})(.{0,1000})(.{0,1000})(.{0,1000})$';
    const limited = only({ type: 'string', pattern, maxLength: 10_000 });
    expect(schemas.schemaFaults(limited)).toEqual([]);
    const matched = jest.spyOn(RE2JS.prototype, 'matcher');
    // Matching would take a minute.
    const faults = schemas.payloadFaults(limited, { a: 'a'.repeat(250_000) });
    expect(faults.map(({ message }) => message)).toContain('must NOT have more than 10000 characters');
    expect(matched).not.toHaveBeenCalled();
    matched.mockRestore();
  });

  describe('with many alternatives', () => {
    const lists = Array.from({ length: 10 }, (_, index) => `l${index}`);
    const word = { anyOf: Array.from({ length: 800 }, (_, index) => ({ const: `word ${index}` })) };
    const wordy = object(
      {
        ...Object.fromEntries(lists.map((name) => [name, { type: 'array', items: { $ref: '#/$defs/word' } }])),
        last: { type: 'number' },
      },
      { additionalProperties: false, $defs: { word } },
    );
    const filled = (text: string): JsonObject =>
      Object.fromEntries(lists.map((name) => [name, Array.from({ length: 300 }, () => text)]));

    it('stops at a limit instead of creating an error per entry and alternative', () => {
      // Without the limit, 3,000 entries would produce 801 errors each.
      expect(new BoundedValidator(wordy).errors(filled('none of them')).length).toBeLessThanOrEqual(1000);
      const faults = schemas.payloadFaults(wordy, filled('none of them'));
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.length).toBeLessThanOrEqual(100);
      expect(faults[0]?.path).toEqual(['l0', 0]);
    });

    it('accepts entries that match only the last alternative', () => {
      expect(schemas.payloadFaults(wordy, filled('word 799'))).toEqual([]);
    });

    it('reports only certain faults, not those of failed alternatives', () => {
      const faults = schemas.payloadFaults(wordy, { ...filled('word 799'), last: 'x', extra: 1 });
      expect(faults.map(({ path }) => path)).toEqual([['extra']]);
    });

    it.each<[string, Json, JsonObject]>([
      [
        'behind a reference',
        { anyOf: [{ $ref: '#/$defs/t' }, { type: 'array', items: { type: 'number' } }] },
        { t: { type: 'array', items: { type: 'string' } } },
      ],
      [
        'in a condition',
        { type: 'array', items: { if: { const: 'x' }, then: { type: 'string' }, else: { type: 'number' } } },
        {},
      ],
    ])('follows the standard %s', (_, schema, $defs) => {
      const whole = object({ a: schema }, { $defs });
      expect(schemas.payloadFaults(whole, { a: Array.from({ length: 2000 }, () => 1) })).toEqual([]);
      expect(schemas.payloadFaults(whole, { a: [1, true] })).not.toEqual([]);
    });
  });

  it('reports at most 100 faults', () => {
    const wrong = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
    expect(schemas.payloadFaults(schema, wrong)).toHaveLength(100);
    // Validation stops at the limit.
    expect(new BoundedValidator(schema).errors(wrong)).toHaveLength(100);
    // With alternatives, more errors can be present when validation finishes by itself.
    const lists = object({ words: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'boolean' }] } } });
    const words = Array.from({ length: 60 }, () => 'x');
    expect(schemas.payloadFaults(lists, { words })).toHaveLength(100);
  });

  it.each(['^(a+)+$', '^([a-zA-Z]+)*$', '^(a|aa)+$', '(.*a){20}'])('matches %s without backtracking', (pattern) => {
    const slow = only({ type: 'string', pattern });
    expect(schemas.schemaFaults(slow)).toEqual([]);
    // With backtracking, each letter would double the time: 40 letters would take days.
    expect(schemas.payloadFaults(slow, { a: `${'a'.repeat(pattern.startsWith('^') ? 40 : 19)}!` })).toHaveLength(1);
  });

  it.each<[string, string, boolean]>([
    ['uri', 'https://maker.example/a?b=c#d', true],
    ['uri', 'urn:uuid:0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10', true],
    ['uri', 'javascript:alert(1)', false],
    ['uri', 'data:text/html,x', false],
    ['uri', '/relative', false],
    ['uri', 'https://a b', false],
    ['uri', 'https://', false],
    ['date', '2024-02-29', true],
    ['date', '2023-02-29', false],
    ['date-time', '2026-01-01T00:00:00Z', true],
    ['date-time', '2026-01-01T24:00:00Z', false],
    ['date-time', '2026-02-30T00:00:00Z', false],
    ['date-time', '2026-01-01', false],
    ['duration', 'P1Y6M', true],
    ['duration', 'P', false],
    ['email', 'a.b@maker.example', true],
    ['email', 'a b@maker', false],
    ['country', 'GB', true],
    ['country', 'UK', false],
    ['language-tag', 'de-AT', true],
    ['gtin', '4006381333931', true],
    ['gtin', '4006381333932', false],
  ])('checks the format %s: %s is valid: %s', (format, value, good) => {
    expect(schemas.payloadFaults(only({ type: 'string', format }), { a: value })).toHaveLength(good ? 0 : 1);
  });

  it('keeps schemas with the same $id apart', () => {
    const named = (type: string): JsonObject => ({ ...only({ type }), $id: 'https://s.example/same.json' });
    expect(schemas.payloadFaults(named('string'), { a: 1 })).toHaveLength(1);
    expect(schemas.payloadFaults(named('number'), { a: 1 })).toHaveLength(0);
  });
});
