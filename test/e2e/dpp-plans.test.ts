import { Clock, type Criteria, type Day, day } from '../../libs/kernel/index.js';
import type { Database } from '../../libs/persistence/index.js';
import { type RecordStore, Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../../src/app.module.js';
import { TypeOrmPublishedPassports } from '../../src/dpp/adapters/typeorm/typeorm-published-passports.js';
import { type PassportStore, PassportStores } from '../../src/dpp/ports/passport-stores.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { analyze, fillWith, planOf, type Step, watched } from '../support/query-plans.js';

const NOW = new Date('2026-06-15T12:00:00Z');

class FixedClock extends Clock {
  now(): Date {
    return NOW;
  }
}

/** Every store there is, the same day everywhere: neither is the matter here. */
class AnyStore extends PassportStores {
  byId(id: number): Promise<PassportStore> {
    return Promise.resolve({ id, locale: null, issuer: null });
  }

  today(): Promise<Day> {
    return Promise.resolve(day('2026-06-15'));
  }
}

/** Of each of 5,000 SKUs a model, a batch and two items; every tenth passport is of store 1, the others of all. */
const PASSPORTS = 20_000;
const SKUS = 5_000;

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
      public_url: "''",
      qr_url: "''",
      jsonld_url: "''",
      content_digest: "''",
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

describeOnDatabases('what the public asks the database of 20,000 passports', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    await fillPassports(opened);
  }, 120_000);
  afterAll(() => opened.close());

  const passportsOn = (database: Database): TypeOrmPublishedPassports => {
    const { records, resources, transactions } = opened.persistence;
    const Store = records.constructor as new (...parts: unknown[]) => RecordStore;
    return new TypeOrmPublishedPassports(
      new Store(resources, database, transactions),
      database,
      new AnyStore(),
      new FixedClock(),
    );
  };

  /** What was found, and how its statements come to the rows of the index and to what was made at publication. */
  const asked = async <T>(ask: (passports: TypeOrmPublishedPassports) => Promise<T>) => {
    const { database, statements } = watched(opened.persistence.database);
    const found = await ask(passportsOn(database));
    const steps: Step[] = [];
    for (const statement of statements) steps.push(...(await planOf(opened.persistence.database, statement)));
    // Results that are put together (q0, q1, …) aren't tables.
    const tables = steps.filter(({ table }) => !/^q\d+$/.test(table));
    const isIndex = ({ table }: Step): boolean => table === 'p' || table === 't';
    return {
      found,
      questions: statements.length,
      index: tables.filter(isIndex),
      made: tables.filter((step) => !isIndex(step)),
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
    ['an item that is not there: its batch', { batch: 'B-1', serial: 'S-0' }, 'batch'],
    ['a batch that is not there: its model', { batch: 'B-0' }, 'model'],
  ])('by the digital link of %s: by the indexes of GTINs', async (_, narrowed, granularity) => {
    const { found, index, made } = await asked((passports) =>
      passports.byGtin({ gtin: 'GTIN-1', storeId: 1, ...narrowed }),
    );
    expect(found?.granularity).toBe(granularity);
    expectWays(index, /^published_passport_gtin/);
    expectWays(made, /^PRIMARY$/);
  });

  it.each([
    ['sku', 'SKU-1', 4, /^published_passport_sku/],
    ['gtin', 'GTIN-1', 4, /^published_passport_gtin/],
    ['uuid', 'uuid-17', 1, /^published_passport_uuid$/],
    ['passportId', 17, 1, /^published_passport_passport$/],
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
    expect(search).toMatchObject({ index: 'published_passport_passport' });
  });
});
