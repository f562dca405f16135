import { createConnection } from 'mysql2/promise';
import { describeOnMysql, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { KontorProcess } from '../support/process.js';
import { measures, slowness } from '../support/measured.js';

measures();

/** `idle_transaction_timeout` is 10 s; the server looks each second, and a busy machine late. */
const WRITES_AGAIN_MS = 12_000;
const QUOTE_MS = 1_000;
const SLACK_MS = 1_000;

const ADMIN = { username: 'test-admin', password: 'a password of the tests' };

class Server {
  private token = '';

  constructor(
    readonly process: KontorProcess,
    private readonly url: string,
  ) {}

  async signIn(): Promise<void> {
    const answer = await this.call('POST', '/rest/V1/integration/admin/token', ADMIN);
    this.token = (await answer.json()) as string;
  }

  call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: {
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async status(method: string, path: string, body?: unknown): Promise<number> {
    const answer = await this.call(method, path, body);
    await answer.arrayBuffer();
    return answer.status;
  }
}

describeOnMysql('a process that is stopped amid writes', () => {
  let database: TestDatabase;
  let stopped: Server;
  let other: Server;
  let made = 0;

  const started = async (settings: Readonly<Record<string, string>>): Promise<Server> => {
    const child = KontorProcess.start('main', {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      PUBLIC_BASE_URL: 'http://kontor.test',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    });
    const server = new Server(child, await child.url());
    while ((await server.status('GET', '/health/ready')) !== 200) await new Promise(setImmediate);
    await server.signIn();
    return server;
  };

  beforeAll(async () => {
    database = await migratedDatabase('mysql');
    stopped = await started({});
    // Without a memory each price needs a connection of the pool.
    other = await started({ PRICING_MEMORY_MB: '0' });
    await stopped.status('POST', '/rest/V1/commerce/products', { product: { sku: 'A', name: 'A', price: 1 } });
  });
  afterAll(async () => {
    for (const { process } of [stopped, other]) process.signal('SIGKILL');
    await Promise.all([stopped.process.exited, other.process.exited]);
    await database.drop();
  });

  const lists = (): unknown => ({
    records: Array.from({ length: 400 }, () => ({ name: `List ${(made += 1)}`, priority: 1 })),
  });
  const write = (server: Server): Promise<number> =>
    server.status('POST', '/rest/V1/commerce/categories', { category: { name: `C-${(made += 1)}` } });

  /** Stops it, again and again, until it holds the version row when it stands still. */
  const stopWithTheRow = async (): Promise<void> => {
    const looking = await createConnection(database.url);
    const isHeld = async (): Promise<boolean> => {
      try {
        await looking.query('SELECT version FROM change_version WHERE id = 1 FOR UPDATE NOWAIT');
        return false;
      } catch {
        return true;
      }
    };
    let writing = true;
    const writers = [1, 2, 3].map(async () => {
      while (writing) await stopped.status('POST', '/rest/V1/pricing/pricelist/bulk', lists()).catch(() => 0);
    });
    void Promise.allSettled(writers);
    try {
      for (let tries = 0; tries < 300; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60));
        stopped.process.signal('SIGSTOP');
        // Whatever the server still had to do for it is done by then.
        await new Promise((resolve) => setTimeout(resolve, 60));
        if (await isHeld()) return;
        stopped.process.signal('SIGCONT');
      }
      throw new Error('it never stood still with the version row');
    } finally {
      writing = false;
      await looking.end();
    }
  };

  it('holds up the writers of others for 12 s at most, and their prices and readiness not at all', async () => {
    await stopWithTheRow();
    const began = performance.now();
    let writesAgainMs = Infinity;
    const statuses = new Set<number>();
    const writers = Array.from({ length: 20 }, async () => {
      while (writesAgainMs === Infinity && performance.now() - began < 4 * WRITES_AGAIN_MS) {
        const status = await write(other);
        statuses.add(status);
        if (status === 200) writesAgainMs = Math.min(writesAgainMs, performance.now() - began);
      }
    });
    let worstMs = 0;
    const quotes = (async () => {
      while (writesAgainMs === Infinity && performance.now() - began < 4 * WRITES_AGAIN_MS) {
        const asked = performance.now();
        expect(await other.status('POST', '/rest/V1/pricing/get-final-price', { sku: 'A', qty: 1 })).toBe(200);
        worstMs = Math.max(worstMs, performance.now() - asked);
        expect(await other.status('GET', '/health/ready')).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await Promise.all([...writers, quotes]);
    stopped.process.signal('SIGCONT');
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // Else it held nothing, and this showed nothing.
    expect(writesAgainMs).toBeGreaterThan(1_000);
    expect(writesAgainMs).toBeLessThan(WRITES_AGAIN_MS + SLACK_MS * slowness());
    expect(worstMs).toBeLessThan(QUOTE_MS + SLACK_MS * slowness());
    // It goes on as well, and what it hadn't stored isn't there.
    while ((await write(stopped)) !== 200) await new Promise(setImmediate);
  });
});

/** So that the file holds a test where no server is at hand; the run names what didn't run. */
describe('where no server is at hand', () => {
  it('nothing is stopped', () => expect(WRITES_AGAIN_MS).toBeGreaterThan(10_000));
});
