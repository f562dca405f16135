import { type Field, type Kind, readValue } from '../../libs/records/index.js';
import { invalid, required, wrongType } from './texts.js';
import type { Json } from './world.js';

/** A value to send, and the value that is then returned. */
export interface GoodValue {
  readonly sent: unknown;
  readonly answered: unknown;
}

/** A value to send, and the resulting refusal. */
export interface BadValue {
  readonly sent: unknown;
  readonly refusal: Json;
}

/** No record has this id. */
export const NOBODY = 2_147_483_640;

const same = (value: unknown): GoodValue => ({ sent: value, answered: value });

const isTaken = (kind: Kind, text: string): boolean => 'value' in readValue(kind, text, '');

const goodText = (kind: Kind, most: number): readonly GoodValue[] =>
  ['x'.repeat(most), 'ä'.repeat(most), '😀'.repeat(Math.min(most, 8)), 'Plain text', '名前', 'a"b\\c%_']
    .filter((text) => isTaken(kind, text))
    .map(same);

/** The bounds of the range and every accepted form (wire.md §2, "Request bodies"). */
export const goodValues = ({ kind }: Field): readonly GoodValue[] => {
  switch (kind.type) {
    case 'int':
      return [
        // Ascending: a lower source_version than the stored one changes nothing.
        same(kind.min),
        { sent: String(kind.min), answered: kind.min },
        same(kind.max),
        { sent: String(kind.max), answered: kind.max },
      ];
    case 'decimal':
      return [
        { sent: kind.min, answered: Number(kind.min) },
        { sent: kind.max, answered: Number(kind.max) },
        same(Number(kind.max)),
        { sent: '1.0e0', answered: 1 },
        { sent: 0.1 + 0.2 + 1, answered: 1.3 },
        { sent: `${kind.min === '0' ? '0' : '1'}.5000000`, answered: kind.min === '0' ? 0.5 : 1.5 },
        ...(kind.zeroAs === undefined ? [] : [{ sent: 0, answered: Number(kind.zeroAs) }]),
      ];
    case 'string':
      if (kind.words) return kind.words.map(same);
      return [...goodText(kind, kind.maxLength), ...(isTaken(kind, '12') ? [{ sent: 12, answered: '12' }] : [])];
    case 'text':
      return [...goodText(kind, Math.floor(kind.maxBytes / 2)), { sent: 12.5, answered: '12.5' }];
    case 'day':
      return [same('2024-02-29'), same('0001-01-01'), { sent: '2026-01-31 00:00:00', answered: '2026-01-31' }];
    case 'attributes':
      return [
        { sent: { color: null }, answered: expect.not.objectContaining({ color: expect.anything() }) },
        { sent: { material: ['oak', 5] }, answered: expect.objectContaining({ material: ['oak', '5'] }) },
      ];
    case 'ids':
    case 'words':
    case 'objects':
      return [same([])];
    case 'boolean':
      return [same(true), same(false)];
    case 'secret':
    case 'object':
    case 'input':
    case 'instant':
    case 'json':
    case 'refusal':
      return [];
  }
};

const EXPECTED: Readonly<Record<Kind['type'], string>> = {
  int: 'int',
  decimal: 'float',
  string: 'string',
  text: 'string',
  secret: 'string',
  day: 'day',
  instant: 'instant',
  ids: 'int[]',
  words: 'string[]',
  object: 'object',
  objects: 'object[]',
  attributes: 'object',
  input: 'object',
  boolean: 'boolean',
  json: 'json',
  refusal: 'refusal',
};

const ofWrongType = (kind: Kind): readonly unknown[] => {
  switch (kind.type) {
    case 'int':
      return [true, false, 'yes', 1.5, ' 5', '5 ', '+5', '1e3', '5.0', [], {}];
    case 'decimal':
      return [true, 'cheap', '1e', ' 1', '+1', '1.', '.5', '1,5', [], {}];
    case 'string':
    case 'text':
      return [true, [], {}, ['x']];
    case 'day':
      return [true, 20260131, '31.01.2026', '2026-1-31', '2026-01-31T00:00:00Z', '2026-01-31 10:00:00', [], {}];
    case 'ids':
    case 'words':
    case 'objects':
      return [true, 5, 'x', { a: 1 }];
    case 'object':
    case 'attributes':
    case 'input':
      return [true, 5, 'x', ['x']];
    case 'boolean':
      return [1, 'true', [], {}];
    case 'secret':
    case 'instant':
    case 'json':
    case 'refusal':
      return [];
  }
};

const nextAfter = (most: string): string => `${(BigInt(most.split('.')[0] ?? '0') + 1n).toString()}`;

const outOfDomain = (kind: Kind, isRequired: boolean): readonly unknown[] => {
  switch (kind.type) {
    case 'int':
      return [kind.min - 1, kind.max + 1, String(kind.max + 1), '9'.repeat(30)];
    case 'decimal':
      return [
        nextAfter(kind.max),
        `0.${'0'.repeat(kind.scale)}1`,
        kind.min.startsWith('-') ? '-1e9'.replace('e9', '0'.repeat(9)) : -1,
      ];
    case 'string':
      return ['x'.repeat(kind.maxLength + 1), 'a\u0000b', '\ud800', ' outer ', 'a ', ...(isRequired ? [] : [''])]
        .filter((text) => !isTaken(kind, text))
        .concat(kind.words ? ['no such word', (kind.words[0] ?? '') + ' '] : []);
    case 'text':
      return ['x'.repeat(kind.maxBytes + 1), 'ä'.repeat(kind.maxBytes / 2 + 1), '\u0000'];
    case 'day':
      return ['2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01'];
    default:
      return [];
  }
};

const TEXTS: ReadonlySet<Kind['type']> = new Set(['string', 'text', 'secret']);

/** Values of a wrong type or out of range, each with its refusal. */
export const badValues = ({ kind, name, nullable, required: isRequired }: Field): readonly BadValue[] => {
  const clears = nullable && (kind.type === 'int' || kind.type === 'decimal' || kind.type === 'day');
  return [
    ...ofWrongType(kind).map((sent) => ({ sent, refusal: wrongType(name, sent, EXPECTED[kind.type]) })),
    ...(!clears && (kind.type === 'int' || kind.type === 'decimal' || kind.type === 'day')
      ? [{ sent: '', refusal: wrongType(name, '', EXPECTED[kind.type]) }]
      : []),
    ...outOfDomain(kind, isRequired).map((sent) => ({ sent, refusal: invalid(name, sent) })),
    // A required text cannot be empty.
    ...(isRequired && TEXTS.has(kind.type) ? [{ sent: '', refusal: required(name) }] : []),
    ...(kind.type === 'ids'
      ? [
          { sent: ['x'], refusal: wrongType(name, 'x', 'int') },
          { sent: [-1], refusal: invalid(name, -1) },
        ]
      : []),
    ...(kind.type === 'attributes'
      ? [
          { sent: { a: true }, refusal: wrongType(`${name}.a`, true, 'string') },
          { sent: { a: 'x'.repeat(256) }, refusal: invalid(`${name}.a`, 'x'.repeat(256)) },
        ]
      : []),
    ...(kind.type === 'secret'
      ? ['x'.repeat(kind.maxLength + 1), ...(kind.minLength > 1 ? ['x'] : []), true].map((sent) => ({
          sent,
          refusal: invalid(name, '***'),
        }))
      : []),
  ];
};
