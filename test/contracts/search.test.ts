import fc from 'fast-check';
import { type Condition, type Criteria, day, Decimal, type Filter, type Sort } from '../../libs/kernel/index.js';
import { type Field, isList, type Records } from '../../libs/records/index.js';
import { MemoryStore } from '../support/memory/store.js';
import { boxItem, type Branch, branch, sampleResources, shelf, type Slot, slot } from './samples.js';
import { aBox, aBranch, aSlot, type Box, describeOnStores, type Store } from './stores.js';

const TEXTS = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'aB',
  'a,b',
  'b,a',
  'a%',
  '100%',
  '_',
  '\\',
  'a\\b',
  'a ',
  ' a',
  'é',
  'É',
  'Straße',
  'STRASSE',
  'STRAẞE',
  'İ',
  'ΣΑΣ',
  'σας',
  'σασ',
  'Ж',
  'ж',
  'Ⴀ',
  'ⴀ',
  'Ǆ',
  '𐐀',
  '𐐨',
  '漢',
  '🧰',
  '"',
  "'",
];
const NUMBERS = [0, 1, 2, 9, 10, 2_147_483_647];
const DECIMALS = ['-5', '-0.000001', '0', '0.1', '0.100001', '1', '9', '10', '999999999.999999'];
const INSTANTS = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-06-30T23:59:59.999Z'].map(
  (instant) => new Date(instant),
);
const DAYS = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-12-31'];

const text = fc.constantFrom(...TEXTS);
const pattern = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      '%',
      '_',
      '\\',
      '\\%',
      '\\_',
      '\\a',
      ',',
      'é',
      'É',
      'ß',
      'Σ',
      'ς',
      'i',
      'Ж',
      'Ⴀ',
      'ǆ',
      '𐐨',
      '🧰',
      ' ',
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
/** Includes values that no column can store. */
const decimal = fc
  .constantFrom(...DECIMALS, '0.0999999999', '0.10000000000000000001', '-0.0000001', '1e20', '99999999999.5')
  .map((value) => new Decimal(value));

const valueFor = (field: Field): fc.Arbitrary<unknown> => {
  switch (field.kind.type) {
    case 'int':
      return fc.oneof(fc.constantFrom(...NUMBERS, -1, Number.MAX_SAFE_INTEGER), fc.integer({ min: 0, max: 30 }));
    case 'ids':
      return fc.integer({ min: 0, max: 30 });
    case 'decimal':
      return decimal;
    case 'instant':
      return fc.constantFrom(...INSTANTS, new Date('2026-01-01T00:00:00.0005Z'));
    case 'day':
      return fc.constantFrom(...DAYS);
    default:
      return text;
  }
};

const SCALAR: readonly Condition[] = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gteq',
  'lteq',
  'from',
  'to',
  'moreq',
  'in',
  'nin',
  'null',
  'notnull',
  'finset',
  'nfinset',
];
const LISTED: readonly Condition[] = ['eq', 'in', 'finset', 'null'];

const filterOn = (field: Field): fc.Arbitrary<Filter> => {
  const { property, kind } = field;
  const conditions = isList(kind)
    ? LISTED
    : kind.type === 'string'
      ? [...SCALAR, 'like' as const, 'nlike' as const]
      : SCALAR;
  return fc.constantFrom(...conditions).chain((condition): fc.Arbitrary<Filter> => {
    if (condition === 'null' || condition === 'notnull') return fc.constant({ property, condition, values: [] });
    if (condition === 'like' || condition === 'nlike')
      return pattern.map((value) => ({ property, condition, values: [value] }));
    const size =
      condition === 'in' || condition === 'nin' ? { minLength: 1, maxLength: 5 } : { minLength: 1, maxLength: 1 };
    return fc.array(valueFor(field), size).map((values) => ({ property, condition, values }));
  });
};

const criteriaOn = (fields: readonly Field[]): fc.Arbitrary<Criteria> => {
  const searchable = fields.filter((field) => field.searchable);
  const filter = fc.constantFrom(...searchable).chain(filterOn);
  const sort: fc.Arbitrary<Sort> = fc.record({
    property: fc.constantFrom(...searchable.filter(({ kind }) => !isList(kind)).map(({ property }) => property)),
    direction: fc.constantFrom('ASC' as const, 'DESC' as const),
  });
  return fc.record({
    groups: fc
      .array(fc.array(filter, { maxLength: 3 }), { maxLength: 3 })
      .map((groups) => groups.filter((group) => group.length > 0)),
    sort: fc.array(sort, { maxLength: 3 }),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.constantFrom(1, 3, 10, 300),
  });
};

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];

const someSlots = (): readonly Slot[] =>
  TEXTS.map((value, at) =>
    aSlot({
      id: at + 1,
      shelfId: (at % 3) + 1,
      groupNumber: at % 4 === 0 ? null : (pick(NUMBERS, at) ?? 0),
      fromDate: at % 5 === 0 ? null : day(pick(DAYS, at) ?? ''),
      currency: value.length > 3 ? null : value,
      qty: new Decimal((at % 7) + 1),
      label: at % 6 === 5 ? null : value,
      owner: at % 3 === 2 ? null : `${value}${at < 10 ? 'x' : 'Y'}${at}`,
      isMain: 0,
      amount: new Decimal(pick(DECIMALS, at) ?? '0'),
    }),
  );

const someBranches = (): readonly Branch[] =>
  TEXTS.slice(1).map((name, at) =>
    aBranch({
      id: at + 1,
      name,
      slotIds: at % 4 === 0 ? [] : [1 + at, 1 + (at % 5)].filter((id, index, all) => all.indexOf(id) === index),
    }),
  );

const someBoxes = (): readonly Box[] =>
  TEXTS.slice(1).map((boxCode, at) =>
    aBox({
      id: at + 1,
      boxCode,
      shelfId: (at % 3) + 1,
      shelfIds: [(at % 2) + 1],
      degrees: at % 3 === 0 ? null : at - 5,
      ratio: at % 4 === 0 ? null : new Decimal(at).div(4),
      bestBefore: at % 5 === 0 ? null : day(pick(DAYS, at) ?? ''),
      updatedAt: pick(INSTANTS, at) ?? new Date(0),
      email: at % 2 === 0 ? null : `Box${at}@Example.com`,
    }),
  );

const fill = async ({ records, transactions }: Pick<Store, 'records' | 'transactions'>): Promise<void> =>
  transactions.write(async () => {
    await records.recordsOf(shelf).insert(
      [1, 2, 3].map((id) => ({ id, code: ['B', 'a', 'é'][id - 1] ?? '', name: null })),
      true,
    );
    await records.recordsOf(slot).insert(someSlots(), true);
    await records.recordsOf(branch).insert(someBranches(), true);
    await records.recordsOf(boxItem).insert(someBoxes(), true);
  });

/** The reference: the rules of wire.md §4 over plain lists. */
const referenceStore = async (): Promise<MemoryStore> => {
  const store = new MemoryStore(sampleResources().all);
  await fill({
    records: store,
    transactions: {
      isOpen: false,
      write: (work) => work(),
      snapshot: (work) => work(),
      afterCommit: (work) => work(),
    },
  });
  return store;
};

describeOnStores('search', (open) => {
  let store: Store;
  let slots: Records<Slot>;
  let reference: MemoryStore;

  beforeAll(async () => {
    store = await open();
    await fill(store);
    slots = store.records.recordsOf(slot);
    reference = await referenceStore();
  });
  afterAll(() => store.close());

  const labels = async (...filters: readonly Filter[]): Promise<readonly (string | null)[]> =>
    (await slots.search({ groups: filters.map((filter) => [filter]), sort: [], page: 1, pageSize: 300 })).items.map(
      ({ label }) => label,
    );

  it.each([slot, branch, boxItem])('returns the same as the reference: $resource', async (resource) => {
    const [tested, expectedOnes] = [
      store.records.recordsOf(resource as typeof slot),
      reference.recordsOf(resource as typeof slot),
    ];
    await fc.assert(
      fc.asyncProperty(criteriaOn(resource.fields), async (criteria) => {
        const [answer, expected] = [await tested.search(criteria), await expectedOnes.search(criteria)];
        expect([answer.items.map(({ id }) => id), answer.total]).toEqual([
          expected.items.map(({ id }) => id),
          expected.total,
        ]);
      }),
      { numRuns: 400 },
    );
  });

  it('sorts by code point, missing values first', async () => {
    const { items } = await slots.search({
      groups: [],
      sort: [{ property: 'label', direction: 'ASC' }],
      page: 1,
      pageSize: 300,
    });
    const found = items.flatMap(({ label }) => label ?? []);
    expect(found).toEqual([...found].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    expect(items[0]?.label).toBeNull();
  });

  it('compares decimals as numbers', async () => {
    const values = [new Decimal(9)];
    const { items } = await slots.search({
      groups: [[{ property: 'amount', condition: 'gt', values }]],
      sort: [],
      page: 1,
      pageSize: 300,
    });
    expect(new Set(items.map(({ amount }) => amount.toFixed()))).toEqual(new Set(['10', '999999999.999999']));
  });

  it('finds a user name in any letter case', async () => {
    expect(await labels({ property: 'owner', condition: 'eq', values: ['AX1'] })).toEqual(['a']);
    expect(await labels({ property: 'owner', condition: 'in', values: ['ax1', 'nobody'] })).toEqual(['a']);
  });

  it('supports the escapes of like', async () => {
    expect(await labels({ property: 'label', condition: 'like', values: ['100\\%'] })).toEqual(['100%']);
    expect(await labels({ property: 'label', condition: 'like', values: ['a\\\\B'] })).toEqual(['a\\b']);
    expect(await labels({ property: 'label', condition: 'like', values: ['%\\'] })).toEqual([]);
  });

  it('counts all matches on every page', async () => {
    const all = TEXTS.length;
    const pages = Math.ceil(all / 7);
    for (const [page, pageSize, items] of [
      [1, 7, 7],
      [pages, 7, all - 7 * (pages - 1)],
      [pages + 1, 7, 0],
      [9, 300, 0],
      [1, 300, all],
    ] as const) {
      const answer = await slots.search({ groups: [], sort: [], page, pageSize });
      expect([answer.items.length, answer.total]).toEqual([items, all]);
    }
  });

  it('accepts thousands of values and hundreds of filters', async () => {
    const values = Array.from({ length: 12_000 }, (_, at) => at);
    expect(await labels({ property: 'id', condition: 'in', values })).toHaveLength(TEXTS.length);
    expect(await labels({ property: 'id', condition: 'nin', values })).toHaveLength(0);
    const filters = Array.from({ length: 800 }, (_, at): Filter => ({
      property: 'id',
      condition: 'neq',
      values: [at + 5],
    }));
    expect(await labels(...filters)).toHaveLength(4);
    const group = filters.map((filter): Filter => ({ ...filter, condition: 'eq' }));
    expect((await slots.search({ groups: [group], sort: [], page: 1, pageSize: 300 })).total).toBe(TEXTS.length - 4);
  });

  it('accepts a pattern of any length', async () => {
    const all = (await labels({ property: 'label', condition: 'notnull', values: [] })).length;
    for (const [value, found] of [
      ['%_'.repeat(30_000), 0],
      ['a%'.repeat(30_000), 0],
      ['%'.repeat(60_000), all],
      ['\\'.repeat(60_001), 0],
    ] as const) {
      expect(await labels({ property: 'label', condition: 'like', values: [value] })).toHaveLength(found);
    }
  });
});
