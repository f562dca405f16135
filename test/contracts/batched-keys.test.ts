import { inList, openDatabase, type Persistence } from '../../libs/database/index.js';
import { change } from '../../libs/kernel/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';

describeOnDatabases('keys that are requested concurrently', (kind) => {
  let database: TestDatabase;
  let here: Persistence;
  /** The keys of each statement. */
  let loads: (readonly number[])[];
  let scopeOf: (version: number) => Promise<string | undefined>;

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    here = await openDatabase(database.url);
    for (const scope of ['product', 'customer', 'list'] as const) await write(scope);
    scopeOf = here.database.batched(async (versions: readonly number[]) => {
      loads.push(versions);
      const { text, params } = inList('version', versions);
      const rows = await here.database.query<{ version: number; scope: string }>(
        `SELECT version, scope FROM change_log WHERE ${text}`,
        params,
      );
      return new Map(rows.map(({ version, scope }) => [version, scope]));
    });
  });
  beforeEach(() => (loads = []));
  afterAll(async () => {
    await here.close();
    await database.drop();
  });

  const write = (scope: 'product' | 'customer' | 'list'): Promise<void> =>
    here.transactions.write(async () => here.changes.append([change(scope, 1)]));

  it('are read in one statement without duplicates, and each caller gets its own row', async () => {
    expect(await Promise.all([1, 2, 99, 1, 3].map(scopeOf))).toEqual([
      'product',
      'customer',
      undefined,
      'product',
      'list',
    ]);
    expect(loads).toEqual([[1, 2, 99, 3]]);
  });

  it('are read inside the snapshot of the caller, each with its own statement', async () => {
    const beside: Promise<string | undefined>[] = [];
    const seen = await here.transactions.snapshot(async () => {
      const before = await scopeOf(4);
      await Promise.all(
        [1, 2].map(async (key) => {
          const asked = scopeOf(key);
          beside.push(asked);
          return asked;
        }),
      );
      return before;
    });
    expect(seen).toBeUndefined();
    // Snapshots are not shared, so each key has its own statement.
    expect(loads).toEqual([[4], [1], [2]]);
    expect(await Promise.all(beside)).toEqual(['product', 'customer']);
  });

  it('are read after the request, so that earlier writes are seen', async () => {
    await write('product');
    expect(await scopeOf(4)).toBe('product');
  });
});
