import { Connection } from 'mysql2';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { LogLines, TestApp, testSettings } from '../support/app.js';
import { describeOnMysql } from '../support/databases.js';
import { type MariadbServer, MariadbServers } from '../support/mariadb-servers.js';
import { StillTime } from '../support/fake-time.js';
import { Shop } from '../support/shop.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

/** Half of it remains for the primary, which must do its work in that time. */
const QUOTE_S = 6;
const WRITES = 60;
/** Longer than a test takes. */
const LAG_S = 3_600;
/** Time for which a replica that does not respond is skipped. */
const PASSED_OVER_MS = 2_000;

/** One application without a cache, which loads every price, and one with a cache. */
describeOnMysql('replicas for prices', () => {
  let servers: MariadbServers;
  let primary: MariadbServer;
  let replica: MariadbServer;
  /** In front of the replica. */
  let proxy: TcpProxy;
  let readUrl: string;
  let app: TestApp;
  let cached: TestApp;
  let token: string;
  let productId: number;
  let customer: number;

  const appWith = async (PRICING_MEMORY_MB: string): Promise<TestApp> => {
    const settings = { DATABASE_READ_URL: readUrl, PRICING_MEMORY_MB, DEADLINE_QUOTE_S: String(QUOTE_S) };
    const logs = new LogLines();
    const server = await startServer(testSettings(primary.url, { settings }), openLog(process.stdout, logs));
    return new TestApp(server, primary.url, logs, () => Promise.resolve());
  };

  beforeAll(async () => {
    servers = await MariadbServers.start(2);
    [primary, replica] = servers.all as unknown as [MariadbServer, MariadbServer];
    ({ proxy, url: readUrl } = await TcpProxy.before(replica.url));
    app = await appWith('0');
    cached = await appWith('64');
    token = await app.adminToken();
    const shop = new Shop(app);
    ({ id: productId } = await shop.commerce('products', 'product', { sku: 'R', name: 'R', price: 100 }));
    ({ id: customer } = await app.customer());
    await replica.caughtUp(primary);
    await replica.run("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = 1");
  });
  afterAll(async () => {
    await app.close();
    await cached.close();
    await proxy.close();
    await servers.end();
  });

  const write = async (price: number): Promise<void> => {
    await app.good('PUT', `/rest/V1/commerce/products/${productId}`, { product: { price } }, token);
  };
  const quote = async (of = app) => {
    const { status, body } = await of.call('POST', '/rest/V1/pricing/get-final-price', { sku: 'R' }, token);
    return { status, price: body.final_price as number };
  };
  /** Statements that servers sent to the replica since the last call. */
  const asked = async (): Promise<readonly string[]> => {
    const rows = await replica.run(
      "SELECT argument FROM mysql.general_log WHERE user_host LIKE 'kontor%' AND command_type = 'Query'",
    );
    await replica.run('TRUNCATE mysql.general_log');
    return rows.map(({ argument }) => String(argument));
  };
  const readingPrices = (statements: readonly string[]): readonly string[] =>
    statements.filter((text) => /FROM (product|product_tier_price)\b/.test(text));

  it('serve prices as soon as they have caught up, and nothing else', async () => {
    let price = 100;
    for (const server of [app, cached])
      // A replica that does not accept a server at once is skipped for a while.
      await until(async () => {
        await asked();
        price += 1;
        await write(price);
        await replica.caughtUp(primary);
        expect(await quote(server)).toMatchObject({ status: 200, price });
        return readingPrices(await asked()).length > 0;
      });
    const good = (path: string): Promise<unknown> => app.good('GET', `/rest/V1/${path}`, undefined, token);
    await good(`commerce/customers/${customer}`);
    await good(`commerce/products/${productId}`);
    await good('commerce/customers/search?searchCriteria');
    await good('customerdocuments/category/search?searchCriteria');
    await app.call('GET', '/rest/V1/dpp/passports?searchCriteria');
    await app.good('POST', '/rest/V1/pricing/explain', { sku: 'R' }, token).catch(() => undefined);
    expect(await asked()).toEqual([]);
  });

  it('never serve a price that is older than the last confirmed write', async () => {
    await replica.run('STOP SLAVE');
    await replica.run(`CHANGE MASTER TO MASTER_DELAY = ${LAG_S}`);
    await replica.run('START SLAVE');
    let answered = (await quote()).price;
    let isOver = false;
    const seen = { stale: 0, all: 0 };
    const reading = [app, app, cached].map(async (of) => {
      while (!isOver) {
        const least = answered;
        const { status, price } = await quote(of);
        expect(status).toBe(200);
        seen.all += 1;
        if (price < least) seen.stale += 1;
      }
    });
    for (let count = 0; count < WRITES; count += 1) {
      await write(answered + 1);
      answered += 1;
      const before = seen.all;
      await until(() => seen.all > before, 5);
    }
    const [there] = await replica.run(`SELECT price FROM kontor.product WHERE id = ${productId}`);
    isOver = true;
    await Promise.all(reading);
    expect(Number(there?.['price'])).toBeLessThan(answered);
    expect(seen).toEqual({ stale: 0, all: expect.any(Number) });
    await replica.run('STOP SLAVE');
    await replica.run('CHANGE MASTER TO MASTER_DELAY = 0');
    await replica.run('START SLAVE');
    await replica.caughtUp(primary);
    await asked();
    expect((await quote()).price).toBe(answered);
    expect(readingPrices(await asked()).length).toBeGreaterThan(0);
  });

  it('with another history under the same version serve no prices', async () => {
    await replica.run('STOP SLAVE');
    const { price } = await quote();
    await asked();
    const [row] = await replica.run('SELECT version + 1 AS version FROM kontor.change_version');
    const version = Number(row?.['version']);
    await replica.run(`UPDATE kontor.product SET price = 1 WHERE id = ${productId}`);
    await replica.run(
      `INSERT INTO kontor.change_log (version, position, at, scope, scope_id) VALUES (${version}, 1, '2020-01-01T00:00:00.000Z', 'product', ${productId})`,
    );
    await replica.run(`UPDATE kontor.change_version SET version = ${version}`);
    // Ahead of the primary, then level with it.
    expect(await quote()).toMatchObject({ status: 200, price });
    await write(price + 1);
    expect(await quote()).toMatchObject({ status: 200, price: price + 1 });
    expect(readingPrices(await asked())).toEqual([]);
  });

  it('that hang or are killed cost half a deadline once, then no time', async () => {
    const { price } = await quote();
    const sent = jest.spyOn(Connection.prototype, 'query');
    /** Number of statements and connections to the replica so far. */
    const askedOfReplica = (): number =>
      proxy.madeConnections +
      sent.mock.contexts.filter((context) => (context as Connection).config.port === proxy.port).length;
    let before = askedOfReplica();
    proxy.hang();
    // With the whole deadline nothing would be left for the primary.
    for (const first of await Promise.all([quote(), quote(), quote()])) expect(first).toMatchObject({ status: 200 });
    expect(askedOfReplica()).toBeGreaterThan(before);
    const time = new StillTime();
    await quote();
    before = askedOfReplica();
    expect(await quote()).toMatchObject({ status: 200, price });
    expect(askedOfReplica()).toBe(before);
    time.pass(PASSED_OVER_MS);
    expect(await quote()).toMatchObject({ status: 200, price });
    expect(askedOfReplica()).toBeGreaterThan(before);
    time.end();
    sent.mockRestore();
    proxy.goOn();
    await replica.kill();
    for (let times = 0; times < 5; times += 1) expect(await quote()).toMatchObject({ status: 200, price });
  });
});

/** A file needs a test even without a MariaDB server. The run reports what it did not test. */
describe('replicas for prices without a MariaDB server', () => {
  it('are not tested', () => expect(QUOTE_S).toBeGreaterThan(2));
});
