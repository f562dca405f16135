import SqliteFile from 'better-sqlite3';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { RETRIES } from '../../libs/database/metrics.js';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { type Answer, LogLines, PUBLIC_BASE, startApp, TestApp, testSettings } from '../support/app.js';
import { describeOnMysql, migratedDatabase } from '../support/databases.js';
import { StillTime } from '../support/fake-time.js';
import { PassportShop, publishable } from '../support/passport-shop.js';
import { membersXml, soapCall } from '../support/soap.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const postCategory = async (app: TestApp, name: string): Promise<Answer> =>
  app.call('POST', '/rest/V1/commerce/categories', { category: { name } }, await app.adminToken());

const countOf = async (app: TestApp, name: string, condition = 'eq'): Promise<number> => {
  const first = 'searchCriteria[filterGroups][0][filters][0]';
  const filter = `${first}[field]=name&${first}[value]=${name}&${first}[conditionType]=${condition}`;
  return (await app.good('GET', `/rest/V1/commerce/categories/search?${filter}`)).total_count;
};

const unavailable = { message: 'The service is temporarily unavailable. Please wait and try again later.' };

const expectUnavailable = ({ status, body, headers }: Answer): void => {
  expect([status, body]).toEqual([503, unavailable]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

const expectDiskFull = ({ status, text, headers }: Answer): void => {
  expect([status, text]).toEqual([503, expect.stringContaining('disk is full')]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('SQLite on a full disk', () => {
  let app: TestApp;
  const ready = async (): Promise<readonly [number, { readonly status: string }]> => {
    const { status, body } = await app.call('GET', '/health/ready');
    return [status, body];
  };
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  /** Limits the size of the database file. SQLite then fails as on a full disk. */
  const limitPages = (pages: (now: number) => number): Promise<unknown> => {
    const database = app.get<Database>(Database);
    return app.get<Transactions>(Transactions).write(async () => {
      const [found] = await database.query<{ page_count: number }>('PRAGMA page_count');
      await database.query(`PRAGMA max_page_count = ${pages(found?.page_count ?? 0)}`);
    });
  };

  it('rejects whole writes, serves reads, and accepts writes once there is space', async () => {
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'FIRST', name: 'First', price: 1 } });
    const { id } = await app.good('POST', '/rest/V1/pricing/pricelist', { priceList: { name: 'L' } });
    const priceListProducts = Array.from({ length: 300 }, (_, index) => ({
      pricelist_id: id,
      sku: 'FIRST',
      qty: index + 1,
      price: 1,
    }));
    const token = await app.adminToken();
    const write = (): Promise<Answer> =>
      app.call('POST', '/rest/V1/pricing/pricelistproductbulk', { priceListProducts }, token);
    await limitPages((now) => now + 2);
    const refused = await write();
    expectDiskFull(refused);
    expect(refused.text).not.toMatch(/sqlite|insert/i);
    const rows = async (): Promise<number> =>
      (await app.good('GET', '/rest/V1/pricing/pricelistproduct/search?searchCriteria')).total_count;
    expect(await rows()).toBe(0);
    // The server stays ready, because it can still serve reads.
    expect(await ready()).toEqual([
      200,
      { status: 'degraded', database: 'ok', migrations: 'ok', disk_database: 'full' },
    ]);
    await limitPages(() => 1_000_000);
    expect((await write()).status).toBe(200);
    expect(await rows()).toBe(300);
    await until(
      async () => (await postCategory(app, 'Room')).status === 200 && (await ready())[1].status === 'ok',
      500,
    );
  });

  it('stops a best-effort bulk call, which reports how many rows are stored', async () => {
    const records = Array.from({ length: 6000 }, (_, index) => ({ name: `Full ${index} ${'x'.repeat(200)}` }));
    const stored = async (): Promise<number> => countOf(app, 'Full%', 'like');
    await limitPages((now) => now + 60);
    const answer = await app.call('POST', '/rest/V1/commerce/categories/bulk', { records }, await app.adminToken());
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(answer.body).toEqual({
      message:
        '%done of %count rows were stored before the disk became full. To continue, send the same call again with the ' +
        'same %header.',
      parameters: { done: await stored(), count: 6000, header: 'Idempotency-Key' },
    });
    expect(answer.body.parameters.done).toBeGreaterThan(0);
    await limitPages(() => 1_000_000);
  });

  it('is reported by every interface that writes', async () => {
    const token = await app.adminToken();
    const shop = await new PassportShop(app).open();
    await limitPages((now) => now);
    let count = 0;
    const post = (path: string, body: unknown): Promise<Answer> => app.call('POST', path, body, token);
    const category = (): object => ({ name: `Disk ${(count += 1)}` });
    const categories = '/rest/V1/commerce/categories';
    const importedRow = (): string => JSON.stringify({ sku: shop.sku(), template_code: 'tiny' });
    const lines = { 'content-type': 'application/x-ndjson' };
    const writes: readonly (() => Promise<Answer>)[] = [
      () => post(categories, { category: category() }),
      () => post(`${categories}/bulk`, { records: [category()] }),
      () => post(`${categories}/bulk?mode=all_or_nothing`, { records: [category()] }),
      () => post('/rest/async/V1/commerce/categories', { category: category() }),
      () => post('/rest/async/bulk/V1/commerce/categories', [{ category: category() }]),
      () => post('/rest/V1/dpp/manage/passports', { passport: publishable({ sku: shop.sku() }) }),
      () => app.call('POST', '/rest/V1/dpp/manage/import', importedRow(), token, lines),
    ];
    for (const write of writes) {
      let answer = await write();
      // The existing pages of the tables still have space for a few rows.
      while (answer.status < 300) answer = await write();
      expectDiskFull(answer);
    }
    const inner = membersXml({ category: { name: 'Disk' } });
    const { fault } = await soapCall({
      base: app.url,
      publicBase: PUBLIC_BASE,
      services: 'commerceCategoryRepositoryV1',
      operation: 'commerceCategoryRepositoryV1Save',
      inner,
      token,
    });
    expect(fault?.message).toMatch(/disk is full/);
    await limitPages(() => 1_000_000);
    expect((await post(categories, { category: category() })).status).toBe(200);
  });
});

describe('an SQLite file that another process keeps locked', () => {
  it('makes a write wait, then return 503 without storing anything', async () => {
    const app = await startApp();
    await app.adminToken();
    const other = new SqliteFile(app.databaseUrl.slice('sqlite:'.length));
    other.exec('BEGIN IMMEDIATE');
    const waiting = postCategory(app, 'Locked');
    // Reads do not wait for writers.
    expect(await countOf(app, 'Locked')).toBe(0);
    expectUnavailable(await waiting);
    other.exec('ROLLBACK');
    other.close();
    expect(await countOf(app, 'Locked')).toBe(0);
    expect((await postCategory(app, 'Locked')).status).toBe(200);
    await app.close();
  });
});

describeOnMysql('lost connections to MySQL', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  beforeAll(async () => {
    const database = await migratedDatabase('mysql');
    const through = await TcpProxy.before(database.url);
    proxy = through.proxy;
    const logs = new LogLines();
    const server = await startServer(testSettings(through.url), openLog(process.stdout, logs));
    app = new TestApp(server, through.url, logs, () => database.drop());
    await app.adminToken();
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
  });

  it('are reopened without an error if they were idle', async () => {
    expect((await postCategory(app, 'Before')).status).toBe(200);
    proxy.cut();
    expect(await countOf(app, 'Before')).toBe(1);
    proxy.cut();
    expect((await postCategory(app, 'After')).status).toBe(200);
    expect(await countOf(app, 'After')).toBe(1);
  });

  it('cause 503 and failed readiness until MySQL is reachable again', async () => {
    const token = await app.adminToken();
    await proxy.close();
    expectUnavailable(await postCategory(app, 'Away'));
    expectUnavailable(await app.call('GET', '/rest/V1/commerce/categories/search?searchCriteria', undefined, token));
    const ready = await app.call('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([
      503,
      { status: 'unavailable', database: 'failed', migrations: 'unknown' },
    ]);
    expect((await app.call('GET', '/health/live')).status).toBe(200);
    await proxy.open();
    expect((await app.call('GET', '/health/ready')).status).toBe(200);
    expect(await countOf(app, 'Away')).toBe(0);
    expect((await postCategory(app, 'Away')).status).toBe(200);
  });

  it('cause neither partial writes nor 500 responses', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Cut-${index}`);
    const writing = Promise.all(names.map((name) => postCategory(app, name)));
    let over = false;
    void writing.finally(() => (over = true));
    while (!over) {
      proxy.cut();
      await new Promise((resolve) => setImmediate(resolve));
      await app.call('GET', '/health/live');
    }
    const answers = await writing;
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (const [index, name] of names.entries()) {
      const count = await countOf(app, name);
      // After a 503 the row may exist, because the connection can be lost during the commit.
      expect(answers[index]?.status === 200 ? count : 1).toBe(1);
      expect(count).toBeLessThanOrEqual(1);
    }
  });
});

/** A call, and whether it has been answered yet. */
const followed = (asked: Promise<Answer>): { readonly answer: Promise<Answer>; isAnswered: boolean } => {
  const call = { answer: asked, isAnswered: false };
  void asked.finally(() => (call.isAnswered = true));
  return call;
};

describeOnMysql('a database that is unreachable for a while', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let token: string;
  let time: StillTime;
  let tries = 0;
  const sink = { take: (count: number, [reason]: readonly string[]) => void (tries += reason === 'lost' ? count : 0) };

  beforeAll(async () => {
    const database = await migratedDatabase('mysql');
    const through = await TcpProxy.before(database.url);
    proxy = through.proxy;
    const logs = new LogLines();
    const settings = {
      DEADLINE_QUOTE_S: '1',
      DEADLINE_READ_S: '30',
      DEADLINE_WRITE_S: '60',
      DATABASE_FAILOVER_S: '20',
    };
    const server = await startServer(testSettings(through.url, { settings }), openLog(process.stdout, logs));
    app = new TestApp(server, through.url, logs, () => database.drop());
    token = await app.adminToken();
    RETRIES.readBy(sink);
  });
  beforeEach(async () => {
    time = new StillTime();
    await proxy.close();
  });
  afterEach(() => time.end());
  afterAll(async () => {
    RETRIES.leftBy(sink);
    await app.close();
    await proxy.close();
  });

  const quote = () => followed(app.call('POST', '/rest/V1/pricing/get-final-price', { sku: 'NOBODY-KNOWS' }, token));
  const search = () =>
    followed(app.call('GET', '/rest/V1/commerce/categories/search?searchCriteria', undefined, token));
  const save = (name: string) => followed(postCategory(app, name));
  /** Waits until the pending requests have retried a few times. */
  const areTried = async (): Promise<void> => {
    const before = tries;
    await until(() => tries >= before + 3);
  };

  it('makes requests wait until it is reachable again', async () => {
    const calls = [quote(), search(), save('Waited')];
    await areTried();
    expect(calls.map(({ isAnswered }) => isAnswered)).toEqual([false, false, false]);
    await proxy.open();
    expect((await Promise.all(calls.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([404, 200, 200]);
    expect(await countOf(app, 'Waited')).toBe(1);
  });

  it('makes each request wait until its own deadline', async () => {
    // Both requests first identify the caller, through the version that they share.
    const [long, short] = [save('Long'), quote()];
    await areTried();
    expect([short.isAnswered, long.isAnswered]).toEqual([false, false]);
    time.pass(1_000);
    const { status, headers } = await short.answer;
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    await areTried();
    expect(long.isAnswered).toBe(false);
    await proxy.open();
    expect((await long.answer).status).toBe(200);
  });

  it('makes requests fail at once after DATABASE_FAILOVER_S', async () => {
    const first = search();
    await areTried();
    time.pass(19_000);
    await areTried();
    expect(first.isAnswered).toBe(false);
    time.pass(1_000);
    expectUnavailable(await first.answer);
    // Time stands still here, so a request that waited would never end.
    expectUnavailable(await search().answer);
    await proxy.open();
    expect(await countOf(app, 'Nothing')).toBe(0);
  });
});
