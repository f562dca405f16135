import { AsyncLocalStorage } from 'node:async_hooks';
import { type Change, ChangeLog, Transactions, Unavailable } from '../../libs/kernel/index.js';
import { Database, Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const CATEGORIES = '/rest/V1/commerce/categories';
const BULK = `${CATEGORIES}/bulk`;
/** More rows than fit in one transaction. */
const MANY = 11_000;

const named = (name: string): string =>
  `searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=${name}`;

describeOnDatabases('an interrupted bulk call in groups (bulk.md, "Groups")', (kind) => {
  let app: TestApp;
  let token: string;
  const count = async (name: string): Promise<number> =>
    (await app.good('GET', `${CATEGORIES}/search?${named(name)}`)).total_count;
  const save = (name: string, rows: number, key?: string, mode = 'best_effort') => {
    const records = Array.from({ length: rows }, () => ({ name }));
    return app.call(
      'POST',
      `${BULK}?mode=${mode}`,
      { records },
      token,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  };
  const remove = (name: string, confirm: number, key?: string) =>
    app.call(
      'DELETE',
      `${BULK}?${named(name)}&confirm=${confirm}`,
      undefined,
      token,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  /** Runs the work while the database becomes unavailable after this number of rows. */
  const lostBehind = async <T>(rows: number, work: () => Promise<T>): Promise<T> => {
    const log = app.get<ChangeLog>(ChangeLog);
    const append = log.append.bind(log);
    let settled = 0;
    log.append = (changes: readonly Change[]) => {
      settled += 1;
      if (settled > rows) throw new Unavailable(1);
      append(changes);
    };
    try {
      return await work();
    } finally {
      log.append = append;
    }
  };

  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  /** Returns the rows that each transaction logged. The first `times` transactions end with a conflict. */
  const lostToOthers = async (times: number, work: () => Promise<void>): Promise<readonly number[]> => {
    const conflict = () =>
      Object.assign(new Error('lost to others'), kind === 'mysql' ? { errno: 1213 } : { code: 'SQLITE_BUSY' });
    const { connections } = app.get<Persistence>(Persistence);
    const log = app.get<ChangeLog>(ChangeLog);
    const [write, append] = [connections.write.bind(connections), log.append.bind(log)];
    const groups: number[] = [];
    // Rows are counted for each transaction, because the server writes audit entries at the same time.
    const transaction = new AsyncLocalStorage<{ rows: number }>();
    log.append = (changes: readonly Change[]) => {
      const own = transaction.getStore();
      if (own) own.rows += changes.length;
      append(changes);
    };
    connections.write = (run, options) =>
      write((connection) => {
        const own = { rows: 0 };
        return transaction.run(own, async () => {
          const result = await run(connection);
          if (own.rows === 0) return result;
          groups.push(own.rows);
          if (groups.length <= times) throw conflict();
          return result;
        });
      }, options);
    try {
      await work();
    } finally {
      log.append = append;
      connections.write = write;
    }
    return groups;
  };

  it('retries a conflicting group with a quarter of its rows and stores each row once', async () => {
    const groups = await lostToOthers(2, async () => {
      const { status, body } = await save('lost', 600, 'lost');
      expect([status, body.created, body.items.length]).toEqual([200, 600, 600]);
    });
    expect(groups.slice(0, 3)).toEqual([250, 62, 25]);
    expect(await count('lost')).toBe(600);
  });

  it('takes the write lock for all_or_nothing above 250 rows, where there are several writers', async () => {
    const database = app.get<Database>(Database);
    const turns = async (rows: number): Promise<boolean> => {
      await app
        .get<Transactions>(Transactions)
        .write(() => database.run('UPDATE write_turn SET expires_at = 0 WHERE id = 1'));
      expect((await save('in turn', rows, undefined, 'all_or_nothing')).status).toBe(200);
      const row = await database.queryOne<{ until: number }>('SELECT expires_at AS until FROM write_turn WHERE id = 1');
      return Number(row?.until) > 0;
    };
    expect(await turns(250)).toBe(false);
    expect(await turns(251)).toBe(kind === 'mysql');
  });

  it('reports stored rows in the 503 and continues after them with the same key', async () => {
    const stopped = await lostBehind(600, () => save('stored', 2_000, 'stored'));
    const { done } = stopped.body.parameters;
    expect([stopped.status, stopped.headers.get('retry-after'), stopped.body]).toEqual([
      503,
      '1',
      {
        message: expect.stringMatching(
          /^%done of %count rows were stored before .*To continue, send the same call again with the same %header/,
        ),
        parameters: { done: expect.any(Number), count: 2_000, header: 'Idempotency-Key' },
      },
    ]);
    expect(done).toBeGreaterThanOrEqual(250);
    expect(done).toBeLessThanOrEqual(600);
    expect(await count('stored')).toBe(done);
    const { status, body } = await save('stored', 2_000, 'stored');
    expect([status, body.created, body.items.length]).toEqual([200, 2_000, 2_000]);
    expect(await count('stored')).toBe(2_000);
    const otherMode = await save('stored', 2_000, 'stored', 'all_or_nothing');
    expect([otherMode.status, otherMode.body.parameters]).toEqual([409, { header: 'Idempotency-Key' }]);
  });

  it('has stored nothing and reports no rows if its first group fails', async () => {
    const stopped = await lostBehind(5, () => save('nothing', 1_000));
    expect([stopped.status, stopped.body.parameters, await count('nothing')]).toEqual([503, undefined, 0]);
  });

  it('reports deleted rows in the 503 and continues with the same key or new count', async () => {
    await save('deleted', 9_000);
    await save('deleted', MANY - 9_000);
    const stopped = await lostBehind(3_000, () => remove('deleted', MANY, 'deleted'));
    const { done } = stopped.body.parameters;
    expect([stopped.status, stopped.body]).toEqual([
      503,
      {
        message: expect.stringMatching(/^%done of %count rows were deleted before /),
        parameters: { done: expect.any(Number), count: MANY, header: 'Idempotency-Key' },
      },
    ]);
    expect(done).toBeGreaterThanOrEqual(250);
    expect(done).toBeLessThanOrEqual(3_000);
    expect(await count('deleted')).toBe(MANY - done);
    // Without the key, this is a new call for the remaining records.
    expect((await remove('deleted', MANY)).body.parameters).toEqual({ count: MANY - done });
    const again = await remove('deleted', MANY, 'deleted');
    expect([again.status, again.body]).toEqual([200, { deleted: MANY }]);
    expect(await count('deleted')).toBe(0);
    expect((await remove('deleted', MANY, 'deleted')).text).toBe(again.text);
    // Another filter or count does not match the key's call.
    expect((await remove('stored', MANY, 'deleted')).status).toBe(409);
    expect((await remove('deleted', 1, 'deleted')).status).toBe(409);
  });

  it('reports how many records were deleted before one that is still in use', async () => {
    await save('used', 9_000);
    await save('used', MANY - 9_000);
    const { items } = await app.good('GET', `${CATEGORIES}/search?${named('used')}&searchCriteria[pageSize]=1`);
    await app.good('POST', CATEGORIES, { category: { name: 'child', parent_id: items[0].id } });
    const { status, body } = await remove('used', MANY);
    expect([status, await count('used')]).toEqual([400, expect.any(Number)]);
    const left = await count('used');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(MANY);
    expect(JSON.stringify(body)).toContain('records were deleted');
    expect(JSON.stringify(body)).toContain(String(MANY - left));
  });
});
