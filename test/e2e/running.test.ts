import { connect } from 'node:net';
import { startApp, type LogLine, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ settings: { KEEP_ALIVE_S: '61' } })));
afterAll(() => app.close());

/** The server logs a request when its connection has finished it, which can be after the response arrives. */
const lineOf = (id: string): Promise<LogLine> => app.logs.until((line) => line['id'] === id);

describe('request log', () => {
  it('has one line per request with ID, method, path without query, status and duration', async () => {
    const answer = await app.call('GET', '/rest/V1/commerce/websites/1?fields=secret', undefined, undefined, {
      'x-request-id': 'shop-4711',
    });
    expect(answer.headers.get('x-request-id')).toBe('shop-4711');
    expect(await lineOf('shop-4711')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      id: 'shop-4711',
      method: 'GET',
      path: '/rest/V1/commerce/websites/1',
      status: 401,
      ms: expect.any(Number),
      own_id: expect.any(String),
      msg: 'request',
    });
    expect(app.logs.all.filter((line) => line['id'] === 'shop-4711')).toHaveLength(1);
  });

  it.each([[undefined], ['with blanks in it'], ['x'.repeat(129)], ['<script>']])(
    'creates a request ID if the client sends %s',
    async (sent) => {
      const answer = await app.call(
        'GET',
        '/rest/V1/nothing',
        undefined,
        undefined,
        sent ? { 'x-request-id': sent } : {},
      );
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
    },
  );

  it('includes requests that are rejected before routing', async () => {
    const answer = await app.call('PATCH', '/rest/V1/commerce/websites/1');
    expect(answer.status).toBe(405);
    expect(await lineOf(answer.headers.get('x-request-id') ?? '')).toMatchObject({ method: 'PATCH', status: 405 });
  });

  it('never contains a token or a password', async () => {
    const token = await app.adminToken();
    await app.call('POST', '/rest/V1/integration/admin/token', { username: 'a', password: 'geheim-1' });
    await app.call('GET', '/rest/V1/commerce/websites/1?token=geheim-2', undefined, token);
    const last = await app.call('GET', '/rest/V1/customerdocuments/link/geheim-3/x');
    await lineOf(last.headers.get('x-request-id') ?? '');
    const text = JSON.stringify(app.logs.all);
    expect(text).not.toContain('geheim');
    expect(text).not.toContain(token);
  });
});

const rawRequest = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(app.server.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      socket.end();
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });

describe('request limits', () => {
  it('allow headers up to 64 KiB, and return 431 for longer ones', async () => {
    const path = `/rest/V1/commerce/products/search?searchCriteria[pageSize]=1&x=${'a'.repeat(60_000)}`;
    expect(await rawRequest(`GET ${path} HTTP/1.1\r\nHost: x`)).toMatch(/^HTTP\/1.1 401 /);
    const long = `X-Long: ${'a'.repeat(66_000)}`;
    expect(await rawRequest(`GET /health/live HTTP/1.1\r\nHost: x\r\n${long}`)).toMatch(/^HTTP\/1.1 431 /);
  });

  it('are lower for the bodies of sign-ins and price requests', async () => {
    const token = await app.adminToken();
    const statusOf = async (path: string, bytes: number): Promise<number> =>
      (await app.call('POST', `/rest/V1/${path}`, `{"sku":"A1"}`.padEnd(bytes), token)).status;
    const KIB = 1024;
    for (const path of ['integration/admin/token', 'integration/customer/token'])
      expect([path, await statusOf(path, 4 * KIB), await statusOf(path, 4 * KIB + 1)]).toEqual([path, 400, 413]);
    const own = ' '.repeat(4 * KIB + 1);
    expect((await app.call('PUT', '/rest/V1/access/me/password', own, token)).status).toBe(413);
    const customer = (await app.customer()).token;
    for (const area of ['', 'me/', 'context/'])
      for (const path of [`pricing/${area}get-final-price`, `pricing/${area}get-multi-price`]) {
        const bearer = area === '' ? token : customer;
        const { status } = await app.call('POST', `/rest/V1/${path}`, ' '.repeat(256 * KIB + 1), bearer);
        expect([path, status]).toEqual([path, 413]);
      }
    expect(await statusOf('pricing/get-final-price', 256 * KIB)).not.toBe(413);
    expect(await statusOf('commerce/products', 256 * KIB + 1)).toBe(400);
  });

  it('keep an idle connection for KEEP_ALIVE_S', async () => {
    expect(await rawRequest('GET /health/live HTTP/1.1\r\nHost: x')).toContain('Keep-Alive: timeout=61');
  });
});
