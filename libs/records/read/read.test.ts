import fc from 'fast-check';
import { Decimal, say } from '../../kernel/index.js';
import {
  AttributesField,
  CodeField,
  CurrencyField,
  EmailField,
  fieldsOf,
  StringField,
  TimeZoneField,
  WordsField,
} from '../declare/decorators.js';
import type { Kind } from '../declare/field.js';
import { type Reading, readValue } from './read.js';

const INT: Kind = { type: 'int', min: 0, max: 2_147_483_647 };
const MONEY: Kind = { type: 'decimal', precision: 15, scale: 6, min: '0', max: '999999999.999999' };
const QTY: Kind = { type: 'decimal', precision: 12, scale: 4, min: '0.0001', max: '99999999.9999', zeroAs: '1' };
const STRING: Kind = { type: 'string', maxLength: 5 };

/** The value, or the kind of fault, recognized by its message as a client would. */
const outcome = (reading: Reading): unknown => {
  if ('value' in reading) return Decimal.isDecimal(reading.value) ? reading.value.toFixed() : reading.value;
  const { message } = say(reading.fault);
  return message.startsWith('Error occurred during')
    ? 'type'
    : message.startsWith('Invalid value')
      ? 'domain'
      : message;
};

const read = (kind: Kind, raw: unknown): unknown => outcome(readValue(kind, raw, 'field'));

describe('an int (wire.md §2)', () => {
  it.each([
    [5, 5],
    ['5', 5],
    ['-0', 0],
    ['007', 7],
    [JSON.parse('5.0'), 5],
    [JSON.parse('1e2'), 100],
    [0, 0],
    [2_147_483_647, 2_147_483_647],
    ['2147483647', 2_147_483_647],
    [-1, 'domain'],
    [2_147_483_648, 'domain'],
    ['9'.repeat(400), 'domain'],
    [JSON.parse('1e400'), 'domain'],
    [5.5, 'type'],
    [true, 'type'],
    [false, 'type'],
    ['yes', 'type'],
    ['', 'type'],
    [' 5', 'type'],
    ['5 ', 'type'],
    ['+5', 'type'],
    ['5.0', 'type'],
    ['1e2', 'type'],
    ['0x10', 'type'],
    ['５', 'type'],
    [[5], 'type'],
    [{}, 'type'],
  ])('reads %j as %j', (raw, expected) => expect(read(INT, raw)).toBe(expected));

  it('names the expected type', () => {
    const reading = readValue(INT, 'yes', 'is_external');
    expect('fault' in reading && say(reading.fault)).toEqual({
      message:
        'Error occurred during "is_external" processing. The "yes" value\'s type is invalid. ' +
        'The "int" type was expected. Verify and try again.',
    });
  });

  it('names a value that is out of range', () => {
    const reading = readValue(INT, -1, 'position');
    expect('fault' in reading && say(reading.fault)).toEqual({
      message:
        'Invalid value of "%value" provided for the %fieldName field. Allowed: whole numbers from 0 to 2147483647.',
      parameters: { fieldName: 'position', value: -1 },
    });
  });
});

describe('the rule in a rejection', () => {
  const rule = (kind: Kind, raw: unknown): string => {
    const reading = readValue(kind, raw, 'x');
    return 'fault' in reading ? (say(reading.fault).message.split(' Allowed: ')[1] ?? '') : 'taken';
  };

  class Samples {
    @CodeField({ about: 'a' }) readonly code!: string;
    @CurrencyField({ about: 'a' }) readonly currency!: string;
    @EmailField({ about: 'a' }) readonly email!: string;
    @TimeZoneField({ about: 'a' }) readonly zone!: string;
    @StringField({ about: 'a', maxLength: 64 }) readonly short!: string;
    @StringField({ about: 'a', words: ['one', 'two'] }) readonly word!: string;
    @WordsField({ about: 'a', of: 'x', words: ['one', 'two'] }) readonly words!: string[];
    @AttributesField({ about: 'a' }) readonly attributes!: object;
  }
  const kindOf = (name: string): Kind => fieldsOf(Samples).find((field) => field.name === name)?.kind ?? INT;

  it.each<[string | Kind, unknown, string]>([
    [MONEY, '1234.5678915', 'at most 6 decimal places.'],
    [MONEY, -1, 'decimals from 0 to 999999999.999999.'],
    [QTY, '0.00001', 'decimals from 0.0001 to 99999999.9999.'],
    [INT, -1, 'whole numbers from 0 to 2147483647.'],
    ['short', 'x'.repeat(65), 'at most 64 characters.'],
    ['code', ' A1', 'at least one character, without leading or trailing spaces.'],
    ['currency', 'gbp', 'ISO 4217 currency codes in capital letters, such as EUR.'],
    ['currency', 'XXX', 'ISO 4217 currency codes in capital letters, such as EUR.'],
    ['currency', 'XAU', 'ISO 4217 currency codes in capital letters, such as EUR.'],
    ['currency', 'XAF', 'taken'],
    ['email', 'nobody', 'email addresses.'],
    ['zone', 'Mars/Base', 'IANA time zone names, such as Europe/Berlin.'],
    ['word', 'three', 'one, two.'],
    ['words', ['three'], 'one, two.'],
    ['attributes', { a: 'x'.repeat(256) }, 'at most 255 characters.'],
    ['attributes', { ' a': 'x' }, 'codes of 1 to 255 characters without leading or trailing spaces.'],
    [{ type: 'text', maxBytes: 9 }, 'x'.repeat(10), 'at most 9 bytes of UTF-8.'],
    [{ type: 'secret', minLength: 8, maxLength: 72 }, 'x', '8 to 72 characters.'],
    ['short', 'a\u0000b', 'strings without NUL characters or unpaired surrogates.'],
    ['short', 2 ** 60, 'strings, and numbers with at most 15 digits.'],
    ['short', 0.1 + 0.2, 'strings, and numbers with at most 15 digits.'],
    [{ type: 'day' }, '2026-02-30', 'valid dates in the format YYYY-MM-DD.'],
    [{ type: 'instant' }, '2026-01-01 25:00:00', 'valid dates and times, such as 2026-01-31T10:15:00Z.'],
  ])('for %j and the value %j is: %s', (kind, raw, expected) => {
    expect(rule(typeof kind === 'string' ? kindOf(kind) : kind, raw)).toBe(expected);
  });
});

describe('a decimal (wire.md §2, pricing.md §1)', () => {
  it.each([
    [4.95, '4.95'],
    ['4.95', '4.95'],
    ['4.950000', '4.95'],
    ['4.9500000', '4.95'],
    [0, '0'],
    ['-0', '0'],
    [1e-6, '0.000001'],
    [999999999.999999, '999999999.999999'],
    ['999999999.999999', '999999999.999999'],
    [1e9, 'domain'],
    ['999999999.9999991', '999999999.999999'],
    ['999999999.9999996', 'domain'],
    [0.1 + 0.2, '0.3'],
    [5.5600000000000005, '5.56'],
    ['29.949999999999999', '29.95'],
    ['1.0e-6', '0.000001'],
    ['1E2', '100'],
    ['1e2', '100'],
    ['1234.5678915', 'domain'],
    [1234.5678915, 'domain'],
    ['1e', 'type'],
    ['1e9999', 'type'],
    ['1e+', 'type'],
    ['1.000,5', 'type'],
    ['1,000.5', 'type'],
    [1e-7, 'domain'],
    [-0.01, 'domain'],
    [JSON.parse('1e400'), 'type'],
    ['+1', 'type'],
    [' 1', 'type'],
    ['1.', 'type'],
    ['.5', 'type'],
    ['1,5', 'type'],
    ['', 'type'],
    [true, 'type'],
    [null, 'type'],
  ])('reads %j as %j', (raw, expected) => expect(read(MONEY, raw)).toBe(expected));

  it.each([
    [0, '1'],
    ['0', '1'],
    ['0.0000', '1'],
    [0.0001, '0.0001'],
    [99999999.9999, '99999999.9999'],
    [0.00001, 'domain'],
    [-1, 'domain'],
    [100000000, 'domain'],
  ])('reads a quantity of %j as %j', (raw, expected) => expect(read(QTY, raw)).toBe(expected));

  it('is exact within the digits of its column', () => {
    const digits = fc.tuple(fc.nat(999_999_999), fc.nat(999_999));
    fc.assert(
      fc.property(digits, ([whole, fraction]) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`;
        const reading = readValue(MONEY, text, 'value');
        expect('value' in reading && (reading.value as Decimal).toFixed(6)).toBe(text);
      }),
    );
  });

  it('reads a JSON number by its shortest text, so returned values can be resent', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999), (whole, fraction) => {
        const number = Number(`${whole}.${String(fraction).padStart(6, '0')}`);
        const reading = readValue(MONEY, JSON.parse(JSON.stringify(number)), 'value');
        expect('value' in reading && (reading.value as Decimal).toNumber()).toBe(number);
      }),
    );
  });
});

describe('a string (wire.md §2)', () => {
  it.each([
    ['abc', 'abc'],
    ['', ''],
    [' a ', ' a '],
    [12.5, '12.5'],
    [-0, '0'],
    [JSON.parse('1e400'), 'domain'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
    ['😀😀😀😀😀😀', 'domain'],
    ['abcdef', 'domain'],
    ['a\u0000', 'domain'],
    ['\ud800', 'domain'],
    ['\udc00a', 'domain'],
    [true, 'type'],
    [['a'], 'type'],
    [{ a: 1 }, 'type'],
  ])('reads %j as %j', (raw, expected) => expect(read(STRING, raw)).toBe(expected));

  it('accepts a number only if its text keeps all sent digits', () => {
    const sku: Kind = { type: 'string', maxLength: 64 };
    const sent = ['9007199254740991', '9007199254740993', '-12345678901234567890', '1e21', '0.0000001', '1e400'];
    expect(sent.map((number) => read(sku, JSON.parse(number)))).toEqual([
      '9007199254740991',
      'domain',
      'domain',
      'domain',
      '0.0000001',
      'domain',
    ]);
  });

  it('with a list of words accepts only those', () => {
    const kind: Kind = { type: 'string', maxLength: 3, words: ['AND', 'OR'] };
    expect([read(kind, 'AND'), read(kind, 'and'), read(kind, '')]).toEqual(['AND', 'domain', 'domain']);
  });

  it('is limited in bytes if its type is text', () => {
    const kind: Kind = { type: 'text', maxBytes: 4 };
    expect([read(kind, 'abcd'), read(kind, 'äö'), read(kind, 'äöü')]).toEqual(['abcd', 'äö', 'domain']);
  });

  it('never shows a secret in an error', () => {
    const kind: Kind = { type: 'secret', minLength: 4, maxLength: 6 };
    expect(read(kind, '12345')).toBe('12345');
    for (const raw of ['123', '1234567', true, ['hidden'], 'a\u0000bcd']) {
      const reading = readValue(kind, raw, 'password');
      expect('fault' in reading && JSON.stringify(say(reading.fault))).not.toContain(String(raw));
      expect(outcome(reading)).toBe('domain');
    }
  });
});

describe('a day and an instant (wire.md §2 and §4)', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-01-31 00:00:00', '2026-01-31'],
    ['2026-02-29', 'domain'],
    ['2026-13-01', 'domain'],
    ['0000-01-01', 'domain'],
    ['2026-1-31', 'type'],
    ['31.01.2026', 'type'],
    ['2026-01-31 10:00:00', 'type'],
    ['2026-01-31T00:00:00', 'type'],
    [20260131, 'type'],
    ['', 'type'],
  ])('read the day %j as %j', (raw, expected) => expect(read({ type: 'day' }, raw)).toBe(expected));

  it.each([
    ['2026-01-31T10:15:00.123Z', '2026-01-31T10:15:00.123Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-02-30', undefined],
    ['2026-02-30T00:00:00.000Z', undefined],
    ['2026-01-31T10:15:00Z', '2026-01-31T10:15:00.000Z'],
    ['2026-01-31 10:15:00', '2026-01-31T10:15:00.000Z'],
    ['2026-01-31T10:15:00', '2026-01-31T10:15:00.000Z'],
    ['2026-01-31 10:15:00.5', '2026-01-31T10:15:00.500Z'],
    ['2026-01-31T00:15:00+02:00', '2026-01-30T22:15:00.000Z'],
    ['2026-01-31T10:15:00.250-0530', '2026-01-31T15:45:00.250Z'],
    ['2024-02-29 23:59:59', '2024-02-29T23:59:59.000Z'],
    ['2026-02-29 10:00:00', undefined],
    ['2026-01-31 24:00:00', undefined],
    ['2026-01-31 10:60:00', undefined],
    ['2026-01-31 10:00:60', undefined],
    ['2026-01-31T10:15:00+24:00', undefined],
    ['2026-01-31T10:15:00.1234Z', undefined],
    ['2026-01-31 10:15', undefined],
    ['2026-01-31T10:15:00 01:00', undefined],
    ['2026-01-31T25:00:00.000Z', undefined],
    ['now', undefined],
  ])('read the instant %j as %j', (raw, expected) => {
    const reading = readValue({ type: 'instant' }, raw, 'created_at');
    expect('value' in reading ? (reading.value as Date).toISOString() : undefined).toBe(expected);
  });
});

describe('lists and objects', () => {
  const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
  it.each<[Kind, unknown, number, number]>([
    [{ type: 'ids', of: 'x' }, many(1001, 7), 1001, 1000],
    [{ type: 'ids', of: 'x', most: 10_000 }, many(10_001, 7), 10_001, 10_000],
    [{ type: 'words', of: 'x', accepts: () => true }, many(1001, 'w'), 1001, 1000],
    [{ type: 'objects', name: 'Part', fields: [] }, many(1001, {}), 1001, 1000],
    [{ type: 'attributes' }, { a: many(5000, 'a'), b: many(5000, 'b'), c: 'c' }, 10_001, 10_000],
    [{ type: 'attributes' }, Object.fromEntries(many(1001, 'a').map((a, index) => [`k${index}`, a])), 1001, 1000],
  ])('have a limit, which the error names: %#', (kind, raw, count, max) => {
    expect(readValue(kind, raw, 'field')).toMatchObject({
      fault: { parameters: { fieldName: 'field', count, max }, message: expect.stringContaining('Send fewer') },
    });
  });

  it.each<[string, Kind, (long: readonly unknown[]) => unknown]>([
    ['ids', { type: 'ids', of: 'x' }, (long) => long],
    ['words', { type: 'words', of: 'x', accepts: () => true }, (long) => long],
    ['objects', { type: 'objects', name: 'Part', fields: [] }, (long) => long],
    ['attributes', { type: 'attributes' }, (long) => ({ a: long })],
  ])('are rejected if too long, without reading an entry: %s', (_, kind, raw) => {
    const looked: unknown[] = [];
    const long = new Proxy(many(60_000, 7), {
      get: (list, property) => {
        if (property !== 'length') looked.push(property);
        return Reflect.get(list, property) as unknown;
      },
    });
    expect(readValue(kind, raw(long), 'field')).toMatchObject({ fault: { parameters: { count: 60_000 } } });
    expect(looked).toEqual([]);
  });

  it('accept ids as numbers or strings, once each', () => {
    const kind: Kind = { type: 'ids', of: 'category' };
    expect(read(kind, [3, '4', 3])).toEqual([3, 4]);
    expect(read(kind, [])).toEqual([]);
    expect([read(kind, '3'), read(kind, { 0: 3 }), read(kind, [true]), read(kind, [null])]).toEqual(
      Array(4).fill('type'),
    );
    expect([read(kind, [-1]), read(kind, [2_147_483_648])]).toEqual(['domain', 'domain']);
  });

  it('keep the order of a list of words', () => {
    const kind: Kind = { type: 'words', of: 'a code', accepts: (word) => word !== 'bad' };
    expect(read(kind, ['b', 'a', 'b'])).toEqual(['b', 'a', 'b']);
    expect([read(kind, ['bad']), read(kind, 'a'), read(kind, [['a']])]).toEqual(['domain', 'type', 'type']);
  });

  it('accept attributes as texts or lists of texts by code', () => {
    const kind: Kind = { type: 'attributes' };
    expect(read(kind, { color: 'red', size: ['S', 5], gone: null })).toEqual({
      color: 'red',
      size: ['S', '5'],
      gone: null,
    });
    expect(read(kind, [])).toEqual({});
    expect([read(kind, ['a']), read(kind, 'a'), read(kind, { a: true }), read(kind, { a: { b: 1 } })]).toEqual(
      Array(4).fill('type'),
    );
    expect([read(kind, { '': 'a' }), read(kind, { ' a': 'a' }), read(kind, { a: 'x'.repeat(256) })]).toEqual(
      Array(3).fill('domain'),
    );
  });

  it('treat an attribute named __proto__ like any other', () => {
    const reading = readValue(
      { type: 'attributes' },
      JSON.parse('{"__proto__": "x", "constructor": "y"}'),
      'attributes',
    );
    expect('value' in reading && JSON.stringify(reading.value)).toBe('{"__proto__":"x","constructor":"y"}');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

it('readValue() returns a value or a fault for any JSON and never throws', () => {
  const kinds: readonly Kind[] = [
    INT,
    MONEY,
    QTY,
    STRING,
    { type: 'text', maxBytes: 100 },
    { type: 'secret', minLength: 1, maxLength: 10 },
    { type: 'day' },
    { type: 'instant' },
    { type: 'ids', of: 'x' },
    { type: 'words', of: 'x', accepts: () => true },
    { type: 'object', name: 'Part', fields: [] },
    { type: 'objects', name: 'Part', fields: [] },
    { type: 'attributes' },
  ];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.jsonValue(), (kind, raw) => {
      const reading = readValue(kind, raw, 'field');
      if ('fault' in reading) expect(typeof say(reading.fault).message).toBe('string');
    }),
    { numRuns: 1000 },
  );
});
