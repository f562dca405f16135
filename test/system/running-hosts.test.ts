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

describeOnMysql('of several hosts the first that is well and may write is used', () => {
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
  /** Asks all the time while something happens to the host in use, until there are prices again. */
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

  it('one is killed under load: prices come from the next', async () => {
    await product(20);
    expect(await quoted()).toBe(20);
    await two.caughtUp(one);
    await whileAsked(20, async () => {
      await one.kill();
      await two.promote();
    });
    // Who asked meanwhile had time to wait for it.
    expect(refused).toBe(0);
    await product(21);
    expect(await quoted()).toBe(21);
  });

  it('one that may no longer write is left before anything old is told of it', async () => {
    await one.start();
    await one.follow(two);
    await one.caughtUp(two);
    expect(await quoted()).toBe(21);
    const { transactions, database } = app.get<Persistence>(Persistence);
    const seen: number[] = [];
    // One that had begun before is done again where it can be proved.
    await transactions.snapshot(async () => {
      const [row] = await database.query<{ price: string }>('SELECT price FROM product WHERE id = ?', [productId]);
      if (seen.push(Number(row?.price)) > 1) return;
      // The other way round, while both are well: whoever still asks the second finds the price before the last.
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

  it('one stands still: the next is used, and what the first says later is nobody’s', async () => {
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

  it('what was remembered of one is forgotten, also where the version of the next is the same', async () => {
    await one.follow(two);
    await one.caughtUp(two);
    await one.run('STOP SLAVE');
    // Never reaches the next one.
    await product(24);
    expect(await quoted()).toBe(24);
    await two.kill();
    await one.promote();
    // Another change under the number that the lost one had.
    const other = await appOn(one.url);
    const { id } = price;
    const changed = { customerPrice: { value: 51 } };
    await other.good('PUT', `/rest/V1/pricing/customerprice/${id}`, changed, token);
    await other.close();
    await whileAsked(23, () => Promise.resolve());
  });
});

/** So that the file holds a test where no server is at hand; the run names what didn't run. */
describe('where no server is at hand', () => {
  it('nobody is asked', () => expect(READERS).toBeGreaterThan(1));
});
