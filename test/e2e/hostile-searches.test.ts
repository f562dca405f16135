import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from 'mysql2';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { ReadingProcess } from '../../libs/database/sqlite/reading-process.js';
import { signal } from '../contracts/stores.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { addDocuments, COSTLY, isCostly, othersWork, rowsOf, sharedFilters } from '../support/hostile-searches.js';
import { Shop } from '../support/shop.js';

/** Blocks costly searches, with the connection or process they occupy, until they are released. */
class HeldSearches {
  private readonly going = signal();
  count = 0;

  constructor() {
    const [held, read] = [this.held.bind(this), ReadingProcess.prototype.read];
    jest.spyOn(ReadingProcess.prototype, 'read').mockImplementation(async function (
      this: ReadingProcess,
      sql,
      params,
      limitMs,
    ) {
      if (isCostly(params)) await held();
      return read.call(this, sql, params, limitMs);
    });
    const query = Connection.prototype.query as unknown as (...args: unknown[]) => unknown;
    jest.spyOn(Connection.prototype, 'query').mockImplementation(function (
      this: Connection,
      ...args: unknown[]
    ): never {
      if (!isCostly(args)) return query.apply(this, args) as never;
      void held().then(() => void query.apply(this, args));
      return undefined as never;
    });
  }

  letGo(): void {
    this.going.give();
    jest.restoreAllMocks();
  }

  private held(): Promise<void> {
    this.count += 1;
    return this.going.given;
  }
}

describeOnDatabases('hostile searches (docs/security.md, "Searches")', (database) => {
  let app: TestApp;
  let sku: string;
  let token: string;
  let searches: HeldSearches;

  beforeAll(async () => {
    app = await startApp({ database, settings: { DATABASE_POOL: '3' } });
    sku = await new Shop(app).product({ price: 10 });
    token = await app.adminToken();
    await addDocuments(app, 100);
  });
  beforeEach(() => (searches = new HeldSearches()));
  afterEach(() => searches.letGo());
  afterAll(() => app.close());

  /** Expects that price requests, reads, key searches and writes succeed while this many searches are blocked. */
  const expectOthersServed = async (standing: number): Promise<void> => {
    while (searches.count < standing) await delay(5);
    for (const [name, ask] of Object.entries(othersWork(app, sku, token)))
      expect([name, (await ask()).status]).toEqual([name, 200]);
    expect(searches.count).toBe(standing);
  };

  it('return 400 for 39 aliases with 900 shared filters, before any search runs', async () => {
    const body = sharedFilters();
    expect(JSON.stringify(body).length).toBeGreaterThan(64 * 1024);
    const searched = jest.spyOn(app.get<Database>(Database), 'search');
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('POST', '/graphql', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(400));
    expect(searched.mock.calls.filter((call) => JSON.stringify(call[1] ?? []).includes('%a%b%c%'))).toEqual([]);
  });

  it('of anonymous callers wait in a separate lane, and return 503 beyond nine', async () => {
    const answers = Array.from({ length: 24 }, () =>
      app.call('GET', `/rest/V1/customerdocuments/public/search?${COSTLY}`),
    );
    await expectOthersServed(1);
    searches.letGo();
    const crowded = (await Promise.all(answers)).filter(({ status }) => status !== 200);
    expect(crowded.length).toBeGreaterThanOrEqual(24 - 9);
    for (const { status, headers } of crowded) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('of signed-in callers do not block other requests', async () => {
    const answers = [1, 2].map(() => app.call('GET', `/rest/V1/customerdocuments/search?${COSTLY}`, undefined, token));
    await expectOthersServed(2);
    searches.letGo();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describeOnDatabases('a search that exceeds its deadline', (database) => {
  // Names that almost match each filter, so that the comparison takes seconds on any machine.
  it('returns 503 with the reason and a remedy', async () => {
    const slow = await startApp({ database, settings: { DEADLINE_READ_S: '1' } });
    try {
      for (let time = 0; time < 2; time += 1)
        await slow
          .get<Transactions>(Transactions)
          .write(() =>
            slow
              .get<Database>(Database)
              .run(`INSERT INTO category (name) SELECT '${'xy'.repeat(30)}' FROM ${rowsOf(100_000)}`),
          );
      const answer = await slow.call(
        'GET',
        `/rest/V1/commerce/categories/search?${COSTLY}`,
        undefined,
        await slow.adminToken(),
      );
      expect([answer.status, answer.body.message]).toEqual([
        503,
        expect.stringMatching(/took too long.*Filter by|took longer than its limit of 1 s.*Request less/),
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await slow.call('GET', '/health/ready')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
