import { globSync, readFileSync } from 'node:fs';
import { REVISION, VERSION } from '../../src/config/version.js';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Persistence } from '../../libs/database/index.js';
import { Clock, Counter } from '../../libs/kernel/index.js';
import { ROOMS } from '../../src/app.module.js';
import { declaredMetrics } from '../../src/boot/telemetry/declared-metrics.js';
import { readSettings } from '../../src/config/config.js';
import { DocumentShop } from '../support/document-shop.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases, type DatabaseKind } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';
import { ScriptedClamd } from '../support/scripted-clamd.js';
import { Shop } from '../support/shop.js';
import { type Sample, selectorsOf, ReportedMetrics } from '../support/reported-metrics.js';
import { until } from '../support/until.js';
import { withoutSeconds } from '../support/without-seconds.js';

const ROOT = join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const PANELS = (JSON.parse(textOf('deploy/grafana/kontor.json')) as Dashboard).panels.flatMap(
  ({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `panel "${title}"`, expr })),
);
const ALERTS = (parse(textOf('deploy/prometheus/kontor.rules.yml')) as Rules).groups.flatMap(({ rules }) =>
  rules.map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
);

/** The metric of Prometheus itself, and the labels that it adds to each series. */
const OF_PROMETHEUS: ReadonlySet<string> = new Set(['up']);
const ADDED_LABELS: ReadonlySet<string> = new Set(['instance', 'job']);
/** More than the administrator of this test needs. */
const RATE_LIMIT = 150;
/** Statuses that no test causes: a bug, a late response, a commit whose response was lost. */
const NOT_BROUGHT_ABOUT = /^(500|503)$/;

/** Metrics that need a fault of the machine, with the tests that cause it. */
const FED_ELSEWHERE: Readonly<Record<string, string>> = {
  kontor_disk_full_total: 'running-full-disk.test.ts',
  kontor_log_lines_dropped_total: 'running-log.test.ts',
};

const declared = declaredMetrics(readSettings({}, ROOMS)).flatMap(({ metrics }) => metrics);

const matches = ({ name, labels }: Sample, of: ReturnType<typeof selectorsOf>[number]): boolean =>
  name === of.name &&
  of.matchers.every(([label, operator, value]) => {
    if (ADDED_LABELS.has(label)) return true;
    const is = labels[label];
    if (is === undefined) return false;
    if (NOT_BROUGHT_ABOUT.test(value)) return true;
    return operator === '=' ? is === value : operator === '=~' && new RegExp(`^(?:${value})$`).test(is);
  });

/** Six wrong passwords lock a user at an address. More than five attempts per second return 429 unchecked. */
const guess = async (app: TestApp, address: string): Promise<void> => {
  const attempt = async (username: string, from: string): Promise<number> => {
    const body = { username, password: 'a guess' };
    const headers = { 'X-Forwarded-For': from };
    return (await app.call('POST', '/rest/V1/integration/admin/token', body, undefined, headers)).status;
  };
  const began = Date.now();
  const clock = jest.spyOn(app.get<Clock>(Clock), 'now');
  for (let second = 0; second < 6; second += 1) {
    clock.mockReturnValue(new Date(began + 1000 * second));
    expect(await attempt('test-admin', address)).toBe(401);
  }
  for (let count = 0; count < 5; count += 1) expect(await attempt('nobody', '203.0.113.2')).toBe(401);
  expect(await attempt('nobody', '203.0.113.2')).toBe(429);
  clock.mockRestore();
};

/** Waits until the file of a document has this scan state. */
const scanned = (documents: DocumentShop, id: number, state: string): Promise<void> =>
  until(async () => (await documents.read(id)).file.scan === state);

/** Sends more requests per minute than RATE_LIMIT from one address behind a proxy. */
const exceed = async (app: TestApp, limit: number): Promise<void> => {
  const ask = async (): Promise<number> =>
    (await app.call('GET', '/rest/V1/dpp/passport/none', undefined, undefined, { 'X-Forwarded-For': '203.0.113.9' }))
      .status;
  for (let time = 0; time < limit; time += 1) expect(await ask()).toBe(200);
  expect([await ask(), await ask()]).toEqual([429, 429]);
};

/** Causes all kinds of counted work, and leaves one job waiting. */
const putToWork = async (documents: DocumentShop, clamd: ScriptedClamd): Promise<void> => {
  const { app } = documents;
  const shop = new Shop(app);
  const admin = await app.adminToken();

  // Prices: loaded, cached, evicted by a change, and one unknown product.
  const sku = await shop.product({ price: 10 });
  const { id: customer_id } = await app.customer();
  await shop.customerPrice({ customer_id, sku, qty: 1, value: 8, website_id: 0 });
  for (let time = 0; time < 3; time += 1) await shop.price({ customer_id, sku, qty: 1 });
  const items = [
    { sku, qty: 2 },
    { sku: 'no such product', qty: 1 },
  ];
  await app.good('POST', '/rest/V1/pricing/get-multi-price', { customer_id, items });
  await shop.customerPrice({ customer_id, sku, qty: 5, value: 7, website_id: 0 });
  await shop.price({ customer_id, sku, qty: 1 });

  // Every interface.
  const bulk = { records: [{ customer_id, sku, qty: 9, value: 6, website_id: 0 }] };
  await app.good('POST', '/rest/V1/pricing/customerprice/bulk', bulk);
  await app.call('POST', '/graphql', { query: '{ dppPassportBySku(sku: "none") { sku } }' });
  await app.call('GET', `/soap/default?wsdl&services=pricingCalculatedPriceV1`, undefined, admin);
  await app.call('GET', '/nowhere/at/all');

  // Documents, passports, sign-ins.
  const id = await documents.local();
  await scanned(documents, id, 'clean');
  await app.call('GET', `/rest/V1/customerdocuments/${id}/file/content`, undefined, admin);
  const documentFile = { name: 'bad.exe', base64_encoded_data: 'AAAA' };
  expect((await documents.ask('PUT', `customerdocuments/${id}/file`, { documentFile })).status).toBe(400);
  clamd.says = 'stream: Eicar FOUND';
  await scanned(documents, await documents.local({}, 'infected'), 'infected');
  clamd.says = undefined;
  await scanned(documents, await documents.local({}, 'waits'), 'scanner_away');
  await (await new PassportShop(app).open()).published();
  // A webhook without a receiver.
  const webhook = await app.good('POST', '/rest/V1/webhooks', {
    webhook: { url: 'https://127.0.0.1:1/', events: ['documentCategory.deleted'] },
  });
  await app.good('POST', `/rest/V1/webhooks/${webhook.id}/rotate`);
  await app.good('POST', `/rest/V1/webhooks/${webhook.id}/test`);
  // A webhook whose owner is deleted.
  const integrations = '/rest/V1/access/integrations';
  const owner = await app.good('POST', integrations, {
    integration: {
      name: 'owner of a webhook',
      resources: ['_Webhooks::save', '_Webhooks::manage', '_Commerce::manage'],
    },
  });
  const token = await app.good('POST', `${integrations}/${owner.id}/rotate`);
  const owned = { url: 'https://127.0.0.1:1/', events: ['product.*'] };
  await app.good('POST', '/rest/V1/webhooks', { webhook: owned }, token);
  await app.good('DELETE', `${integrations}/${owner.id}`);

  await exceed(app, RATE_LIMIT);
  await guess(app, '203.0.113.1');

  // The database: one transaction that is repeated after a conflict, and one that fails.
  const { transactions } = app.get<Persistence>(Persistence);
  let times = 0;
  await transactions.write(async () => {
    times += 1;
    if (times === 1) throw Object.assign(new Error('lost to others'), { code: 'SQLITE_BUSY', errno: 1213 });
  });
  await expect(transactions.write(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');

  const later = { customerPrice: { customer_id, sku, qty: 11, value: 5, website_id: 0 } };
  expect((await app.call('POST', '/rest/async/V1/pricing/customerprice', later, admin)).status).toBe(202);
};

/** The metrics while two transactions wait for a connection. */
const metricsWhileHeld = async (
  documents: DocumentShop,
  kind: DatabaseKind,
  scrape: () => Promise<ReportedMetrics>,
) => {
  const { transactions, connections } = documents.app.get<Persistence>(Persistence);
  const holders = kind === 'sqlite' ? 1 : 5;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const writing = Array.from({ length: holders + 2 }, () => transactions.write(() => held));
  try {
    await until(() => {
      const usage = Object.fromEntries(connections.usage.map((used) => [used.pool, used]));
      return (usage['writers']?.waiting ?? 0) >= 2 && (usage['all']?.inUse ?? holders) >= holders;
    });
    return await scrape();
  } finally {
    release();
    await Promise.all(writing);
  }
};

describeOnDatabases('metrics of a busy server', (kind) => {
  let documents: DocumentShop;
  let before: ReportedMetrics;
  let held: ReportedMetrics;
  /** All scrapes, because a waiting job is counted only for a moment. */
  const seen: ReportedMetrics[] = [];
  let after: ReportedMetrics;
  let clamd: ScriptedClamd;

  const scrape = (): Promise<ReportedMetrics> => ReportedMetrics.of(documents.app.server.metrics?.port ?? 0);

  beforeAll(async () => {
    clamd = await ScriptedClamd.start('stream: OK');
    const settings = {
      METRICS_PORT: '0',
      TRUST_PROXY: 'loopback',
      CLAMAV_URL: clamd.url,
      RATE_LIMIT: String(RATE_LIMIT),
      WEBHOOK_HOSTS: '127.0.0.1',
    };
    documents = await DocumentShop.open({ database: kind, settings });
    withoutSeconds(documents.app);
    before = await scrape();
    await putToWork(documents, clamd);
    seen.push(await scrape());
    held = await metricsWhileHeld(documents, kind, scrape);
    // A worker reports its counts within a second or two.
    await until(async () => {
      after = await scrape();
      seen.push(after);
      return ['kontor_job_seconds', 'kontor_webhook_deliveries_total', 'kontor_webhooks_switched_off_total'].every(
        (name) => after.amount(name) > 0,
      );
    }, 200);
  });

  afterAll(async () => {
    await documents.close();
    clamd.stop();
  });

  it.each(declared.map((metric) => [metric.name, metric] as const))(
    'include %s with a changing value',
    (name, metric) => {
      const { kind: is, help } = metric;
      expect(after.text).toContain(`# HELP ${name} ${help}`);
      expect(after.text).toContain(`# TYPE ${name} ${is}`);
      if (name === 'kontor_sqlite_writer_hold_seconds' && kind !== 'sqlite') return;
      const elsewhere = FED_ELSEWHERE[name];
      if (elsewhere !== undefined) {
        expect(textOf(`test/e2e/${elsewhere}`)).toContain(name);
        return;
      }
      // A gauge may be above 0 in only one of the scrapes.
      const moments = is === 'gauge' ? [held, ...seen] : [after];
      const moved = moments.some((moment) => moment.amount(name) > (is === 'gauge' ? 0 : before.amount(name)));
      expect([name, moved]).toEqual([name, true]);
      if (!(metric instanceof Counter) || metric.values.length === 0) return;
      const counted = after.samples.filter((sample) => sample.name === name);
      expect(counted.flatMap(({ labels }) => Object.values(labels)).toSorted()).toEqual(metric.values.toSorted());
    },
  );

  it.each([...PANELS, ...ALERTS].map(({ where, expr }) => [where, expr] as const))(
    'include all series of %s',
    (_, expr) => {
      const selectors = selectorsOf(expr).filter(({ name }) => !OF_PROMETHEUS.has(name));
      if (!expr.startsWith('up')) expect(selectors).not.toEqual([]);
      for (const selector of selectors) {
        const { name, grouped } = selector;
        // Counters with few labels are exposed at 0 before anything is counted.
        const isFed = ({ value }: Sample): boolean => value > 0 || !name.endsWith('_total') || name in FED_ELSEWHERE;
        const found = [...after.samples, ...held.samples].filter(
          (sample) => matches(sample, selector) && isFed(sample),
        );
        expect([name, selector.matchers, found.length > 0]).toEqual([name, selector.matchers, true]);
        const labels = new Set(found.flatMap((sample) => Object.keys(sample.labels)));
        const ungrouped = grouped.filter((label) => !labels.has(label) && !ADDED_LABELS.has(label));
        expect([name, ungrouped]).toEqual([name, []]);
      }
    },
  );

  it('label requests with the declared operation and the interface', () => {
    const served = (operation: string, interfaceName: string, status = '200'): number =>
      after.sum('kontor_requests_total', { operation, interface: interfaceName, status });
    expect(served('pricingCalculatedPriceV1.getFinalPrice', 'rest')).toBe(4);
    expect(served('pricingCalculatedPriceV1.getMultiPrice', 'rest')).toBe(1);
    expect(served('pricingCustomerPriceRepositoryV1.saveMany', 'bulk')).toBe(1);
    expect(served('POST /rest/async/V1/pricing/customerprice', 'async', '202')).toBe(1);
    expect(served('graphql.dppPassportBySku', 'graphql')).toBe(1);
    expect(served('GET /soap/:storeCode', 'soap')).toBe(1);
    expect(served('none', 'none', '404')).toBe(1);
    expect(
      served('customerDocumentsFileV1.put', 'rest', '400') +
        served('PUT /rest/V1/customerdocuments/:documentId/file', 'rest', '400'),
    ).toBe(1);
    expect(after.text).not.toContain('nowhere');
  });

  it('include the version and revision of the build', () => {
    const build = { version: VERSION, revision: REVISION, node: process.versions.node };
    expect(after.sum('kontor_build_info', build)).toBe(1);
  });

  it('count prices, their origin and the loaded rows', () => {
    expect(after.sum('kontor_prices_total', { outcome: 'priced' })).toBe(5);
    expect(after.sum('kontor_prices_total', { outcome: 'unpriced' })).toBe(1);
    expect(after.sum('kontor_quotes_total', { from: 'memory' })).toBe(2);
    expect(after.sum('kontor_quotes_total', { from: 'database' })).toBe(3);
    expect(after.sum('kontor_quote_lines_sum')).toBe(6);
    expect(after.sum('kontor_price_rows_loaded_total', { source: 'customer' })).toBeGreaterThanOrEqual(2);
  });

  it('count uploaded and downloaded bytes of documents, and refused uploads', () => {
    expect(after.sum('kontor_document_bytes_total', { direction: 'in' })).toBe(9 + 3 + 8 + 5);
    expect(after.sum('kontor_document_bytes_total', { direction: 'out' })).toBe(9);
    expect(after.sum('kontor_uploads_refused_total', { reason: 'refused' })).toBe(1);
  });

  it('count scans by result, files that wait for a scan, and limited requests', () => {
    for (const state of ['clean', 'infected'])
      expect([state, after.sum('kontor_scans_total', { state })]).toEqual([state, 1]);
    // The scan may already have been retried.
    expect(after.sum('kontor_scans_total', { state: 'scanner_away' })).toBeGreaterThanOrEqual(1);
    expect(after.sum('kontor_scans_pending')).toBe(1);
    expect(after.sum('kontor_limited_total', { limit: 'address' })).toBe(2);
    expect(after.sum('kontor_limited_total')).toBe(2);
  });

  it('count published passports, and refused and locked sign-ins', () => {
    expect(after.sum('kontor_passports_published_total')).toBe(1);
    expect(after.sum('kontor_security_events_total', { event: 'sign_in_refused' })).toBeGreaterThanOrEqual(6);
    expect(after.sum('kontor_security_events_total', { event: 'locked_out' })).toBeGreaterThanOrEqual(1);
    expect(after.sum('kontor_security_events_total', { event: 'too_many_requests' })).toBeGreaterThanOrEqual(1);
  });

  it('count database connections in use, and transactions that wait for one', () => {
    const all = kind === 'sqlite' ? 1 : 5;
    expect(held.sum('kontor_database_connections_in_use', { pool: 'writers' })).toBe(all);
    // Scheduled work of the server may use one too.
    if (kind === 'mysql')
      expect(held.sum('kontor_database_connections_in_use', { pool: 'all' })).toBeGreaterThanOrEqual(all);
    expect(held.sum('kontor_database_connections_waiting', { pool: 'writers' })).toBeGreaterThanOrEqual(2);
    expect(held.sum('kontor_database_connections_max', { pool: 'writers' })).toBe(all);
  });

  it('include the counts of workers, even after they exit', async () => {
    const seconds = after.sum('kontor_job_seconds_count', { kind: 'calls' });
    expect(seconds).toBe(1);
    const statements = after.amount('kontor_database_statement_seconds');
    await documents.app.server.jobs.stop();
    const later = await scrape();
    expect(later.sum('kontor_job_seconds_count', { kind: 'calls' })).toBe(1);
    expect(later.amount('kontor_database_statement_seconds')).toBeGreaterThanOrEqual(statements);
  });

  it('report METRICS_PORT if their port is in use', async () => {
    const METRICS_PORT = String(documents.app.server.metrics?.port);
    await expect(startApp({ settings: { METRICS_PORT } })).rejects.toThrow(
      /^Port \d+ on 127.0.0.1 is already in use\. .* set METRICS_PORT to another port\.$/,
    );
    // The first server is still counted.
    const prices = after.sum('kontor_database_transactions_total');
    await documents.document();
    expect((await scrape()).sum('kontor_database_transactions_total')).toBeGreaterThan(prices);
  });

  it('are the only route on their port, and have none on the public port', async () => {
    const port = documents.app.server.metrics?.port ?? 0;
    const other = await fetch(`http://127.0.0.1:${port}/rest/V1/pricing/get-final-price`, { method: 'POST' });
    expect(other.status).toBe(404);
    expect((await documents.app.call('GET', '/metrics')).status).toBe(404);
  });
});

describe('every metric', () => {
  it('in the code is declared', () => {
    const names = globSync(['libs/**/*.ts', 'src/**/*.ts'], { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...textOf(file).matchAll(/^\s+name: '(kontor_\w+)',/gm)].map(([, name = '']) => name));
    const oneLine = globSync(['libs/**/*.ts', 'src/**/*.ts'], { cwd: ROOT }).flatMap((file) =>
      [...textOf(file).matchAll(/new (?:Counter|Gauge|Histogram)\(\{ name: '(kontor_\w+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect([...names, ...oneLine].sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  it('is described in docs/metrics.md, which describes no others', () => {
    const described = [...textOf('docs/metrics.md').matchAll(/^- (`kontor_\w+`(?:, `kontor_\w+`)*)/gm)].flatMap(
      ([, names = '']) => [...names.matchAll(/kontor_\w+/g)].map(([name]) => name),
    );
    expect(described.sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  it('has alerts that describe the remedy', () => {
    const rules = parse(textOf('deploy/prometheus/kontor.rules.yml')) as {
      groups: readonly { rules: readonly { alert?: string; annotations?: { description?: string } }[] }[];
    };
    const alerts = rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);
    expect(alerts.map(({ alert }) => alert).sort()).toEqual(
      ALERTS.map(({ where }) => where.replace('alert ', '')).sort(),
    );
    expect(alerts.filter(({ annotations }) => !/\w{3}.*\./.test(annotations?.description ?? ''))).toEqual([]);
  });
});
