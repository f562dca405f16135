import { emptyDatabase, type TestDatabase } from '../../support/databases.js';
import { KontorProcess } from '../../support/process.js';
import { until } from '../../support/until.js';
import { tell } from './reference.js';
import { peakResidentBytes } from './resident.js';

const PASSWORD = 'a password of the tests 1';
const ROWS = 3000;
const LINES = 66;
const AT_ONCE = 8;
/**
 * Growth of the server as a share of its response: 0.4 to 0.5. It is 0.95 to 1.1 if the server collects each response
 * before sending it.
 */
const HELD_SHARE = 0.75;

describe('eight concurrent explanations of 198,000 candidates each', () => {
  let database: TestDatabase;
  let server: KontorProcess;
  let url: string;
  beforeAll(async () => {
    database = await emptyDatabase('sqlite');
    server = KontorProcess.start('main', {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: PASSWORD,
      HEAVY_CALLS_PER_CALLER: String(AT_ONCE),
      DRAIN_S: '0',
    });
    url = await server.url();
    await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
  });
  afterAll(async () => {
    server.signal('SIGTERM');
    await server.exited;
    await database.drop();
  });

  const call = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${url}/rest/V1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });

  it('are not held in memory as a whole, and other callers get prices meanwhile', async () => {
    const token = (await (await call('integration/admin/token', { username: 'admin', password: PASSWORD })).json()) as string; // prettier-ignore
    const made = await call('commerce/customers', { customer: { customer_number: 'C1' } }, token);
    const { id: customer_id } = (await made.json()) as { readonly id: number };
    await call('commerce/products', { product: { sku: 'A', name: 'A', price: 20 } }, token);
    const day = (at: number): string => new Date(1.5e12 - 86_400_000 * at).toISOString().slice(0, 10);
    const records = Array.from({ length: ROWS }, (_, at) => ({
      customer_id,
      sku: 'A',
      value: 10,
      from_date: day(at),
      to_date: '2020-01-01',
    }));
    const stored = await call('pricing/customerprice/bulk', { records }, token);
    expect(await stored.json()).toMatchObject({ created: ROWS, failed: 0 });
    const question = { skus: Array.from({ length: LINES }, () => 'A'), customer_id, explain: 1 };
    const explain = async (): Promise<number> => {
      const { body } = await call('pricing/get-multi-price', question, token);
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
      return bytes;
    };
    // The first request loads code and lets the engine allocate its working memory.
    await explain();
    const before = peakResidentBytes(server.pid);
    let areRunning = true;
    let asked = 0;
    const victim = (async () => {
      while (areRunning) {
        expect((await call('pricing/get-final-price', { sku: 'A', customer_id }, token)).status).toBe(200);
        asked += 1;
      }
    })();
    const sizes = await Promise.all(Array.from({ length: AT_ONCE }, explain));
    areRunning = false;
    await victim;
    expect(Math.min(...sizes)).toBeGreaterThan(20_000_000);
    expect(asked).toBeGreaterThan(5);
    const held = (peakResidentBytes(server.pid) - before) / sizes.reduce((sum, bytes) => sum + bytes, 0);
    tell('memory that explanations took, as a share of them', held, HELD_SHARE);
    expect(held).toBeLessThan(HELD_SHARE);
  }, 300_000);
});
