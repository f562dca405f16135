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
    // The minute doesn't pass.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  let networks = 0;
  /** An address that nobody has asked from. */
  const address = (): string => `198.51.100.${(networks += 1)}`;

  const from = (forwarded: string, verb: Verb, path: string, body?: unknown, headers = {}, token?: string) =>
    app.call(verb, path, body, token, { 'x-forwarded-for': forwarded, ...headers });

  /** Uses up what an address has. */
  const spent = async (path = '/rest/V1/nothing'): Promise<string> => {
    const forwarded = address();
    for (let sent = 0; sent < LIMIT; sent += 1) expect((await from(forwarded, 'GET', path)).status).not.toBe(429);
    return forwarded;
  };

  const limits = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

  it('tells with each answer what is left, and in the one too many when to come back', async () => {
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
    ['REST with a store code that there may be', 'GET', '/rest/some_code/V1/commerce/products/1', undefined],
    ['REST that runs later', 'POST', '/rest/async/V1/commerce/products', { product: {} }],
    ['GraphQL', 'POST', '/graphql', { query: '{ __typename }' }],
    ['pages of passports', 'GET', '/dpp/4f1c2b0a-3c1d-4e8b-9b7a-0d6a6f1f2c3d', undefined],
    ['digital links', 'GET', '/01/09506000134352', undefined],
    ['the interface of EN 18222', 'GET', '/dpp/v1/dpps/x', undefined],
    ['the description', 'GET', '/rest/default/schema', undefined],
    ['what isn’t there', 'GET', '/nowhere', undefined],
    ['verbs that nothing has', 'PATCH', '/rest/V1/commerce/products', undefined],
    ['broken codes', 'GET', '/rest/V1/%zz', undefined],
    ['WSDL', 'GET', '/soap/default?wsdl_list', undefined],
  ])('is held by %s', async (_face, verb, path, body) => {
    const refused = await from(await spent(), verb, path, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('is held by SOAP, which tells a fault before anything of the envelope is read', async () => {
    const refused = await from(await spent(), 'POST', SOAP, ENVELOPE, XML);
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^text\/xml/),
      '60',
    ]);
    expect(refused.text).toMatch(/<env:Fault>.*the limit is \d+ per minute for your address \(RATE_LIMIT\)/s);
  });

  it('counts a network of IPv6 as one address, and one address as one however a proxy writes it', async () => {
    for (let host = 1; host <= LIMIT; host += 1) await from(`2001:db8:7::${host}`, 'GET', '/nowhere');
    expect((await from('2001:db8:7:0:ffff::1', 'GET', '/nowhere')).status).toBe(429);
    expect((await from('2001:db8:7:1::1', 'GET', '/nowhere')).status).toBe(404);
    const known = await spent();
    expect((await from(`${known}:4711`, 'GET', '/nowhere')).status).toBe(429);
  });

  it('counts no address for a proxy that asks by itself, nor health', async () => {
    for (let sent = 0; sent < 3 * LIMIT; sent += 1) {
      const answer = await app.call('GET', '/rest/V1/nothing');
      expect([answer.status, ...limits(answer)]).toEqual([404, null, null]);
    }
    const known = await spent();
    expect((await from(known, 'GET', '/health/ready')).status).toBe(200);
  });

  it('counts a caller wherever they are, over REST and SOAP together, and nobody else', async () => {
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

  it('is told in the security log once for an address', async () => {
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

  it('tells of no limit', async () => {
    const answer = await app.call('GET', '/rest/V1/nothing');
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  it('tells how many heavy calls go at once with the one too many', async () => {
    const token = await app.adminToken();
    const calls = app.get<HeavyCalls>(HeavyCalls);
    // Two calls of this caller are being answered.
    const ends = [calls.begin('admin 1'), calls.begin('admin 1')];
    const refused = await app.call('GET', '/rest/V1/pricing/lint', undefined, token);
    for (const end of ends) end();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"heavy-caller";q=2;qu="concurrent-requests"');
    expect(refused.headers.get('ratelimit')).toBe('"heavy-caller";r=0');
    expect((await app.call('GET', '/rest/V1/pricing/lint', undefined, token)).status).toBe(200);
  });

  it('takes no heavy call while it is over its head: 503 for exports and lint, and prices are answered', async () => {
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
