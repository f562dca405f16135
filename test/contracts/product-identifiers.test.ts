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
  const own = (sku: string, batch: string | null = null) => ({ sku, batch });
  const claim = (one: Persistence, identifier: string, sku: string, batch: string | null = null) =>
    one.transactions.write(() => of(one).claim([identifier], own(sku, batch), AT)).then((found) => found?.holder);
  const first = '(01)A(21)1';

  it('belong to the first product that claims them, which can claim them again', async () => {
    const [one, other] = opened as [Persistence, Persistence];
    expect(await of(one).holderBut(first, own('SKU'))).toBeUndefined();
    expect(await claim(one, first, 'SKU')).toBeUndefined();
    expect(await claim(other, first, 'SKU')).toBeUndefined();
    expect(await claim(other, first, 'sku')).toEqual(own('SKU'));
    expect(await of(other).holderBut(first, own('OTHER'))).toEqual(own('SKU'));
    expect(await claim(other, '(01)a(21)1', 'OTHER')).toBeUndefined();
  });

  it.each([
    ['(01)B(21)1', 'L1', ['L2', 'l1', null]],
    ['(01)B(21)2', null, ['L1']],
  ])('of a batch belong to no other batch of the product: %s of batch %s', async (identifier, batch, others) => {
    const [one] = opened as [Persistence];
    expect(await claim(one, identifier, 'SKU', batch)).toBeUndefined();
    for (const other of others) {
      expect(await of(one).holderBut(identifier, own('SKU', other))).toEqual(own('SKU', batch));
      expect(await claim(one, identifier, 'SKU', other)).toEqual(own('SKU', batch));
    }
    expect(await claim(one, identifier, 'SKU', batch)).toBeUndefined();
  });

  it('that belong to another product or batch are reported if several are claimed', async () => {
    const [one, other] = opened as [Persistence, Persistence];
    const all = (identifiers: readonly string[], batch: string) =>
      other.transactions.write(() => of(other).claim(identifiers, own('SKU', batch), AT));
    await claim(one, '(01)M(21)2', 'SKU', 'L1');
    expect(await all(['(01)M(21)1', '(01)M(21)2'], 'L1')).toBeUndefined();
    expect(await all(['(01)M(21)3', '(01)M(21)2'], 'L2')).toEqual({
      identifier: '(01)M(21)2',
      holder: own('SKU', 'L1'),
    });
  });

  it('are released if they were only reserved and no notice refers to them', async () => {
    const [one, other] = opened as [Persistence, Persistence];
    const [free, noticed, published] = ['(01)R(21)1', '(01)R(21)2', '(01)R(21)3'] as const;
    const all = [free, noticed, published];
    const reserve = (sku: string) => one.transactions.write(() => of(one).claim(all, own(sku), null));
    expect(await reserve('SKU')).toBeUndefined();
    expect(await reserve('OTHER')).toEqual({ identifier: expect.any(String), holder: own('SKU') });
    expect(await claim(other, published, 'SKU')).toBeUndefined();
    await other.transactions.write(() =>
      other.database.run(
        'INSERT INTO passport_notice (identifier, status, noticed_on, text, created_at) VALUES (?, ?, ?, ?, ?)',
        [noticed, 'reserved', '2027-01-02', '{"en":"Soon."}', AT],
      ),
    );
    await one.transactions.write(() => of(one).giveBack(all));
    expect(await claim(other, free, 'OTHER')).toBeUndefined();
    for (const identifier of [noticed, published]) expect(await claim(other, identifier, 'OTHER')).toEqual(own('SKU'));
  });

  it('are not claimed if the transaction is rolled back', async () => {
    const [one] = opened as [Persistence];
    const rolledBack = one.transactions.write(async () => {
      await of(one).claim(['(01)ROLLED'], own('SKU'), AT);
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    expect(await claim(one, '(01)ROLLED', 'OTHER')).toBeUndefined();
  });

  it.each([
    ['products', [own('A'), own('B'), own('C'), own('D')]],
    ['batches', [own('A', 'L1'), own('A', 'L2'), own('A'), own('A', 'L4')]],
  ])('belong to exactly one of several %s that claim them concurrently', async (which, some) => {
    for (const round of [1, 2, 3, 4, 5]) {
      const identifier = `(01)RACE-${which}-${round}`;
      const claimed = [...some, ...some];
      const holders = await Promise.all(
        claimed.map(({ sku, batch }, index) =>
          claim(opened[index % opened.length] as Persistence, identifier, sku, batch),
        ),
      );
      const [winner, ...more] = new Set(claimed.filter((_, index) => holders[index] === undefined));
      expect(more).toEqual([]);
      expect(holders).toEqual(claimed.map((one) => (one === winner ? undefined : winner)));
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

  /** Other required columns of a version. */
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

  it('belong to the oldest passport; the others keep theirs and are listed as shared', async () => {
    await published(1, { published_at: '2026-06-03T00:00:00.000Z' });
    await published(2, { published_at: '2026-06-01T00:00:00.000Z' });
    await published(3, { published_at: '2026-06-02T00:00:00.000Z' });
    await published(4, { serial: 'S', batch: 'B' });
    await published(5, { serial: 'S', batch: 'C', published_at: '2026-07-01T00:00:00.000Z' });
    await published(6, { batch: 'B' });
    await published(7, { published_at: null });
    await published(8, { gtin: null });
    await published(9, { sku: 'SKU', serial: 'T', batch: 'B', published_at: '2026-06-02T00:00:00.000Z' });
    await published(10, { sku: 'SKU', serial: 'T', published_at: '2026-06-01T00:00:00.000Z' });
    await published(11, { sku: 'SKU', serial: 'T', batch: 'C', published_at: '2026-06-03T00:00:00.000Z' });
    await published(12, { sku: 'SKU', serial: 'T', published_at: '2026-06-04T00:00:00.000Z' });
    const whole = { ...here, migrations: MIGRATIONS };
    expect(await migrate(whole)).toEqual(PASSPORT_IDENTIFIER.map(({ name }) => name));
    const identifiers = new SqlProductIdentifiers(here.database);
    const shared = await identifiers.shared('', 10);
    const findings = shared.map(({ identifier, holder, other }) => [
      identifier,
      ...[holder, other].map(({ sku, batch }) => [sku, batch]),
    ]);
    expect(findings).toEqual([
      ['(01)04006381333931', ['SKU-2', null], ['SKU-1', null]],
      ['(01)04006381333931', ['SKU-2', null], ['SKU-3', null]],
      ['(01)04006381333931(21)S', ['SKU-4', 'B'], ['SKU-5', 'C']],
      ['(01)04006381333931(21)T', ['SKU', null], ['SKU', 'B']],
      ['(01)04006381333931(21)T', ['SKU', null], ['SKU', 'C']],
    ]);
    const holder = (identifier: string, sku: string, batch: string | null = null) =>
      identifiers.holderBut(identifier, { sku, batch });
    expect(await holder('(01)04006381333931', 'SKU-3')).toBeUndefined();
    expect(await holder('(01)04006381333931', 'SKU-7')).toEqual({ sku: 'SKU-2', batch: null });
    expect(await holder('(01)04006381333931(10)B', 'SKU-1', 'B')).toEqual({ sku: 'SKU-6', batch: 'B' });
    expect(await holder('(01)04006381333931(21)T', 'SKU', 'C')).toBeUndefined();
    expect(await holder('(01)04006381333931(21)T', 'SKU', 'D')).toEqual({ sku: 'SKU', batch: null });
    expect(await identifiers.shared('(01)04006381333931', 10)).toHaveLength(3);
    // After a crash, the step runs again and changes nothing.
    await here.transactions.write(() =>
      here.database.run('DELETE FROM migration WHERE name = ?', [PASSPORT_IDENTIFIER[2]?.name ?? '']),
    );
    await migrate(whole);
    expect(await identifiers.shared('', 10)).toEqual(shared);
  });
});
