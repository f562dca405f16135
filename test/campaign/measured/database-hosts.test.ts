import { setTimeout as delay } from 'node:timers/promises';
import { openLog } from '../../../src/boot/logging.js';
import { startServer } from '../../../src/boot/server.js';
import { LogLines, TestApp, testSettings } from '../../support/app.js';
import { describeOnMysql } from '../../support/databases.js';
import { type MariadbServer, MariadbServers } from '../../support/mariadb-servers.js';
import { Shop } from '../../support/shop.js';
import { until } from '../../support/until.js';
import { tell } from './reference.js';

/**
 * Time until prices are read from another host (operations.md, "Several hosts"), and time limit of a check of a host.
 */
const [MOVED_MS, LOOK_MS] = [3_000, 800];
const LOOKS = MOVED_MS / LOOK_MS;
const READERS = 4;

describeOnMysql('several database hosts', () => {
  let servers: MariadbServers;
  let one: MariadbServer;
  let two: MariadbServer;
  let app: TestApp;
  let token: string;

  beforeEach(async () => {
    servers = await MariadbServers.start(2);
    [one, two] = servers.all as unknown as [MariadbServer, MariadbServer];
    const url = MariadbServers.urlOf(one, two);
    const logs = new LogLines();
    app = new TestApp(await startServer(testSettings(url), openLog(process.stdout, logs)), url, logs, () =>
      Promise.resolve(),
    );
    token = await app.adminToken();
    await new Shop(app).commerce('products', 'product', { sku: 'HOSTS', name: 'HOSTS', price: 20 });
    await two.caughtUp(one);
  });
  afterEach(async () => {
    one.signal('SIGCONT');
    await app.close();
    await servers.end();
  });

  it.each([
    ['killed', () => one.kill()],
    ['stopped', async () => one.signal('SIGSTOP')],
  ])('return prices from the next host soon after the first is %s', async (what, happens) => {
    let isOver = false;
    let answeredMs = Infinity;
    let happenedMs = Infinity;
    const isPriced = async (): Promise<boolean> =>
      (await app.call('POST', '/rest/V1/pricing/get-final-price', { sku: 'HOSTS' }, token)).status === 200;
    expect(await isPriced()).toBe(true);
    const reading = Array.from({ length: READERS }, async () => {
      while (!isOver) {
        const began = performance.now();
        if ((await isPriced()) && began > happenedMs) answeredMs = Math.min(answeredMs, performance.now());
        await delay(5);
      }
    });
    await happens();
    await two.promote();
    happenedMs = performance.now();
    await until(() => answeredMs < Infinity);
    isOver = true;
    await Promise.all(reading);
    const looks = (answeredMs - happenedMs) / LOOK_MS;
    tell(`time without a price when the first host is ${what}, in times of the longest look at a host`, looks, LOOKS);
    expect(looks).toBeLessThan(LOOKS);
  });
});

describe('several database hosts without a MariaDB server', () => {
  it('are not tested', () => expect(READERS).toBeGreaterThan(0));
});
