import { type Criteria, type Filter, type Sort } from '../../libs/kernel/index.js';
import { Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../support/rooms.js';
import { ProcessCacheManager } from '../../libs/cache/index.js';
import { SqlMeasurements } from '../../src/dpp/versions/adapters/sql/sql-measurements.js';
import { SqlSharedBodies } from '../../src/dpp/versions/adapters/sql/sql-shared-bodies.js';
import { CachedPublishedPassports } from '../../src/dpp/public/adapters/memory/cached-published-passports.js';
import type { SqlPublishedPassports } from '../../src/dpp/public/adapters/sql/sql-published-passports.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import {
  fillPassports,
  filter,
  FixedClock,
  HUNDRED,
  LISTS,
  PASSPORTS,
  passportsOn,
  SCORE as score,
  SKUS,
  sorted,
} from '../support/many-passports.js';
import { MemoryTemplates } from '../support/dpp-public.js';
import { analyze, fillWith, planOf, type Step, watched } from '../support/query-plans.js';

/** Limit of rows read: two passes to count and sort, plus the rows shown. */
const ROWS_READ_MAX = 2 * PASSPORTS + 30_000;

const criteria = (property: string, value: string | number): Criteria => ({
  groups: [[{ property, condition: 'eq', values: [value] }]],
  sort: [],
  page: 1,
  pageSize: 20,
});

describeOnDatabases('public queries over 100,000 passports', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    await fillPassports(opened);
  });
  afterAll(() => opened.close());

  /** The result, and the query plan steps for the search index (`index`) and the published content (`made`). */
  const asked = async <T>(ask: (passports: SqlPublishedPassports) => Promise<T>) => {
    const { database, statements } = watched(opened.persistence.database);
    const found = await ask(passportsOn(opened, database));
    const steps: Step[] = [];
    for (const statement of statements) steps.push(...(await planOf(opened.persistence.database, statement)));
    // Derived results (q0, q1, …) are not tables.
    const tables = steps.filter(({ table }) => !/^q\d+$/.test(table));
    const isIndex = ({ table }: Step): boolean => table === 'p' || table === 't';
    // Successors are looked up only by their own index.
    const isLink = ({ table }: Step): boolean => table === 'l';
    for (const link of tables.filter(isLink))
      expect(link).toMatchObject({ index: 'passport_link_named', walks: false });
    // The same applies to notices.
    const isNotice = ({ table }: Step): boolean => table === 'n';
    for (const notice of tables.filter(isNotice))
      expect(notice).toMatchObject({ index: 'passport_notice_passport', walks: false });
    return {
      found,
      questions: statements.length,
      index: tables.filter(isIndex),
      made: tables.filter((step) => !isIndex(step) && !isLink(step) && !isNotice(step)),
    };
  };
  /** Checks that each step uses one of these indexes without scanning all of it. */
  const expectWays = (steps: readonly Step[], expected: RegExp): void => {
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatchObject({ index: expect.stringMatching(expected), walks: false });
  };

  /** The number of rows that the server reads. 0 on SQLite, which does not count them. */
  const rowsRead = (ask: () => Promise<unknown>): Promise<number> => {
    const { database, transactions } = opened.persistence;
    if (kind === 'sqlite') return Promise.resolve(0);
    const count = async (): Promise<number> => {
      const rows = await database.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    return transactions.snapshot(async () => {
      const before = await count();
      await ask();
      return (await count()) - before;
    });
  };

  it('by SKU use the SKU index, and no more statements for many than for one', async () => {
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

  it('from many simultaneous callers without cached data need at most two statements', async () => {
    const { transactions, changes, database: stored } = opened.persistence;
    const { database, statements } = watched(stored);
    const memory = new ProcessCacheManager(changes, transactions, 16 * 1024 * 1024);
    const passports = new CachedPublishedPassports(passportsOn(opened, database), memory, new FixedClock());
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
    // One for the first caller, who checks for changes before the others, and one for all others.
    const asked = statements.length;
    expect(asked).toBeLessThanOrEqual(2);
    // Each caller gets its own result, and results are cached.
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
  ])('by SKU and %s use an SKU index', async (_, narrowed, granularity) => {
    const { found, index, made } = await asked((passports) =>
      passports.bySkus([{ sku: 'SKU-1', storeId: 0, isKnownStore: true, ...narrowed }]),
    );
    expect(found[0]?.granularity).toBe(granularity);
    expectWays(index, /^published_passport_sku/);
    expectWays(made, /^PRIMARY$/);
  });

  it('by UUID use the UUID index', async () => {
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
    ['a missing item', { batch: 'B-1', serial: 'S-0' }, undefined],
    ['a missing batch', { batch: 'B-0' }, undefined],
  ])('by the Digital Link of %s use the GTIN indexes', async (_, narrowed, granularity) => {
    const { found, index, made } = await asked((passports) =>
      passports.byGtin({ gtin: 'GTIN-1', storeId: 1, ...narrowed }),
    );
    expect(found?.granularity).toBe(granularity);
    expectWays(index, /^published_passport_gtin/);
    if (found) expectWays(made, /^PRIMARY$/);
  });

  it('for the UUIDs of 100 products use one statement with indexes, and read no content', async () => {
    const { found, questions, index, made } = await asked((passports) => passports.uuidsOf(HUNDRED));
    expect(questions).toBe(1);
    expect(found).toEqual(
      HUNDRED.map((one, at) => {
        if ('uuid' in one) return one.uuid;
        if (one.batch !== undefined) return `uuid-${SKUS + at}`;
        return one.serial === 'S-0' ? undefined : `uuid-${one.serial === undefined ? at : 15_000 + at}`;
      }),
    );
    expectWays(index, /^published_passport_(?:gtin|uuid)/);
    expect(made).toEqual([]);
  });

  it.each([
    ['sku', 'SKU-1', 20, /^published_passport_sku/],
    ['gtin', 'GTIN-1', 20, /^published_passport_gtin/],
    ['uuid', 'uuid-17', 1, /^published_passport_uuid$/],
    ['passportId', 17, 1, /^published_passport_listed$/],
  ])('for the list filtered by %s use its index, then read content by ID', async (property, value, count, expected) => {
    const { found, index, made } = await asked((passports) => passports.search(criteria(property, value), 1));
    expect([found.total, found.items.length]).toEqual([count, count]);
    expectWays(
      index.filter(({ table }) => table === 't'),
      expected,
    );
    expectWays([...index.filter(({ table }) => table === 'p'), ...made], /^PRIMARY$/);
  });

  it('for a page of the whole list read only that page, in index order', async () => {
    const { found, index } = await asked((passports) =>
      passports.search({ groups: [], sort: [], page: 1, pageSize: 20, uncounted: true }, 1),
    );
    expect(found.items.map(({ passportId }) => passportId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const [search] = index.filter(({ table }) => table === 't');
    expect(search).toMatchObject({ index: 'published_passport_listed' });
  });

  it.each(LISTS)('for the list %s scan one index at most twice', async (_, groups, sort, total, name) => {
    const search = { groups, sort, page: 1, pageSize: 300 };
    const { found, index } = await asked((passports) => passports.search(search, 1));
    expect(found.total).toBe(total);
    expect(await rowsRead(() => passportsOn(opened).search(search, 1))).toBeLessThan(ROWS_READ_MAX);
    const ways = index.filter(({ table }) => table === 't').map((step) => step.index);
    expect(ways.at(-1)).toBe(`published_passport_${name}`);
    expect(ways.every((way) => way?.startsWith('published_passport_'))).toBe(true);
  });

  it.each<[string, readonly (readonly Filter[])[], readonly Sort[]]>([
    [
      'two groups that each match half of all passports',
      [[filter('esprCategory', 'eq', 'Batteries')], [filter(score, 'gt', 10)]],
      [],
    ],
    ['half of all passports, in another order', [[filter('esprCategory', 'eq', 'Batteries')]], [sorted('mpn')]],
    [
      'half of all passports, narrowed by another field',
      [[filter('esprCategory', 'eq', 'Batteries')], [filter('batch', 'eq', 'none')]],
      [],
    ],
  ])('are rejected for %s', async (_, groups, sort) => {
    const search = passportsOn(opened).search({ groups, sort, page: 1, pageSize: 20 }, 1);
    await expect(search).rejects.toThrow(
      /^(?:More than 10000 passports match|Each filter group alone matches more than 10000 passports)\. /,
    );
  });
});

describeOnDatabases('the initial values of 100 items', (kind) => {
  const RUNS = 20;
  const AT = "'2026-06-01T00:00:00.000Z'";
  let opened: OpenTestDatabase;
  beforeAll(async () => (opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) })));
  afterAll(() => opened.close());

  const ITEMS = 20_000;

  /** Puts each item in its own run at first, so that statistics expect one item per run. */
  const addItems = async (): Promise<void> => {
    const names = { uuid: "CONCAT('item-', n)", sku: "'SKU'", store_id: 0 };
    await fillWith(
      opened.persistence,
      'passport',
      {
        ...{ id: 'n + 1', ...names, serial: "CONCAT('S-', n)", run_id: 'n + 1' },
        ...{ is_archived: 0, last_version: 1, created_at: AT },
      },
      ITEMS,
    );
    await fillWith(
      opened.persistence,
      'passport_version',
      {
        ...{ id: 'n + 1', passport_id: 'n + 1', ...names, version: 1, status: "'published'", is_shown: 1 },
        ...{ template_id: 1, template_code: "'toy'", template_version: "'1.0.0'", granularity: "'item'" },
        ...{ documents: "'[]'", dpp_payload: "'{}'", completeness_score: 100 },
        ...{ published_at: AT, created_at: AT, updated_at: AT },
      },
      ITEMS,
    );
  };

  it('are read by item ID, not by scanning runs, even with outdated statistics', async () => {
    const { persistence } = opened;
    await fillWith(
      persistence,
      'passport_run',
      {
        ...{ id: 'n + 1', uuid: "CONCAT('run-', n)", status: "'publishing'", sku: "'SKU'", store_id: 0 },
        ...{ item_count: 1_000, reserved: 1_000, published: 0, refused: 0, actor_kind: "'operator'", created_at: AT },
        ...{ content: "'{}'", last_passport_id: 0 },
      },
      RUNS,
    );
    await fillWith(
      persistence,
      'passport_template',
      { id: 1, code: "'toy'", version: "'1.0.0'", document: "'{}'", created_at: AT, updated_at: AT },
      1,
    );
    await addItems();
    // Kontor does not let SQLite collect statistics.
    if (kind !== 'sqlite') {
      await persistence.database.query('ALTER TABLE passport STATS_AUTO_RECALC = 0');
      await analyze(persistence, ['passport', 'passport_run', 'passport_version', 'passport_template']);
    }
    await persistence.transactions.write(() =>
      persistence.database.run(`UPDATE passport SET run_id = id % ${RUNS} + 1`),
    );

    const { database, statements } = watched(persistence.database);
    const measurements = new SqlMeasurements(database, new SqlSharedBodies(database), new MemoryTemplates([]));
    const items = Array.from({ length: 100 }, (_, index) => 10_000 + index);
    // Templates are not part of this test.
    await expect(
      measurements.start(
        items.map((passportId) => ({ passportId, values: [{ point: '/a', at: new Date(0), value: 1 }] })),
        { kind: 'operator', id: null },
      ),
    ).rejects.toThrow('the template 1 of a published passport is gone');
    const [first] = statements;
    if (!first) throw new Error('nothing was read');
    const steps = await planOf(persistence.database, first);
    expect(steps.filter(({ table }) => table === 'p')).toEqual([{ table: 'p', index: 'PRIMARY', walks: false }]);
  });
});
