import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import { SqlProductIdentifiers } from '../../src/dpp/authoring/adapters/sql/sql-product-identifiers.js';
import { PASSPORT_IDENTIFIER } from '../../src/dpp/migrations/20261124014000-passport-identifier.js';
import { describeOnDatabases, emptyDatabase, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { MIGRATIONS } from '../support/rooms.js';

const AT = '2026-06-01T00:00:00.000Z';

describeOnDatabases('product identifiers', (kind) => {
  let database: TestDatabase;
  let opened: readonly Persistence[];

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(database.url)));
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await database.drop();
  });

  const of = (one: Persistence) => new SqlProductIdentifiers(one.database);
  const claim = (one: Persistence, identifier: string, sku: string) =>
    one.transactions.write(() => of(one).claim(identifier, sku, AT));
  const [first] = ['(01)A(21)1'];

  it('are of whoever claims them first, for ever, and its own again', async () => {
    const [one, other] = opened as [Persistence, Persistence];
    expect(await of(one).holderBut(first, 'SKU')).toBeUndefined();
    expect(await claim(one, first, 'SKU')).toBeUndefined();
    expect(await claim(other, first, 'SKU')).toBeUndefined();
    expect(await claim(other, first, 'sku')).toBe('SKU');
    expect(await of(other).holderBut(first, 'OTHER')).toBe('SKU');
    expect(await claim(other, '(01)a(21)1', 'OTHER')).toBeUndefined();
  });

  it('are nobody’s if the transaction is taken back', async () => {
    const [one] = opened as [Persistence];
    const rolledBack = one.transactions.write(async () => {
      await of(one).claim('(01)ROLLED', 'SKU', AT);
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    expect(await claim(one, '(01)ROLLED', 'OTHER')).toBeUndefined();
  });

  it('of many products at once one has each, whichever process they come by', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const identifier = `(01)RACE-${round}`;
      const skus = ['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D'];
      const holders = await Promise.all(
        skus.map((sku, place) => claim(opened[place % opened.length] as Persistence, identifier, sku)),
      );
      const [winner, ...more] = new Set(skus.filter((_, place) => holders[place] === undefined));
      expect(more).toEqual([]);
      expect(holders).toEqual(skus.map((sku) => (sku === winner ? undefined : winner)));
    }
  });
});

describeOnDatabases('product identifiers of passports that were published before', (kind) => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    here = await openDatabase(database.url, {
      migrations: MIGRATIONS.filter(({ name }) => !PASSPORT_IDENTIFIER.some((step) => step.name === name)),
    });
    await migrate(here);
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  const published = async (id: number, fields: object): Promise<void> => {
    const row: Readonly<Record<string, string | number | null>> = {
      id,
      passport_id: id,
      uuid: `uuid-${id}`,
      sku: `SKU-${id}`,
      store_id: 0,
      gtin: '04006381333931',
      batch: null,
      serial: null,
      published_at: AT,
      ...fields,
    };
    const stamps = ['created_at', 'updated_at'].map((name) => [name, AT] as const);
    const required = await requiredColumns();
    const whole = { ...required, ...Object.fromEntries(stamps), ...row };
    const columns = Object.keys(whole);
    await here.transactions.write(async () => {
      await here.database.run(
        `INSERT INTO passport (id, uuid, sku, store_id, is_archived, last_version, created_at) VALUES (?, ?, ?, 0, 0, 1, '')`,
        [id, `uuid-${id}`, `P-${id}`],
      );
      await here.database.run(
        `INSERT INTO passport_version (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        Object.values(whole),
      );
    });
  };

  /** What else a version can't be without. */
  const requiredColumns = async (): Promise<Readonly<Record<string, string | number>>> => {
    await here.transactions.write(() =>
      here.database.run(
        here.database.dialect.upsert(
          'passport_template',
          ['id', 'code', 'version', 'document', 'created_at', 'updated_at'],
          ['id'],
          [],
        ),
        [1, 'tiny', '1.0.0', '{}', AT, AT],
      ),
    );
    return {
      template_id: 1,
      template_code: 'tiny',
      template_version: '1.0.0',
      version: 1,
      status: 'archived',
      granularity: 'model',
      documents: '[]',
      dpp_payload: '{}',
      completeness_score: 0,
      is_shown: 1,
    };
  };

  it('are of the oldest; the others are noted and go on', async () => {
    await published(1, { published_at: '2026-06-03T00:00:00.000Z' });
    await published(2, { published_at: '2026-06-01T00:00:00.000Z' });
    await published(3, { published_at: '2026-06-02T00:00:00.000Z' });
    await published(4, { serial: 'S', batch: 'B' });
    await published(5, { serial: 'S', batch: 'C', published_at: '2026-07-01T00:00:00.000Z' });
    await published(6, { batch: 'B' });
    await published(7, { published_at: null });
    await published(8, { gtin: null });
    const whole = { ...here, migrations: MIGRATIONS };
    expect(await migrate(whole)).toEqual(PASSPORT_IDENTIFIER.map(({ name }) => name));
    const identifiers = new SqlProductIdentifiers(here.database);
    const shared = await identifiers.shared('', 10);
    expect(shared.map((one) => ({ ...one }))).toEqual([
      { identifier: '(01)04006381333931', sku: 'SKU-2', otherSku: 'SKU-1' },
      { identifier: '(01)04006381333931', sku: 'SKU-2', otherSku: 'SKU-3' },
      { identifier: '(01)04006381333931(21)S', sku: 'SKU-4', otherSku: 'SKU-5' },
    ]);
    const holder = (identifier: string, sku: string) => identifiers.holderBut(identifier, sku);
    expect(await holder('(01)04006381333931', 'SKU-3')).toBeUndefined();
    expect(await holder('(01)04006381333931', 'SKU-7')).toBe('SKU-2');
    expect(await holder('(01)04006381333931(10)B', 'SKU-1')).toBe('SKU-6');
    expect(await identifiers.shared('(01)04006381333931', 10)).toHaveLength(1);
    // After a crash the step is done again, and nothing changes.
    await here.transactions.write(() =>
      here.database.run('DELETE FROM migration WHERE name = ?', [PASSPORT_IDENTIFIER[2]?.name ?? '']),
    );
    await migrate(whole);
    expect(await identifiers.shared('', 10)).toEqual(shared);
  });
});
