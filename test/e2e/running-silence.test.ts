import { Deadline, withDeadline } from '../../libs/kernel/index.js';
import { Persistence } from '../../libs/database/index.js';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { type Answer, LogLines, TestApp, testSettings } from '../support/app.js';
import { describeOnMysql, migratedDatabase } from '../support/databases.js';
import { Shop } from '../support/shop.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { measures, slowness } from '../support/measured.js';

measures();

/** What a busy machine adds to a deadline; without any deadline each of these waits takes a minute. */
const SLACK_MS = 1_500;
const POOL = 10;
const OWN_WORK_MS = 40_000;

interface Timed extends Answer {
  readonly ms: number;
}

const timed = async (ask: () => Promise<Answer>): Promise<Timed> => {
  const began = performance.now();
  const answer = await ask();
  return { ...answer, ms: performance.now() - began };
};

const worst = (answers: readonly Timed[]): number => Math.max(...answers.map(({ ms }) => ms));

describeOnMysql('connections to the database that fall silent', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let token: string;
  let sku: string;
  let made = 0;

  beforeAll(async () => {
    const database = await migratedDatabase('mysql');
    const through = await TcpProxy.before(database.url);
    proxy = through.proxy;
    const logs = new LogLines();
    const settings = testSettings(through.url, {
      settings: {
        DATABASE_POOL: String(POOL),
        DEADLINE_QUOTE_S: '2',
        DEADLINE_READ_S: '5',
        DEADLINE_WRITE_S: '10',
      },
    });
    app = new TestApp(await startServer(settings, openLog(process.stdout, logs)), through.url, logs, () =>
      database.drop(),
    );
    token = await app.adminToken();
    sku = await new Shop(app).product({ price: 9 });
    await quote();
  });
  afterAll(async () => {
    proxy.thaw();
    await app.close();
    await proxy.close();
  });

  const quote = (): Promise<Timed> =>
    timed(() => app.call('POST', '/rest/V1/pricing/get-final-price', { sku, qty: 1 }, token));
  /** One that no memory answers. */
  const past = (): Promise<Timed> => timed(() => app.call('GET', '/rest/V1/dpp/passports?searchCriteria'));
  const read = (): Promise<Timed> =>
    timed(() => app.call('GET', '/rest/V1/commerce/categories/search?searchCriteria', undefined, token));
  const write = (): Promise<Timed> =>
    timed(() => app.call('POST', '/rest/V1/commerce/categories', { category: { name: `C-${(made += 1)}` } }, token));
  const ready = (): Promise<Timed> => timed(() => app.call('GET', '/health/ready'));

  /**
   * All connections that the process may have, each used just now; a silent one that nobody has met is found out first.
   * One that the server's own work waits for, webhooks or the chain of the audit trail, is free at the end of its limit.
   */
  const filled = async (): Promise<void> => {
    for (const until = performance.now() + OWN_WORK_MS; ;) {
      try {
        return await taken();
      } catch (error) {
        if (performance.now() > until) throw error;
      }
    }
  };

  const taken = async (): Promise<void> => {
    const { transactions, database } = app.get<Persistence>(Persistence);
    const asked = (): Promise<unknown> =>
      withDeadline(new Deadline('read', 1_000), () => database.query('SELECT SLEEP(0.3)'));
    await Promise.allSettled(Array.from({ length: POOL }, asked));
    let begun = 0;
    let all = (): void => undefined;
    const there = new Promise<void>((resolve) => (all = resolve));
    await Promise.all(
      Array.from({ length: POOL }, () =>
        transactions.snapshot(async () => {
          await database.query('SELECT 1 AS one');
          if ((begun += 1) === POOL) all();
          await there;
        }),
      ),
    )
      // Those that got one let go of it, also where another got none.
      .finally(all);
    await quote();
  };

  const round = async (): Promise<{ quotes: Timed[]; reads: Timed[]; writes: Timed[]; health: Timed[] }> => {
    const [quotes, reads, writes, health] = await Promise.all([
      Promise.all([...Array.from({ length: 10 }, quote), ...Array.from({ length: 4 }, past)]),
      Promise.all(Array.from({ length: 4 }, read)),
      Promise.all(Array.from({ length: 4 }, write)),
      Promise.all([ready()]),
    ]);
    return { quotes, reads, writes, health };
  };

  it('one of eleven, whichever: nobody waits longer than the deadline, and it is ready all the time', async () => {
    for (let frozen = 0; frozen < 4; frozen += 1) {
      await filled();
      proxy.freeze(1);
      const { quotes, reads, writes, health } = await round();
      expect(worst(quotes)).toBeLessThan(2_000 + SLACK_MS * slowness());
      expect(worst(reads)).toBeLessThan(5_000 + SLACK_MS * slowness());
      expect(worst(writes)).toBeLessThan(10_000 + SLACK_MS * slowness());
      expect(worst(health)).toBeLessThan(2_000 + SLACK_MS * slowness());
      const all = [...quotes, ...reads, ...writes];
      expect(all.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      // One connection spoils one request.
      expect(all.filter(({ status }) => status === 503).length).toBeLessThanOrEqual(1);
      expect(health.map(({ status }) => status)).toEqual([200]);
    }
  });

  it('all of them: what is remembered is told after a second, and what waited says why it gave up', async () => {
    await filled();
    proxy.freeze();
    const { quotes, reads, writes } = await round();
    expect(worst(quotes)).toBeLessThan(2_000 + SLACK_MS * slowness());
    expect(worst(reads)).toBeLessThan(5_000 + SLACK_MS * slowness());
    expect(worst(writes)).toBeLessThan(10_000 + SLACK_MS * slowness());
    // Prices come from memory; the version by a new connection, when the silent one had its second.
    expect(quotes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const ended = [...quotes, ...reads, ...writes].filter(({ status }) => status === 503);
    expect(ended.length).toBeGreaterThan(0);
    for (const { body, headers } of ended) {
      // Searches without a token wait for one another before they wait for the database.
      expect(body.message).toMatch(
        /^(The request took longer than its limit of \d+ s \(DEADLINE_(QUOTE|READ|WRITE)_S\)\. |The search took longer than 1 s, |Too many anonymous searches )/,
      );
      expect(headers.get('retry-after')).toBe('1');
    }
    const after = await round();
    expect(worst([...after.quotes, ...after.reads])).toBeLessThan(5_000 + SLACK_MS * slowness());
    expect((await ready()).status).toBe(200);
  });

  it('a database that hangs altogether: 503 at the deadline, not ready, and good again afterwards', async () => {
    await filled();
    proxy.hang();
    const { quotes, reads, writes, health } = await round();
    expect(worst(quotes)).toBeLessThan(2_000 + SLACK_MS * slowness());
    expect(worst(reads)).toBeLessThan(5_000 + SLACK_MS * slowness());
    expect(worst(writes)).toBeLessThan(10_000 + SLACK_MS * slowness());
    expect(worst(health)).toBeLessThan(2_000 + SLACK_MS * slowness());
    for (const { status } of [...quotes, ...reads, ...writes, ...health]) expect(status).toBe(503);
    proxy.goOn();
    const again = async (ask: () => Promise<Timed>): Promise<void> => {
      for (let tries = 0; (await ask()).status !== 200; tries += 1) expect(tries).toBeLessThan(2 * POOL);
    };
    for (const ask of [quote, past, read, write, ready]) await again(ask);
  });
});

/** So that the file holds a test where no server is at hand; the run names what didn't run. */
describe('where no server is at hand', () => {
  it('the worst of no answers is none', () => expect(worst([])).toBe(-Infinity));
});
