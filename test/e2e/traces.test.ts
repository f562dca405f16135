import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { OtlpCollector, type ReportedSpan } from '../support/otlp-collector.js';
import { KontorProcess } from '../support/process.js';
import { until } from '../support/until.js';

const ADMIN = { username: 'tracer', password: 'a password of the tests 1' };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const ABOVE = '00f067aa0ba902b7';
const TRACED = { traceparent: `00-${TRACE}-${ABOVE}-01` };
const MULTI = '/rest/V1/pricing/get-multi-price';

/** An object storage that records only the methods and headers of its requests. */
class RecordingStorage {
  readonly heads: { readonly method: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.heads.push({ method: request.method ?? '', headers: request.headers });
    request.resume().on('end', () => response.writeHead(200, { ETag: '"x"' }).end());
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A server process with an administrator. */
class TracedServer {
  private constructor(
    readonly server: KontorProcess,
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async start(database: TestDatabase, settings: Readonly<Record<string, string>>): Promise<TracedServer> {
    const server = KontorProcess.start('main', {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      SECRETS_KEY: `tests:${'5e'.repeat(32)}`,
      PUBLIC_BASE_URL: 'http://kontor.test',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      DRAIN_S: '0',
      ...settings,
    });
    const url = await server.url();
    const response = await fetch(`${url}/rest/V1/integration/admin/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    return new TracedServer(server, url, (await response.json()) as string);
  }

  async call(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  async stop(): Promise<void> {
    this.server.signal('SIGTERM');
    await this.server.exited;
  }
}

/** The names of the spans below a span, as a tree. */
const treeOf = (collector: OtlpCollector, span: ReportedSpan): readonly unknown[] =>
  collector.childrenOf(span).map((child) => {
    const below = treeOf(collector, child);
    return below.length === 0 ? child.name : [child.name, ...below];
  });

describeOnDatabases('traces', (kind) => {
  let database: TestDatabase;
  let collector: OtlpCollector;
  let storage: RecordingStorage;
  let shop: TracedServer;
  let answered: { status: number; headers: Headers };

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    collector = await OtlpCollector.open();
    storage = await new RecordingStorage().open();
    shop = await TracedServer.start(database, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=test',
      OTEL_SERVICE_NAME: 'prices-of-the-tests',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      STORAGE_URL: 's3://documents/kept',
      AWS_ENDPOINT_URL_S3: storage.url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
    await shop.call('/rest/V1/commerce/products', { product: { sku: 'A', name: 'A', price: 10 } });
    const { body: customer } = await shop.call('/rest/V1/commerce/customers', { customer: {} });
    await shop.call('/rest/V1/pricing/customerprice', {
      customerPrice: { customer_id: customer.id, sku: 'A', qty: 1, value: 8 },
    });
    const question = { customer_id: customer.id, items: [{ sku: 'A', qty: 1 }] };
    answered = await shop.call(MULTI, question, TRACED);
    // Everything is cached now.
    await shop.call(MULTI, question, { traceparent: TRACED.traceparent.replace(ABOVE, 'f'.repeat(16)) });
    await shop.call('/rest/async/V1/pricing/customerprice', {
      customerPrice: { customer_id: customer.id, sku: 'A', qty: 5, value: 7 },
    });
    const { body: document } = await shop.call('/rest/V1/customerdocuments', { document: { name: 'D' } });
    const documentFile = { name: 'note.txt', base64_encoded_data: Buffer.from('some text').toString('base64') };
    await shop.call(
      `/rest/V1/customerdocuments/${document.id}/file`,
      { documentFile },
      { traceparent: TRACED.traceparent.replace(ABOVE, 'e'.repeat(16)) },
      'PUT',
    );
    await shop.call('/rest/V1/integration/admin/token', { ...ADMIN, password: 'a guess' }, TRACED);
    await collector.until(({ name }) => name === 'job calls');
    await shop.stop();
  });

  afterAll(async () => {
    await collector.close();
    await storage.close();
    await database.drop();
  });

  const spanBelow = (parent: string): ReportedSpan => {
    const found = collector.spans.find(({ traceId, parentId }) => traceId === TRACE && parentId === parent);
    if (!found) throw new Error(`no span below ${parent}`);
    return found;
  };

  it("contain a price request as a child of the caller's span", () => {
    expect(answered.status).toBe(200);
    const span = spanBelow(ABOVE);
    expect(span).toMatchObject({
      name: 'pricingCalculatedPriceV1.getMultiPrice',
      kind: 2,
      service: 'prices-of-the-tests',
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'kontor.interface': 'rest',
        'kontor.operation': 'pricingCalculatedPriceV1.getMultiPrice',
      },
    });
    expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'test' });
  });

  it('contain a span for each load of rows and for each statement', () => {
    const tree = treeOf(collector, spanBelow(ABOVE));
    const loads = tree.filter((one): one is unknown[] => Array.isArray(one) && String(one[0]).startsWith('load '));
    expect(loads).toEqual([
      ['load pricing-customer', 'select'],
      ['load pricing-list', 'select', 'select'],
      ['load pricing-category', 'select'],
      ['load pricing-matrix', 'select'],
      ['load products', 'select', 'select'],
      ['load pricing-calc', 'select'],
    ]);
    expect(tree).toContain('select');
    const statements = collector.spans.filter(({ traceId, name }) => traceId === TRACE && name === 'select');
    expect(statements.every(({ kind: is }) => is === 3)).toBe(true);
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']));
    expect(texts.some((text) => /FROM customer_price WHERE customer_id = \?/.test(text))).toBe(true);
    // Question marks replace the values.
    expect(texts.join('\n')).not.toContain("'A'");
  });

  it('contain child spans that start after and end before their parent', () => {
    const whole = spanBelow(ABOVE);
    // Spans are sent when they end, so the collector has them in that order.
    const ended = collector.spans.indexOf(whole);
    for (const child of collector.childrenOf(whole)) {
      expect(child.startNs).toBeGreaterThanOrEqual(whole.startNs);
      expect(collector.spans.indexOf(child)).toBeLessThan(ended);
    }
  });

  it('contain no loads if everything is cached', () => {
    const tree = treeOf(collector, spanBelow('f'.repeat(16)));
    expect(JSON.stringify(tree)).not.toContain('load');
  });

  it('contain requests to the object storage, which have a traceparent header', () => {
    const upload = spanBelow('e'.repeat(16));
    const [sent] = collector.spans.filter(({ traceId, name }) => traceId === upload.traceId && name.startsWith('s3 '));
    expect(sent?.name).toBe('s3 PutObjectCommand');
    const [put] = storage.heads.filter(({ method }) => method === 'PUT');
    expect(put?.headers['traceparent']).toBe(`00-${TRACE}-${sent?.spanId ?? ''}-01`);
    expect(String(put?.headers['authorization'])).not.toContain('traceparent');
  });

  it('contain a span for each job, with a child for each part', () => {
    const job = collector.spans.find(({ name }) => name === 'job calls');
    const parts = job ? collector.childrenOf(job).filter(({ name }) => name === 'job part') : [];
    expect(parts).toHaveLength(1);
    expect(parts[0]?.attributes).toEqual({ 'kontor.calls': 1 });
    expect(JSON.stringify(job && treeOf(collector, job))).toContain('"commit"');
  });

  it('have their IDs in the log lines', () => {
    const line = shop.server.lines.find(
      ({ msg, path, trace_id }) => msg === 'request' && path === MULTI && trace_id === TRACE,
    );
    expect(line).toMatchObject({ trace_id: TRACE, span_id: spanBelow(ABOVE).spanId });
    const refused = shop.server.lines.find(({ event }) => event === 'sign_in_refused');
    expect(refused).toMatchObject({ msg: 'security', trace_id: TRACE, span_id: expect.any(String) });
  });
});

describe('traces without a collector', () => {
  it("are not created, but the log still contains the caller's trace ID", async () => {
    const database = await migratedDatabase('sqlite');
    const shop = await TracedServer.start(database, {});
    try {
      await shop.call('/rest/V1/pricing/get-multi-price', {}, TRACED);
      await until(() => shop.server.lines.some(({ trace_id }) => trace_id === TRACE));
      const line = shop.server.lines.find(({ trace_id }) => trace_id === TRACE);
      expect(line).toMatchObject({ msg: 'request', trace_id: TRACE });
      expect(line).not.toHaveProperty('span_id');
    } finally {
      await shop.stop();
      await database.drop();
    }
  });
});
