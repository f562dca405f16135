import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_ISOLATE, forkedBy, readOnly } from '../support/container.js';
import { KontorProcess } from '../support/process.js';
import { S3Server } from '../support/s3-server.js';

const ADMIN = { username: 'admin', password: 'a password of the tests' };
const PRICES = 5000;

const callerOf =
  (url: string) =>
  async (path: string, method = 'GET', body?: unknown, token?: string) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };

if (!CAN_ISOLATE) {
  it('a read-only root is not tested where namespaces are unavailable', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a server on a read-only root, without /tmp and as an unprivileged user', () => {
    let home: string;
    let storage: S3Server;
    let child: KontorProcess;

    beforeAll(async () => (storage = await S3Server.start()));
    afterAll(() => storage.stop());
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'kontor-read-only-'));
      chmodSync(home, 0o755);
      mkdirSync(join(home, 'var'));
    });
    afterEach(async () => {
      const server = forkedBy(child.pid);
      if (server > 0) process.kill(server, 'SIGKILL');
      await child.exited;
      rmSync(home, { recursive: true });
    });

    it.each([
      ['folder', () => ({})],
      [
        'object storage',
        () => ({
          STORAGE_URL: `s3://${storage.bucket}/documents`,
          ...storage.settings,
        }),
      ],
    ] as const)('starts, stores a large bulk call and a file, and stops: %s', async (_name, storing) => {
      const settings = { ...storing(), ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, DRAIN_S: '0' };
      child = KontorProcess.start('main', settings, { under: readOnly(__filename), cwd: home });
      const call = callerOf(await child.url());
      const token = JSON.parse(await call('/rest/V1/integration/admin/token', 'POST', ADMIN)) as string;
      const product = { sku: 'P', name: 'Lantern', price: 5 };
      await call('/rest/V1/commerce/products', 'POST', { product }, token);
      const customer = { email: 'c@example.com', customer_number: 'C1' };
      const { id } = JSON.parse(await call('/rest/V1/commerce/customers', 'POST', { customer }, token)) as {
        id: number;
      };
      // Enough that SQLite needs temporary files for the savepoint of each group.
      const records = Array.from({ length: PRICES }, (_, index) => ({
        customer_id: id,
        sku: 'P',
        qty: index + 1,
        value: 4,
      }));
      await call('/rest/V1/pricing/customerprice/bulk?mode=all_or_nothing', 'POST', { records }, token);
      const found = await call(
        '/rest/V1/pricing/customerprice/search?searchCriteria[pageSize]=1',
        'GET',
        undefined,
        token,
      );
      expect(JSON.parse(found)).toMatchObject({ total_count: PRICES });

      const document = { name: 'Guide', customer_ids: [id] };
      const made = JSON.parse(await call('/rest/V1/customerdocuments', 'POST', { document }, token)) as { id: number };
      const form = new FormData();
      form.set('file', new Blob(['plain words']), 'guide.txt');
      await call(`/rest/V1/customerdocuments/${made.id}/file`, 'PUT', form, token);
      expect(await call('/health/ready')).toContain('"status":"ok"');

      process.kill(forkedBy(child.pid), 'SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
      expect(readdirSync(home)).toEqual(['var']);
      expect(existsSync(join(home, 'var', 'kontor.sqlite'))).toBe(true);
      // Temporary files of uploads to object storage are removed.
      if (existsSync(join(home, 'var', 'incoming'))) expect(readdirSync(join(home, 'var', 'incoming'))).toEqual([]);
    });
  });
}
