import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeOnDatabases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'last-release.mjs');
const ADMIN = { username: 'admin', password: 'a password of the tests' };
const SHOPKEEPER = { username: 'shopkeeper', password: 'another password of the tests' };
const SKUS = Array.from({ length: 40 }, (_, index) => `N-${index}`);
const NUMBERS = ['C-1', 'C-2', 'C-3'];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
type Json = any;
type Row = Readonly<Record<string, unknown>>;

/** What an ERP sends each night, in this order: rows with and without quantity, with its own keys and the shop's. */
const NIGHT: readonly (readonly [path: string, rows: readonly Row[]])[] = [
  ['commerce/customerGroups', [{ code: 'Wholesale' }]],
  [
    'commerce/categories',
    [
      { name: 'Lamps', external_id: 'CAT-1' },
      { name: 'Desk lamps', external_id: 'CAT-2' },
    ],
  ],
  [
    'commerce/products',
    SKUS.map((sku, index) => ({ sku, name: `Lamp ${sku}`, price: 10.5 + index, attributes: { color: 'red' } })),
  ],
  [
    'commerce/customers',
    NUMBERS.map((customer_number, index) => ({ customer_number, email: `c${index}@shop.example`, external_id: `ERP-C${index}` })), // prettier-ignore
  ],
  [
    'pricing/customerprice',
    SKUS.map((sku, index) => ({
      customer_number: NUMBERS[index % 3],
      sku,
      value: 9.95,
      external_id: `ERP-${index}`,
      source_version: 3,
      ...(index % 2 === 0 ? { qty: 10 } : {}),
    })),
  ],
  ['pricing/pricelist', [{ name: 'Spring', priority: 2, external_id: 'PL-1', from_date: '2026-01-01' }]],
  [
    'pricing/pricelistproduct',
    SKUS.map((sku, index) => ({ pricelist_name: 'Spring', sku, price: 8, external_id: `PLP-${index}` })),
  ],
  ['pricing/pricelistcustomer', NUMBERS.map((customer_number) => ({ pricelist_name: 'Spring', customer_number }))],
  ['pricing/productcustomermatrix', [{ name: 'Red', price: 7, external_id: 'M-1' }]],
  ['pricing/productcustomermatrixattribute', [{ matrix_name: 'Red', attribute_code: 'color', attribute_value: 'red' }]],
];

const hasLastRelease = spawnSync(process.execPath, [SCRIPT, '--look']).status === 0;

if (!hasLastRelease) {
  it('an upgrade is not tested without the last release in the Git history', () => expect(hasLastRelease).toBe(false));
} else {
  describeOnDatabases('an installation of the last release, after the upgrade', (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-upgraded-'));
    const book = join(folder, 'book');
    let database: TestDatabase;
    let settings: Readonly<Record<string, string>>;
    let build: string;
    let child: KontorProcess | undefined;
    let url: string;
    /** Token of an integration that was created before the upgrade. */
    let token: string;
    /** Responses of the last release, which did not count outdated rows. */
    let sent: readonly object[];
    let price: number;

    const start = async (old?: string): Promise<void> => {
      child = KontorProcess.start('main', settings, old === undefined ? {} : { build: old });
      url = await child.url();
    };
    const stop = async (): Promise<void> => {
      child?.signal('SIGTERM');
      await child?.exited;
      child = undefined;
    };
    const call = async (verb: string, path: string, body: unknown, by = token, headers = {}) => {
      const response = await fetch(`${url}/rest/V1/${path}`, {
        method: verb,
        headers: {
          'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
          ...(by === '' ? {} : { authorization: `Bearer ${by}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const read: Json = JSON.parse(text);
      return { status: response.status, text, body: read };
    };
    const good = async (...call_: Parameters<typeof call>) => {
      const { status, text, body } = await call(...call_);
      if (status >= 300) throw new Error(`${call_[0]} ${call_[1]}: ${status} ${text}`);
      return body;
    };
    const signIn = (account: object): Promise<string> => good('POST', 'integration/admin/token', account, '');
    const night = async (key?: string) => {
      const answers = [];
      for (const [path, rows] of NIGHT) {
        const headers = key === undefined ? {} : { 'idempotency-key': `${key}-${path}` };
        const lines = rows.map((row) => JSON.stringify(row)).join('\n');
        answers.push({ path, ...(await call('POST', `${path}/bulk`, lines, token, headers)) });
      }
      return answers;
    };
    const half = async (): Promise<number> => {
      const { id } = await good('GET', 'commerce/customers/number/C-1', undefined);
      return (await good('POST', 'pricing/get-final-price', { sku: 'N-3', qty: 0.5, customer_id: id })).unit_price;
    };

    beforeAll(async () => {
      build = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' }).trim();
      database = await emptyDatabase(kind);
      settings = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of the tests, long enough',
        PUBLIC_BASE_URL: 'http://kontor.test',
        STORAGE_URL: `file:${join(folder, 'documents')}`,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        ACL_VENDOR: 'Test',
        DRAIN_S: '0',
      };
      await start(build);
      const root = await signIn(ADMIN);
      const areas = ['_Commerce', '_Customerprice', '_Pricelist', '_ProductCustomerMatrix'];
      const rights = areas.flatMap((area) => [`Test${area}::manage`, `Test${area}::save`]);
      const resources = [...rights, 'Test_Pricing::calculate', 'Test_Import::save'];
      const role = await good('POST', 'access/roles', { role: { name: 'Shopkeepers', resources } }, root);
      await good(
        'POST',
        'access/admins',
        { admin: { ...SHOPKEEPER, email: 'shopkeeper@shop.example', role_id: role.id } },
        root,
      );
      const integration = { name: 'ERP', resources };
      const { id } = await good('POST', 'access/integrations', { integration }, root);
      token = await good('POST', `access/integrations/${id}/rotate`, undefined, root);
      const first = await night('before');
      expect(first.filter(({ status, body }) => status !== 200 || body.failed > 0)).toEqual([]);
      sent = first.map(({ body }) => body as object);
      price = await half();
      await stop();
      expect(await runCli(settings, ['export', book], '', { build })).toMatchObject({ code: 0 });
      await start();
    }, 900_000);
    afterAll(async () => {
      await stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('reports the rows of the nightly call as unchanged', async () => {
      for (const [index, { path, body }] of (await night()).entries()) {
        const rows = NIGHT[index]?.[1].length;
        const counts = { created: 0, updated: 0, unchanged: rows, outdated: 0, failed: 0 };
        expect({ path, ...body }).toMatchObject({ path, ...counts });
      }
    });

    it('returns the earlier response for an idempotency key from before the upgrade', async () => {
      expect((await night('before')).map(({ body }) => body as object)).toEqual(
        sent.map((one) => ({ ...one, outdated: 0 })),
      );
    });

    it('imports files that were exported before the upgrade, and changes nothing', async () => {
      const { code, stdout, stderr } = await runCli(settings, ['import', book]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const counted = stdout.split('\n').filter((line) => / rows?: /.test(line));
      expect(counted.length).toBeGreaterThan(9);
      expect(counted.filter((line) => /[1-9]\d* (?:created|updated|outdated|failed)/.test(line))).toEqual([]);
      const form = new FormData();
      form.set(
        'file',
        new Blob([new Uint8Array(readFileSync(join(book, 'customer_price.csv')))]),
        'customer_price.csv',
      );
      const headers = { authorization: `Bearer ${token}` };
      const started = await fetch(`${url}/rest/V1/import`, { method: 'POST', headers, body: form });
      expect(started.status).toBe(202);
      const { uuid } = (await started.json()) as { readonly uuid: string };
      for (;;) {
        const job = await good('GET', `jobs/${uuid}`, undefined);
        if (job.status !== 4) {
          expect(job).toMatchObject({
            status: 1,
            result: { files: [{ unchanged: SKUS.length, updated: 0, failed: 0 }] },
          });
          break;
        }
        await delay(50);
      }
    });

    it('keeps the rights of roles and integrations, including price settings', async () => {
      const path = 'commerce/priceSettings/1';
      const before = await good('GET', path, undefined);
      for (const by of [token, await signIn(SHOPKEEPER)]) {
        const { status } = await call('PUT', path, { priceSettings: { skip_zero_price: before.skip_zero_price } }, by);
        expect(status).toBe(200);
        expect((await call('DELETE', 'commerce/products/1', undefined, by)).status).toBe(403);
      }
    });

    it('returns the same prices as before, also for quantities below 1', async () => expect(await half()).toBe(price));
  });
}
