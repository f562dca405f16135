import {
  CodeField,
  IdField,
  IdsField,
  IntField,
  type NamedRecord,
  ObjectsField,
  ReferenceField,
  Resources,
  StringField,
} from '../../../libs/records/index.js';
import type { SourceRow } from '../domain/source-row.js';
import { columnOfFields, namedInRow, readRow } from './read-row.js';
import { inLoadingOrder, recordFileOf } from './record-file.js';
import { smallResource, uniqueKey } from '../../../test/support/small-resource.js';

class Place {
  @IdField() readonly id!: number;
  @CodeField({ about: '', required: true }) readonly code!: string;
}
class Buyer {
  @IdField() readonly id!: number;
  @StringField({ about: '', nullable: true }) readonly buyerNumber!: string | null;
  @StringField({ about: '', nullable: true }) readonly email!: string | null;
}
class Part {
  @ReferenceField('place', { about: '', required: true, onDelete: 'restrict' }) readonly placeId!: number;
  @IntField({ about: '' }) readonly count!: number;
}
class Thing {
  @IdField() readonly id!: number;
  @ReferenceField('buyer', { about: '', required: true, onDelete: 'restrict' }) readonly buyerId!: number;
  @ReferenceField('place', { about: '', nullable: true, onDelete: 'restrict' }) readonly placeId!: number | null;
  @IdsField('place', { about: '' }) readonly placeIds!: readonly number[];
  @ObjectsField(Part, { about: '' }) readonly parts!: readonly Part[];
  @IntField({ about: '', default: 3 }) readonly rank!: number;
}
class Condition {
  @IdField() readonly id!: number;
  @StringField({ about: '', required: true }) readonly attribute!: string;
  @StringField({ about: '', nullable: true }) readonly value!: string | null;
}

const resources = new Resources([
  smallResource('thing', Thing, { table: 'thing_rows' }),
  smallResource('place', Place, { table: 'place_rows', unique: [uniqueKey('place_code', 'code')] }),
  smallResource('buyer', Buyer, {
    table: 'buyer_rows',
    unique: [uniqueKey('buyer_number', 'buyerNumber'), uniqueKey('buyer_email', 'email')],
  }),
  smallResource('condition', Condition, {
    table: 'condition_rows',
    inFiles: { idText: { property: 'value', resource: 'place', isIdWhere: { property: 'attribute', is: 'place' } } },
  }),
]);
const fileOf = (resource: string) => recordFileOf(resources.named(resource), resources);
const THINGS = fileOf('thing');

/** A row as read from a file; null is an empty cell. */
const row = (cells: Readonly<Record<string, string | null>>): SourceRow => ({
  line: 2,
  values: Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell ?? ''])),
  blank: new Set(Object.keys(cells).filter((column) => cells[column] === null)),
});

const IDS: Readonly<Record<string, number | 'several'>> = {
  'place north': 1,
  'place south': 2,
  'buyer B-1': 11,
  'buyer both@shop.example': 'several',
};
const idOf = ({ naming, cells }: NamedRecord) => IDS[`${naming.resource} ${cells[0] ?? ''}`] ?? 'absent';

const read = (cells: Readonly<Record<string, string | null>>, file = THINGS) => readRow(file, row(cells), idOf);

describe('a row of a file', () => {
  it('becomes a record with IDs in place of names', () => {
    const cells = {
      buyer_number: 'B-1',
      place_code: 'south',
      place_codes: '["north","south"]',
      parts: '[{"place_code":"north","count":4}]',
      rank: '7',
    };
    const { input } = read(cells) as { input: object };
    expect(input).toMatchObject({ buyer_id: 11, place_id: 2, place_ids: [1, 2], parts: [{ place_id: 1, count: 4 }] });
    expect(String((input as { rank: unknown }).rank)).toBe('7');
  });

  it('sets only fields that have a column', () => {
    expect(read({ buyer_number: 'B-1' })).toEqual({ input: { buyer_id: 11 } });
  });

  it('clears the field of an empty cell or sets its default', () => {
    const cells = { buyer_number: 'B-1', place_code: null, place_codes: null, parts: null, rank: null };
    expect(read(cells)).toEqual({ input: { buyer_id: 11, place_id: null, place_ids: [], parts: [], rank: 3 } });
  });

  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['an unknown name', { buyer_number: 'B-9' }, 'buyer_number'],
    [
      'a name that matches several records',
      { buyer_email: 'both@shop.example' },
      '"both@shop.example" in buyer_email matches several records',
    ],
    ['an empty name of a required record', { buyer_number: null }, 'buyer_number'],
    ['names that are not a list', { buyer_number: 'B-1', place_codes: '"north"' }, 'place_codes'],
    ['names that are not JSON', { buyer_number: 'B-1', place_codes: '[north' }, 'place_codes'],
    ['a listed name that is not a text', { buyer_number: 'B-1', place_codes: '[7]' }, 'place_codes'],
    ['an unknown name in a list', { buyer_number: 'B-1', place_codes: '["west"]' }, 'place_code'],
    ['an object without its required name', { buyer_number: 'B-1', parts: '[{"count":1}]' }, 'place_code'],
    ['objects that are not a list', { buyer_number: 'B-1', parts: '{}' }, 'parts'],
  ])('is invalid with %s', (_, cells, words) => {
    const found = read(cells);
    expect(found).toEqual({ reason: expect.any(String) as string });
    expect((found as { reason: string }).reason).toContain(words);
  });

  it('leaves list items that are not objects for the service to refuse', () => {
    expect(read({ buyer_number: 'B-1', parts: '[7]' })).toEqual({ input: { buyer_id: 11, parts: [7] } });
  });

  it('must contain one of the keys of the record', () => {
    const reason = 'the row does not identify a record; enter a value in buyer_number or email';
    expect(read({ buyer_number: null, email: null }, fileOf('buyer'))).toEqual({ reason });
    expect(read({ email: 'a@shop.example' }, fileOf('buyer'))).toEqual({ input: { email: 'a@shop.example' } });
  });

  it('does not hide other errors', () => {
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => readRow(THINGS, row({ buyer_number: 'B-1' }), broken)).toThrow('broken');
  });
});

describe('a text that may be an ID', () => {
  const file = fileOf('condition');

  it('is read from its own column if it is an ID', () => {
    expect(file.columns).toEqual(['attribute', 'value', 'place_code']);
    const cells = { attribute: 'place', value: null, place_code: 'south' };
    expect(read(cells, file)).toEqual({ input: { attribute: 'place', value: '2' } });
    expect(read({ attribute: 'color', value: 'red', place_code: null }, file)).toEqual({
      input: { attribute: 'color', value: 'red' },
    });
  });

  it.each([
    ['a name for another attribute', { attribute: 'color', value: 'red', place_code: 'south' }, 'place_code'],
    ['no name', { attribute: 'place', value: null, place_code: null }, 'place_code'],
    ['both columns', { attribute: 'place', value: '2', place_code: 'south' }, 'value'],
  ])('is invalid with %s', (_, cells, words) => {
    expect((read(cells, file) as { reason: string }).reason).toContain(words);
  });
});

describe('the records that a row references', () => {
  const namesIn = (cells: Readonly<Record<string, string | null>>, file = THINGS) =>
    [...namedInRow(file, row(cells))].map(({ naming, cells: [first] }) => `${naming.resource} ${first ?? ''}`);

  it('come from all its columns', () => {
    const cells = {
      buyer_number: 'B-1',
      place_code: null,
      place_codes: '["north"]',
      parts: '[{"place_code":"south"},7,{}]',
    };
    expect(namesIn(cells)).toEqual(['buyer B-1', 'place north', 'place south']);
    expect(namesIn({ attribute: 'place', value: null, place_code: 'south' }, fileOf('condition'))).toEqual([
      'place south',
    ]);
  });

  it('exclude lists that cannot be read, which the row itself reports', () => {
    expect(namesIn({ place_codes: '[7]', parts: '{}' })).toEqual([]);
  });
});

describe('record files', () => {
  it('are loaded after the files that they reference', () => {
    const files = ['thing', 'condition', 'place', 'buyer'].map(fileOf);
    expect(inLoadingOrder(files).map(({ file }) => file)).toEqual([
      'buyer_rows.csv',
      'place_rows.csv',
      'thing_rows.csv',
      'condition_rows.csv',
    ]);
  });

  it('map the fields of a message to columns', () => {
    expect(columnOfFields(THINGS)).toMatchObject({ buyer_id: 'buyer_number', place_ids: 'place_codes', rank: 'rank' });
  });
});
