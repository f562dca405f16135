import type { DppSettings } from '../../src/dpp/passport/index.js';
import { SqlSharedBodies } from '../../src/dpp/versions/adapters/sql/sql-shared-bodies.js';
import { MemoryTemplates } from '../support/dpp-public.js';
import { Clock, type Criteria, type Day, day, type Filter, type Sort } from '../../libs/kernel/index.js';
import type { Database } from '../../libs/database/index.js';
import { Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../support/rooms.js';
import { ProcessMemory } from '../../libs/cache/index.js';
import { RememberedPublishedPassports } from '../../src/dpp/public/adapters/memory/remembered-published-passports.js';
import { SqlPublishedPassports } from '../../src/dpp/public/adapters/sql/sql-published-passports.js';
import { type PassportStore, PassportStores } from '../../src/dpp/passport/ports/passport-stores.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { analyze, fillWith, planOf, type Step, watched } from '../support/query-plans.js';
import { measures, slowness, workedMs } from '../support/measured.js';

measures();

const NOW = new Date('2026-06-15T12:00:00Z');

class FixedClock extends Clock {
  now(): Date {
    return NOW;
  }
}

/** Every store there is, the same day everywhere: neither is the matter here. */
class AnyStore extends PassportStores {
  issuerOf(): Promise<null> {
    return Promise.resolve(null);
  }

  byId(id: number): Promise<PassportStore> {
    return Promise.resolve({ id, locale: null });
  }

  today(): Promise<Day> {
    return Promise.resolve(day('2026-06-15'));
  }
}

/** Of each of 5,000 SKUs a model, a batch and eighteen items; every tenth passport is of store 1, the others of all. */
const PASSPORTS = 100_000;
const SKUS = 5_000;
/** Some milliseconds on a quiet machine. */
const SEARCH_MAX_MS = 1000;
/** Of a hundred products. */
const IDS_MAX_MS = 20;

const fillPassports = async ({ persistence }: OpenTestDatabase): Promise<void> => {
  await fillWith(
    persistence,
    'published_passport',
    {
      id: 'n + 1',
      passport_id: 'n + 1',
      uuid: "CONCAT('uuid-', n)",
      published_passport_key_key: "CONCAT('key-', n)",
      sku: `CONCAT('SKU-', n % ${SKUS})`,
      sku_key: `CONCAT('sku-', n % ${SKUS})`,
      mpn: "CONCAT('M', n % 20000)",
      mpn_key: "CONCAT('m', n % 20000)",
      espr_category: "CASE WHEN n % 2 = 0 THEN 'Batteries' ELSE 'textiles' END",
      espr_category_key: "CASE WHEN n % 2 = 0 THEN 'batteries' ELSE 'textiles' END",
      hs_code: "CONCAT('85', n % 10000)",
      gtin: `CONCAT('GTIN-', n % ${SKUS})`,
      store_id: 'CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END',
      preference: `CASE WHEN n < ${SKUS} THEN 3 WHEN n < ${2 * SKUS} THEN 2 ELSE 1 END`,
      granularity: `CASE WHEN n < ${SKUS} THEN 'model' WHEN n < ${2 * SKUS} THEN 'batch' ELSE 'item' END`,
      batch: `CASE WHEN n < ${SKUS} THEN NULL ELSE CONCAT('B-', n % 100) END`,
      serial: `CASE WHEN n < ${2 * SKUS} THEN NULL ELSE CONCAT('S-', n) END`,
      template_code: "'tiny'",
      template_version: "'1.0.0'",
      version: 1,
      status: "'published'",
      completeness_score: 'n % 101',
      published_at: "'2026-06-01T00:00:00.000Z'",
    },
    PASSPORTS,
  );
  await fillWith(
    persistence,
    'passport_publication',
    { id: 'n + 1', template_id: 1, public_url: "''", qr_target: "''", view: "'{}'", jsonld: "'{}'" },
    PASSPORTS,
  );
  await analyze(persistence, ['published_passport', 'passport_publication']);
};

const criteria = (property: string, value: string | number): Criteria => ({
  groups: [[{ property, condition: 'eq', values: [value] }]],
  sort: [],
  page: 1,
  pageSize: 20,
});

describeOnDatabases('what the public asks the database of 100,000 passports', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    await fillPassports(opened);
  }, 120_000);
  afterAll(() => opened.close());

  const passportsOn = (database: Database): SqlPublishedPassports => {
    return new SqlPublishedPassports(
      opened.persistence.resources,
      database,
      opened.persistence.transactions,
      new AnyStore(),
      new FixedClock(),
      new SqlSharedBodies(database),
      new MemoryTemplates([]),
      { publicBaseUrl: 'https://id.example' } as DppSettings,
    );
  };

  /** What was found, and how its statements come to the rows of the index and to what was made at publication. */
  const asked = async <T>(ask: (passports: SqlPublishedPassports) => Promise<T>) => {
    const { database, statements } = watched(opened.persistence.database);
    const found = await ask(passportsOn(database));
    const steps: Step[] = [];
    for (const statement of statements) steps.push(...(await planOf(opened.persistence.database, statement)));
    // Results that are put together (q0, q1, …) aren't tables.
    const tables = steps.filter(({ table }) => !/^q\d+$/.test(table));
    const isIndex = ({ table }: Step): boolean => table === 'p' || table === 't';
    // Whether anything follows a passport is asked of its own index alone.
    const isLink = ({ table }: Step): boolean => table === 'l';
    for (const link of tables.filter(isLink))
      expect(link).toMatchObject({ index: 'passport_link_named', walks: false });
    return {
      found,
      questions: statements.length,
      index: tables.filter(isIndex),
      made: tables.filter((step) => !isIndex(step) && !isLink(step)),
    };
  };
  /** Each by one of these indexes, none by going through all of it. */
  const expectWays = (steps: readonly Step[], expected: RegExp): void => {
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatchObject({ index: expect.stringMatching(expected), walks: false });
  };

  it('by SKU: as many questions for one as for many, by the index of SKUs', async () => {
    const ask = (count: number) =>
      asked((passports) =>
        passports.bySkus(
          Array.from({ length: count }, (_, at) => ({ sku: `SKU-${at}`, storeId: 1, isKnownStore: true })),
        ),
      );
    const [one, many] = [await ask(1), await ask(20)];
    expect(new Set(many.found.map((passport) => passport?.granularity))).toEqual(new Set(['model']));
    expect(many.questions).toBe(one.questions);
    expectWays(many.index, /^published_passport_sku$/);
    expectWays(many.made, /^PRIMARY$/);
  });

  it('of many who ask at once for what is not remembered: hardly more questions than for one', async () => {
    const { transactions, changes, database: stored } = opened.persistence;
    const { database, statements } = watched(stored);
    const memory = new ProcessMemory(changes, transactions, 16 * 1024 * 1024);
    const passports = new RememberedPublishedPassports(passportsOn(database), memory, new FixedClock());
    const ask = () =>
      Promise.all([
        ...Array.from({ length: 20 }, (_, at) =>
          passports.bySkus([{ sku: `SKU-${at}`, storeId: 1, isKnownStore: true }]),
        ),
        ...Array.from({ length: 20 }, (_, at) => passports.byGtin({ gtin: `GTIN-${at}`, serial: `S-${15_000 + at}` })),
        ...Array.from({ length: 20 }, (_, at) => passports.byUuid(`uuid-${at}`)),
      ]);
    const found = (await ask()).flat();
    expect(found.filter((passport) => passport !== undefined)).toHaveLength(60);
    // The first one's, who asked whether anything has changed before the others did, and that of all others.
    const asked = statements.length;
    expect(asked).toBeLessThanOrEqual(2);
    // Each is told what it asked for, and that is remembered.
    expect((await ask()).flat()).toEqual(found);
    expect(found.slice(0, 20).map((passport) => passport?.sku)).toEqual(
      Array.from({ length: 20 }, (_, at) => `SKU-${at}`),
    );
    expect(found.slice(40).map((passport) => passport?.uuid)).toEqual(
      Array.from({ length: 20 }, (_, at) => `uuid-${at}`),
    );
    expect(statements).toHaveLength(asked);
  });

  it.each([
    ['batch', { batch: 'B-1' }, 'batch'],
    ['serial', { serial: 'S-15001' }, 'item'],
  ])('by SKU and %s: by an index of SKUs', async (_, narrowed, granularity) => {
    const { found, index, made } = await asked((passports) =>
      passports.bySkus([{ sku: 'SKU-1', storeId: 0, isKnownStore: true, ...narrowed }]),
    );
    expect(found[0]?.granularity).toBe(granularity);
    expectWays(index, /^published_passport_sku/);
    expectWays(made, /^PRIMARY$/);
  });

  it('by uuid: by its index', async () => {
    const { found, index, made } = await asked((passports) => passports.byUuid('uuid-17'));
    expect(found?.passportId).toBe(18);
    expectWays(index, /^published_passport_uuid$/);
    expectWays(made, /^PRIMARY$/);
  });

  it.each([
    ['a model', {}, 'model'],
    ['a batch', { batch: 'B-1' }, 'batch'],
    ['an item', { serial: 'S-15001' }, 'item'],
    ['an item of a batch', { batch: 'B-1', serial: 'S-15001' }, 'item'],
    ['an item that is not there', { batch: 'B-1', serial: 'S-0' }, undefined],
    ['a batch that is not there', { batch: 'B-0' }, undefined],
  ])('by the digital link of %s: by the indexes of GTINs', async (_, narrowed, granularity) => {
    const { found, index, made } = await asked((passports) =>
      passports.byGtin({ gtin: 'GTIN-1', storeId: 1, ...narrowed }),
    );
    expect(found?.granularity).toBe(granularity);
    expectWays(index, /^published_passport_gtin/);
    if (found) expectWays(made, /^PRIMARY$/);
  });

  /** Of all levels, one that isn't there among them. */
  const hundred = Array.from({ length: 100 }, (_, at) => {
    const gtin = `GTIN-${at}`;
    if (at % 5 === 0) return { uuid: `uuid-${at}` };
    if (at % 5 === 1) return { gtin, storeId: 1 };
    if (at % 5 === 2) return { gtin, storeId: 1, batch: `B-${at}` };
    if (at % 5 === 3) return { gtin, storeId: 1, serial: `S-${15_000 + at}` };
    return { gtin, storeId: 1, serial: 'S-0' };
  });

  it('the uuids of a hundred products: one question, each part by an index; nothing is read of what they say', async () => {
    const { found, questions, index, made } = await asked((passports) => passports.uuidsOf(hundred));
    expect(questions).toBe(1);
    expect(found).toEqual(
      hundred.map((one, at) => {
        if ('uuid' in one) return one.uuid;
        if (one.batch !== undefined) return `uuid-${SKUS + at}`;
        return one.serial === 'S-0' ? undefined : `uuid-${one.serial === undefined ? at : 15_000 + at}`;
      }),
    );
    expectWays(index, /^published_passport_(?:gtin|uuid)/);
    expect(made).toEqual([]);
  });

  it('they are found within 20 ms of processor time', async () => {
    const passports = passportsOn(opened.persistence.database);
    const took: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const began = workedMs();
      await passports.uuidsOf(hundred);
      took.push(workedMs() - began);
    }
    expect(took.toSorted((one, other) => one - other)[3]).toBeLessThan(IDS_MAX_MS * slowness());
  });

  it.each([
    ['sku', 'SKU-1', 20, /^published_passport_sku/],
    ['gtin', 'GTIN-1', 20, /^published_passport_gtin/],
    ['uuid', 'uuid-17', 1, /^published_passport_uuid$/],
    ['passportId', 17, 1, /^published_passport_listed$/],
  ])('the list filtered by %s: by its index, then what it shows by id', async (property, value, count, expected) => {
    const { found, index, made } = await asked((passports) => passports.search(criteria(property, value), 1));
    expect([found.total, found.items.length]).toEqual([count, count]);
    expectWays(
      index.filter(({ table }) => table === 't'),
      expected,
    );
    expectWays([...index.filter(({ table }) => table === 'p'), ...made], /^PRIMARY$/);
  });

  it('a page of the whole list: in the order of an index, so that it reads no more than it shows', async () => {
    const { found, index } = await asked((passports) =>
      passports.search({ groups: [], sort: [], page: 1, pageSize: 20, uncounted: true }, 1),
    );
    expect(found.items.map(({ passportId }) => passportId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const [search] = index.filter(({ table }) => table === 't');
    expect(search).toMatchObject({ index: 'published_passport_listed' });
  });

  const filter = (property: string, condition: Filter['condition'], ...values: readonly unknown[]): Filter => ({
    property,
    condition,
    values,
  });
  const sorted = (property: string, direction: Sort['direction'] = 'ASC'): Sort => ({ property, direction });
  const score = 'completenessScore';

  /** What the wire lets anybody ask; how many of 100,000 match, as far as they are counted; by which index. */
  it.each<[string, readonly (readonly Filter[])[], readonly Sort[], number, string]>([
    ['all', [], [], 10_000, 'listed'],
    ['sorted by SKU', [], [sorted('sku', 'DESC')], 10_000, 'sku_key_listed'],
    ['sorted by score', [], [sorted(score), sorted('passportId')], 10_000, 'score_listed'],
    ['of a day that nothing begins on', [[filter('validFrom', 'eq', '2020-01-01')]], [], 0, 'listed'],
    ['of half of all', [[filter('esprCategory', 'eq', 'Batteries')]], [], 10_000, 'espr_category_key_listed'],
    ['of all of them', [[filter('templateCode', 'eq', 'tiny')]], [], 10_000, 'template_code_listed'],
    ['of a number and above', [[filter(score, 'gteq', 1)]], [sorted(score)], 10_000, 'score_listed'],
    ['of numbers in between', [[filter(score, 'from', 7), filter(score, 'to', 8)]], [], 1982, 'score_listed'],
    ['that begin so', [[filter('sku', 'like', 'Sku-12%')]], [sorted('sku')], 2220, 'sku_key_listed'],
    ['that are so', [[filter('sku', 'like', 'sKU-12')]], [sorted('publishedAt')], 20, 'sku_key_listed'],
    ['that nearly all begin so', [[filter('mpn', 'like', 'm%')]], [], 10_000, 'mpn_key_listed'],
    ['by digits', [[filter('hsCode', 'like', '8512%')]], [], 1110, 'hs_code_listed'],
    [
      'of several',
      [[filter('mpn', 'in', 'M1', 'M2'), filter('mpn', 'eq', 'M3')]],
      [sorted(score), sorted('gtin')],
      15,
      'mpn_key_listed',
    ],
    [
      'narrowed down: by the group that fewest match, whatever the others are',
      [
        [filter('templateCode', 'eq', 'tiny')],
        [filter('mpn', 'eq', 'M1')],
        [filter('granularity', 'neq', 'model'), filter('version', 'gt', 5)],
      ],
      [sorted('sku')],
      4,
      'mpn_key_listed',
    ],
  ])('the list %s: by an index, within a second', async (_, groups, sort, total, name) => {
    const criteria = { groups, sort, page: 1, pageSize: 300 };
    const before = performance.now();
    const { total: found } = await passportsOn(opened.persistence.database).search(criteria, 1);
    expect(performance.now() - before).toBeLessThan(SEARCH_MAX_MS * slowness());
    expect(found).toBe(total);
    const { index } = await asked((passports) => passports.search(criteria, 1));
    const ways = index.filter(({ table }) => table === 't').map((step) => step.index);
    expect(ways.at(-1)).toBe(`published_passport_${name}`);
    expect(ways.every((way) => way?.startsWith('published_passport_'))).toBe(true);
  });

  it.each<[string, readonly (readonly Filter[])[], readonly Sort[]]>([
    [
      'two groups that half of all match each',
      [[filter('esprCategory', 'eq', 'Batteries')], [filter(score, 'gt', 10)]],
      [],
    ],
    ['half of all, in another order', [[filter('esprCategory', 'eq', 'Batteries')]], [sorted('mpn')]],
    ['half of all, narrowed down', [[filter('esprCategory', 'eq', 'Batteries')], [filter('batch', 'eq', 'none')]], []],
  ])('refuses %s', async (_, groups, sort) => {
    const search = passportsOn(opened.persistence.database).search({ groups, sort, page: 1, pageSize: 20 }, 1);
    await expect(search).rejects.toThrow(/^More than 10000 passports match/);
  });
});
