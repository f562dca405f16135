import { existsSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KontorProcess } from '../support/process.js';
import { measures } from '../support/measured.js';

measures();

const PASSWORD = 'a password of the tests 1';
const ROWS = 3000;
const LINES = 66;
/** Eight times 33 MB are answered. It grows by 105 to 130 MB; with each answer gathered before it is sent, by 255 to 290. */
const GROWTH_MAX_MB = 200;

describe('eight explanations of 198,000 candidates each at once', () => {
  let file: string;
  let server: KontorProcess;
  let url: string;
  // For each trial: a process tells its peak of all its life, and the customer must be new.
  beforeEach(async () => {
    file = join(tmpdir(), `kontor-test-${randomUUID()}.sqlite`);
    server = KontorProcess.start('main', {
      DATABASE_URL: `sqlite:${file}`,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: PASSWORD,
      HEAVY_CALLS_PER_CALLER: '8',
      DRAIN_S: '0',
    });
    url = await server.url();
    for (let asked = 0; asked < 600; asked += 1) {
      if ((await fetch(`${url}/health/ready`)).status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, 120_000);
  afterEach(async () => {
    server.signal('SIGTERM');
    await server.exited;
    for (const end of ['', '-wal', '-shm', '.jwt-secret']) rmSync(file + end, { force: true });
  }, 60_000);

  const call = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${url}/rest/V1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const peakMb = (): number => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };

  it('take no memory of their size, and others have their prices meanwhile', async () => {
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
    // The first one loads code and lets the engine take what it works with.
    await explain();
    const measured = existsSync(`/proc/${server.pid}/status`);
    const before = measured ? peakMb() : 0;
    let areRunning = true;
    let asked = 0;
    const victim = (async () => {
      while (areRunning) {
        expect((await call('pricing/get-final-price', { sku: 'A', customer_id }, token)).status).toBe(200);
        asked += 1;
      }
    })();
    const sizes = await Promise.all(Array.from({ length: 8 }, explain));
    areRunning = false;
    await victim;
    expect(Math.min(...sizes)).toBeGreaterThan(20_000_000);
    expect(asked).toBeGreaterThan(5);
    if (process.env['CAMPAIGN_SEED'] !== undefined)
      process.stdout.write(`resident memory grew by ${peakMb() - before} MB\n`);
    if (measured) expect(peakMb() - before).toBeLessThan(GROWTH_MAX_MB);
  }, 120_000);
});
