import { setTimeout as delay } from 'node:timers/promises';
import { Persistence } from '../../libs/database/index.js';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { LogLines, TestApp, testSettings } from '../support/app.js';
import { describeOnMysql } from '../support/databases.js';
import { type MariadbServer, MariadbServers } from '../support/mariadb-servers.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/until.js';

const READERS = 4;

const appOn = async (url: string): Promise<TestApp> => {
  const logs = new LogLines();
  const settings = { DATABASE_FAILOVER_S: '30' };
  const server = await startServer(testSettings(url, { settings }), openLog(process.stdout, logs));
  return new TestApp(server, url, logs, () => Promise.resolve());
};

describeOnMysql('several database hosts', () => {
  let servers: MariadbServers;
  let one: MariadbServer;
  let two: MariadbServer;
  let app: TestApp;
  let shop: Shop;
  let token: string;
  let sku: string;
  let productId: number;
  let price: { readonly id: number };

  beforeAll(async () => {
    servers = await MariadbServers.start(2);
    [one, two] = servers.all as unknown as [MariadbServer, MariadbServer];
    app = await appOn(MariadbServers.urlOf(one, two));
    token = await app.adminToken();
    shop = new Shop(app);
    sku = 'HOSTS';
    ({ id: productId } = await shop.commerce('products', 'product', { sku, name: sku, price: 99 }));
    price = await shop.customerPrice({ sku, customer_id: (await app.customer()).id, value: 50 });
  });
  afterAll(async () => {
    await app.close();
    await servers.end();
  });

  const product = (price: number): Promise<unknown> =>
    app.good('PUT', `/rest/V1/commerce/products/${productId}`, { product: { price } });
  const quoted = async (of = app): Promise<number | undefined> => {
    const answer = await of.call('POST', '/rest/V1/pricing/get-final-price', { sku }, token);
    expect([200, 503]).toContain(answer.status);
    return answer.status === 200 ? answer.body.final_price : undefined;
  };

  let refused = 0;
  /** Requests prices continuously while something happens to the host in use, until prices are returned again. */
  const whileAsked = async (expected: number, happens: () => Promise<void>): Promise<void> => {
    let isOver = false;
    let hasHappened = false;
    const found = { before: 0, after: 0 };
    refused = 0;
    const reading = Array.from({ length: READERS }, async () => {
      while (!isOver) {
        const when = hasHappened ? 'after' : 'before';
        const answered = await quoted();
        if (answered === undefined) refused += 1;
        else {
          expect(answered).toBe(expected);
          found[when] += 1;
        }
        await delay(5);
      }
    });
    try {
      await until(() => found.before > READERS);
      await happens();
      hasHappened = true;
      await until(() => found.after > 0);
    } finally {
      isOver = true;
      await Promise.all(reading);
    }
  };

  it('return prices from the next host when one is killed under load', async () => {
    await product(20);
    expect(await quoted()).toBe(20);
    await two.caughtUp(one);
    await whileAsked(20, async () => {
      await one.kill();
      await two.promote();
    });
    // Requests in between had enough time to wait.
    expect(refused).toBe(0);
    await product(21);
    expect(await quoted()).toBe(21);
  });

  it('are switched before a host that became read-only returns old data', async () => {
    await one.start();
    await one.follow(two);
    await one.caughtUp(two);
    expect(await quoted()).toBe(21);
    const { transactions, database } = app.get<Persistence>(Persistence);
    const seen: number[] = [];
    // A snapshot that started before the switch is repeated.
    await transactions.snapshot(async () => {
      const [row] = await database.query<{ price: string }>('SELECT price FROM product WHERE id = ?', [productId]);
      if (seen.push(Number(row?.price)) > 1) return;
      // Switch back while both work. The second host now has an outdated price.
      await two.run('SET GLOBAL read_only = 1');
      await one.caughtUp(two);
      await one.promote();
      const other = await appOn(one.url);
      await other.good('PUT', `/rest/V1/commerce/products/${productId}`, { product: { price: 22 } }, token);
      await other.close();
      expect(await quoted()).toBe(22);
      await database.query('SELECT 1 AS one');
    });
    expect(seen).toEqual([21, 22]);
    const read = await app.good('GET', `/rest/V1/commerce/products/${productId}`, undefined, token);
    expect(read).toMatchObject({ price: 22 });
  });

  it('are switched when one hangs, and its later responses are ignored', async () => {
    await two.follow(one);
    await two.caughtUp(one);
    await whileAsked(22, async () => {
      one.signal('SIGSTOP');
      await two.promote();
    });
    await product(23);
    one.signal('SIGCONT');
    for (let times = 0; times < 20; times += 1) expect(await quoted()).toBe(23);
  });

  it('are switched with an empty cache, even if the version of the next host is the same', async () => {
    await one.follow(two);
    await one.caughtUp(two);
    await one.run('STOP SLAVE');
    // Never reaches the next one.
    await product(24);
    expect(await quoted()).toBe(24);
    await two.kill();
    await one.promote();
    // Another change with the version of the lost one.
    const other = await appOn(one.url);
    const { id } = price;
    const changed = { customerPrice: { value: 51 } };
    await other.good('PUT', `/rest/V1/pricing/customerprice/${id}`, changed, token);
    await other.close();
    await whileAsked(23, () => Promise.resolve());
  });
});

/** A file needs a test even without a MariaDB server. The run reports what it did not test. */
describe('several database hosts without a MariaDB server', () => {
  it('are not tested', () => expect(READERS).toBeGreaterThan(1));
});
