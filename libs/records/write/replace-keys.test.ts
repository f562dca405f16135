import { type Criteria, type Filter, invalidValue } from '../../kernel/index.js';
import { CodeField, IdField, IdsField, ObjectsField, ReferenceField, StringField } from '../declare/decorators.js';
import type { Resource } from '../declare/definition.js';
import { Resources } from '../declare/resources.js';
import type { References } from '../ports.js';
import { keyedCriteria, replaceKeys, standIns } from './replace-keys.js';
import { BrokenInput, type Input } from './row.js';
import { smallResource, uniqueKey } from '../../../test/support/small-resource.js';

class Place {
  @IdField() readonly id!: number;
  @CodeField({ about: '', required: true }) readonly code!: string;
}
class Buyer {
  @IdField() readonly id!: number;
  @StringField({ about: '', nullable: true }) readonly buyerNumber!: string | null;
  @StringField({ about: '', nullable: true }) readonly email!: string | null;
  @ReferenceField('place', { about: '', default: 0, onDelete: 'restrict' }) readonly placeId!: number;
}
class Part {
  @ReferenceField('place', { about: '', required: true, onDelete: 'restrict' }) readonly placeId!: number;
}
class Thing {
  @IdField() readonly id!: number;
  @ReferenceField('buyer', { about: '', nullable: true, onDelete: 'restrict' }) readonly buyerId!: number | null;
  @IdsField('place', { about: '' }) readonly placeIds!: readonly number[];
  @ObjectsField(Part, { about: '' }) readonly parts!: readonly Part[];
}

const resources = new Resources([
  smallResource('place', Place, { unique: [uniqueKey('place_code', 'code')] }),
  smallResource('buyer', Buyer, {
    unique: [uniqueKey('buyer_email', 'email', 'placeId'), uniqueKey('buyer_number', 'buyerNumber')],
  }),
  smallResource('thing', Thing),
]);
const { fields } = resources.named('thing');

const PLACES = [
  { id: 1, code: 'north' },
  { id: 2, code: 'south' },
];
/** Two buyers have the same e-mail address, at different places. */
const BUYERS = [
  { id: 11, buyerNumber: 'B-1', email: 'one@shop.example', placeId: 1 },
  { id: 12, buyerNumber: 'B-2', email: 'both@shop.example', placeId: 1 },
  { id: 13, buyerNumber: 'B-3', email: 'both@shop.example', placeId: 2 },
];
type Row = Readonly<Record<string, unknown>> & { readonly id: number };
const ROWS: Readonly<Record<string, readonly Row[]>> = { place: PLACES, buyer: BUYERS };

/** References to these rows, which record their queries. */
const references = () => {
  const queries: string[] = [];
  const rowsOf = (resource: string): readonly Row[] => ROWS[resource] ?? [];
  const records = (resource: Resource) => ({
    byKey: ({ properties }: { properties: readonly string[] }, samples: readonly Row[]) => {
      queries.push(`key of ${resource.resource}`);
      const isLike = (row: Row, sample: Row) => properties.every((property) => row[property] === sample[property]);
      return Promise.resolve(samples.map((sample) => rowsOf(resource.resource).find((row) => isLike(row, sample))));
    },
    search: ({ groups }: Criteria) => {
      const filter = groups[0]?.[0];
      queries.push(`search of ${resource.resource}`);
      const items = rowsOf(resource.resource).filter((row) => filter?.values.includes(row[filter.property]));
      return Promise.resolve({ items, total: items.length });
    },
  });
  const double = {
    resources,
    recordsOf: records,
    ids: (resource: string, property: string, texts: readonly string[]) => {
      queries.push(`ids of ${resource}`);
      const found = rowsOf(resource).filter((row) => texts.includes(String(row[property])));
      return Promise.resolve(new Map(found.map((row) => [String(row[property]), row.id])));
    },
  } as unknown as References;
  return { double, queries };
};

const replaced = async (input: Input) => {
  const [one] = await replaceKeys(fields, [input], references().double);
  return one;
};
const faultsOf = async (input: Input) => (await replaced(input))?.faults ?? [];

describe('business keys of inputs', () => {
  it.each<[string, Input, Input]>([
    ['a number', { buyer_number: 'B-1' }, { buyerId: 11 }],
    ['a number in camelCase', { buyerNumber: 'B-1' }, { buyerId: 11 }],
    ['an e-mail address of one buyer', { buyer_email: 'one@shop.example' }, { buyerId: 11 }],
    ['an e-mail address at a place', { buyer_email: 'both@shop.example', buyer_place_code: 'south' }, { buyerId: 13 }],
    ['two keys of the same record', { buyer_number: 'B-1', buyer_email: 'one@shop.example' }, { buyerId: 11 }],
    ['a key and the same id', { buyer_number: 'B-1', buyer_id: 11 }, { buyerId: 11 }],
    ['null', { buyer_number: null }, { buyerId: null }],
    ['null next to an id', { buyer_number: null, buyer_id: 12 }, { buyer_id: 12 }],
    ['a list, without duplicates', { place_codes: ['south', 'north', 'south'] }, { placeIds: [2, 1] }],
    ['an empty list', { place_codes: [] }, { placeIds: [] }],
    ['keys in a list of objects', { parts: [{ place_code: 'south' }, 7] }, { parts: [{ placeId: 2 }, 7] }],
  ])('become ids: %s', async (_, input, expected) => {
    expect(await replaced({ ...input, other: 1 })).toEqual({
      input: { ...expected, other: 1 },
      faults: [],
      absent: [],
    });
  });

  it.each<[string, Input, string]>([
    ['an e-mail address of several buyers', { buyer_email: 'both@shop.example' }, 'Several records have the %first'],
    ['an incomplete key', { buyer_place_code: 'south' }, 'is part of a key'],
    ['an incomplete key that is not a string', { buyer_place_code: {} }, '"kind":"type"'],
    [
      'keys of two records',
      { buyer_number: 'B-1', buyer_email: 'both@shop.example', buyer_place_code: 'south' },
      'refer to different records',
    ],
    ['a key and another id', { buyer_number: 'B-1', buyer_id: 12 }, 'refer to different records'],
    ['a list and other ids', { place_codes: ['south'], place_ids: [1] }, 'refer to different records'],
  ])('are rejected: %s', async (_, input, words) => {
    const faults = await faultsOf(input);
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults)).toContain(words);
  });

  it('are reported with their resource if no record has them', async () => {
    const one = await replaced({ buyer_number: 'B-9', place_codes: ['south', 'west'] });
    expect(one?.faults).toEqual([
      invalidValue('buyer_number', 'B-9', 'the buyer_number of an existing buyer'),
      invalidValue('place_codes', 'west', 'the code of an existing place'),
    ]);
    expect(one?.absent).toEqual(['buyer', 'place']);
  });

  it('of a wrong type are reported with their path', async () => {
    expect(JSON.stringify(await faultsOf({ buyer_number: {} }))).toContain('buyer_number');
    expect(JSON.stringify(await faultsOf({ parts: [{}, { place_code: 'west' }] }))).toContain('parts[1]');
  });

  it('of many inputs are looked up together', async () => {
    const { double, queries } = references();
    const inputs = ['B-1', 'B-2', 'B-1'].map((text) => ({ buyer_number: text }));
    const read = await replaceKeys(fields, inputs, double);
    expect(read.map(({ input }) => input)).toEqual([{ buyerId: 11 }, { buyerId: 12 }, { buyerId: 11 }]);
    expect(queries).toEqual(['ids of buyer']);
  });

  it('cause no query if absent, and the inputs stay the same objects', async () => {
    const { double, queries } = references();
    const inputs: Input[] = [{ buyer_id: 11 }, new BrokenInput(invalidValue('row', 1))];
    const read = await replaceKeys(fields, inputs, double);
    expect(read.map(({ input }, at) => input === inputs[at])).toEqual([true, true]);
    const place = resources.named('place').fields;
    expect(await replaceKeys(place, inputs, double)).toHaveLength(2);
    expect(queries).toEqual([]);
  });

  it('do not affect a broken row', async () => {
    const broken = new BrokenInput(invalidValue('row', 1));
    const read = await replaceKeys(fields, [broken, { buyer_number: 'B-1' }], references().double);
    expect(read.map(({ input }) => input)).toEqual([broken, { buyerId: 11 }]);
  });
});

describe('an input that is only checked', () => {
  it('gets a placeholder id for any key and keeps a sent id', () => {
    expect(standIns(fields, { buyer_number: 'unknown' }, resources)).toEqual({ buyerId: 1 });
    expect(standIns(fields, { buyer_number: 'B-1', buyer_id: 12 }, resources)).toEqual({ buyer_id: 12 });
  });

  it('is rejected for a key of a wrong type or an incomplete key', () => {
    expect(() => standIns(fields, { buyer_number: {} }, resources)).toThrow('buyer_number');
    expect(() => standIns(fields, { buyer_place_code: 'south' }, resources)).toThrow('part of a key');
  });
});

describe('filters by business keys', () => {
  const filter = (property: string, condition: string, ...values: readonly unknown[]): Filter =>
    ({ property, condition, values }) as Filter;
  const by = (...groups: readonly (readonly Filter[])[]): Criteria => ({ groups, sort: [], page: 1, pageSize: 10 });
  const keyed = async (...groups: readonly (readonly Filter[])[]) =>
    (await keyedCriteria(fields, by(...groups), references().double)).groups;

  it('become filters by ids', async () => {
    expect(await keyed([filter('buyerNumber', 'eq', 'B-2'), filter('id', 'gt', 4)])).toEqual([
      [filter('buyerId', 'eq', 12), filter('id', 'gt', 4)],
    ]);
    expect(await keyed([filter('placeCodes', 'finset', 'south')])).toEqual([[filter('placeIds', 'in', 2)]]);
  });

  it('with several parts use all of them', async () => {
    const email = filter('buyerEmail', 'eq', 'both@shop.example');
    expect(await keyed([email], [filter('buyerPlaceCode', 'eq', 'south')])).toEqual([[filter('buyerId', 'eq', 13)]]);
    await expect(keyed([email])).rejects.toThrow('Several records have the buyer_email');
    await expect(keyed([filter('buyerPlaceCode', 'eq', 'south')])).rejects.toThrow('part of a key');
    const notAlone = [filter('buyerPlaceCode', 'eq', 'south'), filter('id', 'eq', 1)];
    await expect(keyed([email], notAlone)).rejects.toThrow('must use eq and be the only filter in its group');
  });

  it('find nothing for a key that no record has', async () => {
    expect(await keyed([filter('buyerNumber', 'in', 'B-1', 'B-9')])).toEqual([[filter('buyerId', 'in', 11, -1)]]);
  });

  it('are rejected for conditions that compare texts', async () => {
    await expect(keyed([filter('buyerNumber', 'like', 'B%')])).rejects.toThrow('can\'t be used on "buyer_number"');
  });

  it('leave filters by other fields unchanged', async () => {
    const criteria = by([filter('id', 'eq', 1)]);
    expect(await keyedCriteria(fields, criteria, references().double)).toBe(criteria);
  });
});
