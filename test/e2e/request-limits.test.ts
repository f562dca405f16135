import { EventLoopLag, HeavyCalls } from '../../libs/web/index.js';
import { type Answer, startApp, type TestApp, type Verb } from '../support/app.js';
import { Shop } from '../support/shop.js';

const LIMIT = 4;
const SOAP = '/soap/default?services=commerceProductRepositoryV1';
const ENVELOPE = '<not read>';
const XML = { 'content-type': 'text/xml; charset=utf-8' };

describe('RATE_LIMIT (wire.md, "9. Requests per minute")', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ settings: { RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'loopback' } });
    // Freezes the time, so that the minute never ends.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  let networks = 0;
  /** An address that has sent no request yet. */
  const address = (): string => `198.51.100.${(networks += 1)}`;

  const from = (forwarded: string, verb: Verb, path: string, body?: unknown, headers = {}, token?: string) =>
    app.call(verb, path, body, token, { 'x-forwarded-for': forwarded, ...headers });

  /** A new address that has used up its limit. */
  const spent = async (path = '/rest/V1/nothing'): Promise<string> => {
    const forwarded = address();
    for (let sent = 0; sent < LIMIT; sent += 1) expect((await from(forwarded, 'GET', path)).status).not.toBe(429);
    return forwarded;
  };

  const limits = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

  it('returns the remaining requests with each response, and Retry-After with 429', async () => {
    const forwarded = address();
    for (let left = LIMIT - 1; left >= 0; left -= 1)
      expect(limits(await from(forwarded, 'GET', '/rest/V1/nothing'))).toEqual([
        `"address";q=${LIMIT};w=60`,
        `"address";r=${left};t=60`,
      ]);
    const refused = await from(forwarded, 'GET', '/rest/V1/nothing');
    expect([refused.status, ...limits(refused)]).toEqual([429, `"address";q=${LIMIT};w=60`, '"address";r=0;t=60']);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.body).toEqual({
      message:
        `Too many requests: the limit is ${LIMIT} per minute for your address (RATE_LIMIT). ` +
        'Wait 60 s, then send requests more slowly.',
    });
  });

  it.each<[string, Verb, string, unknown]>([
    ['REST', 'POST', '/rest/V1/integration/admin/token', { username: 'a', password: 'b' }],
    ['REST with a store code', 'GET', '/rest/some_code/V1/commerce/products/1', undefined],
    ['asynchronous REST', 'POST', '/rest/async/V1/commerce/products', { product: {} }],
    ['GraphQL', 'POST', '/graphql', { query: '{ __typename }' }],
    ['passport pages', 'GET', '/dpp/4f1c2b0a-3c1d-4e8b-9b7a-0d6a6f1f2c3d', undefined],
    ['digital links', 'GET', '/01/09506000134352', undefined],
    ['the EN 18222 API', 'GET', '/dpp/v1/dpps/x', undefined],
    ['the API description', 'GET', '/rest/default/schema', undefined],
    ['unknown paths', 'GET', '/nowhere', undefined],
    ['unsupported HTTP methods', 'PATCH', '/rest/V1/commerce/products', undefined],
    ['invalid percent-encoding', 'GET', '/rest/V1/%zz', undefined],
    ['WSDL', 'GET', '/soap/default?wsdl_list', undefined],
  ])('applies to %s', async (_name, verb, path, body) => {
    const refused = await from(await spent(), verb, path, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('applies to SOAP, which returns a fault before it reads the envelope', async () => {
    const refused = await from(await spent(), 'POST', SOAP, ENVELOPE, XML);
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^text\/xml/),
      '60',
    ]);
    expect(refused.text).toMatch(/<env:Fault>.*the limit is \d+ per minute for your address \(RATE_LIMIT\)/s);
  });

  it('counts an IPv6 network as one address, and ignores a port in X-Forwarded-For', async () => {
    for (let host = 1; host <= LIMIT; host += 1) await from(`2001:db8:7::${host}`, 'GET', '/nowhere');
    expect((await from('2001:db8:7:0:ffff::1', 'GET', '/nowhere')).status).toBe(429);
    expect((await from('2001:db8:7:1::1', 'GET', '/nowhere')).status).toBe(404);
    const known = await spent();
    expect((await from(`${known}:4711`, 'GET', '/nowhere')).status).toBe(429);
  });

  it("does not count a proxy's own requests or health checks", async () => {
    for (let sent = 0; sent < 3 * LIMIT; sent += 1) {
      const answer = await app.call('GET', '/rest/V1/nothing');
      expect([answer.status, ...limits(answer)]).toEqual([404, null, null]);
    }
    const known = await spent();
    expect((await from(known, 'GET', '/health/ready')).status).toBe(200);
  });

  it('counts each caller separately, from all addresses, over REST and SOAP together', async () => {
    const [token, other] = [await app.integrationToken('_Commerce::manage'), await app.integrationToken()];
    const path = '/rest/V1/commerce/products/4711';
    const first = await from(address(), 'GET', path, undefined, {}, token);
    expect([first.status, ...limits(first)]).toEqual([
      404,
      `"address";q=${LIMIT};w=60, "caller";q=${LIMIT};w=60`,
      `"address";r=${LIMIT - 1};t=60, "caller";r=${LIMIT - 1};t=60`,
    ]);
    for (let sent = 1; sent < LIMIT; sent += 1)
      expect((await from(address(), 'POST', SOAP, ENVELOPE, XML, token)).status).toBe(500);
    const refused = await from(address(), 'GET', path, undefined, {}, token);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringContaining(`limit is ${LIMIT} per minute for your account (RATE_LIMIT)`),
    ]);
    const fault = await from(address(), 'POST', SOAP, ENVELOPE, XML, token);
    expect([fault.status, fault.text]).toEqual([429, expect.stringMatching(/<env:Fault>.*per minute for /s)]);
    expect((await from(address(), 'GET', path, undefined, {}, other)).status).toBe(403);
  });

  it('logs one security event per address and operation', async () => {
    const known = await spent();
    for (let sent = 0; sent < 3; sent += 1) await from(known, 'GET', '/rest/V1/nothing');
    await from(known, 'POST', SOAP, ENVELOPE, XML);
    const logged = app.logs.all.filter(
      (line) => line.msg === 'security' && line['event'] === 'too_many_requests' && line['address'] === known,
    );
    expect(logged).toHaveLength(2);
  });
});

describe('a server without RATE_LIMIT', () => {
  let app: TestApp;
  let sku: string;

  let watchesLag: jest.SpyInstance;

  beforeAll(async () => {
    watchesLag = jest.spyOn(EventLoopLag.prototype, 'start');
    app = await startApp();
    sku = await new Shop(app).product({ price: 20 });
  });

  afterAll(() => app.close());

  it('sends no RateLimit header', async () => {
    const answer = await app.call('GET', '/rest/V1/nothing');
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  it('returns the limit of concurrent heavy calls when a caller exceeds it', async () => {
    const token = await app.adminToken();
    const calls = app.get<HeavyCalls>(HeavyCalls);
    // This caller already has two running calls.
    const ends = [calls.begin('admin 1'), calls.begin('admin 1')];
    const refused = await app.call('GET', '/rest/V1/pricing/lint', undefined, token);
    for (const end of ends) end();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"heavy-caller";q=2;qu="concurrent-requests"');
    expect(refused.headers.get('ratelimit')).toBe('"heavy-caller";r=0');
    expect((await app.call('GET', '/rest/V1/pricing/lint', undefined, token)).status).toBe(200);
  });

  it('returns 503 for heavy calls while overloaded, but still returns prices', async () => {
    expect(watchesLag).toHaveBeenCalledTimes(1);
    const token = await app.adminToken();
    jest.spyOn(app.get<EventLoopLag>(EventLoopLag), 'isOverloaded', 'get').mockReturnValue(true);
    try {
      const [lint, exported, price] = await Promise.all([
        app.call('GET', '/rest/V1/pricing/lint', undefined, token),
        app.call('POST', '/rest/V1/export', { order: {} }, token),
        app.call('POST', '/rest/V1/pricing/get-multi-price', { skus: [sku] }, token),
      ]);
      for (const { status, headers, body } of [lint, exported])
        expect([status, headers.get('retry-after'), body.message]).toEqual([
          503,
          '5',
          'The server is overloaded and accepts no heavy calls. Please wait and try again later.',
        ]);
      expect(price.status).toBe(200);
    } finally {
      jest.restoreAllMocks();
    }
  });
});
