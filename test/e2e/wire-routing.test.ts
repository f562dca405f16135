import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { type Reply, send, type Sent } from '../support/send.js';

const ORIGIN = 'https://shop.example';
const NO_ROUTE = { message: 'Request does not match any route.' };
const NOT_PROCESSABLE = { message: 'Specified request cannot be processed.' };

describe('routing (wire.md §1)', () => {
  let sample: SampleApp;
  const call = (sent: Sent): Promise<Reply> => send(sample.base, { token: 'admin:all', ...sent });
  const answer = async (sent: Sent) => {
    const { status, json } = await call(sent);
    return [status, json];
  };

  beforeAll(async () => {
    sample = await sampleApp({ corsOrigins: [ORIGIN], segments: { pricing: 'rates' } });
    await call({ method: 'POST', path: '/rest/V1/samples/shelves', body: { shelf: { id: 7, code: 'A' } } });
  });
  afterAll(() => sample.close());

  describe('store codes', () => {
    it.each([
      ['/rest/V1/samples/store', { storeId: 1, websiteId: 1, code: 'default', named: null }],
      ['/rest/default/V1/samples/store', { storeId: 1, websiteId: 1, code: 'default', named: 'default' }],
      ['/rest/german/V1/samples/store', { storeId: 2, websiteId: 2, code: 'german', named: 'german' }],
      ['/rest/all/V1/samples/store', { storeId: 0, websiteId: 0, code: 'all', named: 'all' }],
      ['/rest/german/V1/samples/store/', { storeId: 2, websiteId: 2, code: 'german', named: 'german' }],
      ['/rest/german/V1/samples/store?x=1', { storeId: 2, websiteId: 2, code: 'german', named: 'german' }],
    ])('select the store view of %s', async (path, expected) =>
      expect(await answer({ path })).toEqual([200, expected]),
    );

    it.each([
      ['/index.php/rest/V1/samples/store', { storeId: 1, websiteId: 1, code: 'default', named: null }],
      ['/index.php/rest/german/V1/samples/store?x=1', { storeId: 2, websiteId: 2, code: 'german', named: 'german' }],
      ['/V1/samples/store', { storeId: 1, websiteId: 1, code: 'default', named: null }],
    ])('select the store view of %s, the spelling of platform clients', async (path, expected) =>
      expect(await answer({ path })).toEqual([200, expected]),
    );

    it.each([
      ['german', 200, { storeId: 2, websiteId: 2, code: 'german', named: 'german' }],
      ['all', 200, { storeId: 0, websiteId: 0, code: 'all', named: 'all' }],
      ['', 200, { storeId: 1, websiteId: 1, code: 'default', named: null }],
      ['nowhere', 400, NOT_PROCESSABLE],
      ['german/V1/samples', 400, NOT_PROCESSABLE],
    ])('are read from the header Store on /V1/…: %j', async (store, status, expected) =>
      expect(await answer({ path: '/V1/samples/store?x=1', headers: { store } })).toEqual([status, expected]),
    );

    it('are not read from the header Store below /rest', async () => {
      const { json } = await call({ path: '/rest/V1/samples/store', headers: { store: 'german' } });
      expect(json).toEqual({ storeId: 1, websiteId: 1, code: 'default', named: null });
    });

    it('return 404 on other paths at /index.php and /V1', async () => {
      for (const path of [
        '/index.php',
        '/index.php/V1/samples/store',
        '/index.php/index.php/rest/V1/samples/store',
        '/V1',
      ])
        expect(await answer({ path })).toEqual([404, NO_ROUTE]);
    });

    it.each([
      '/index.php/rest/nowhere/V1/samples/store',
      '/index.php/rest/x',
      '/rest',
      '/rest/',
      '/rest?x',
      '/rest/default',
      '/rest/nowhere/V1/samples/store',
      '/rest/German/V1/samples/store',
      '/rest//V1/samples/store',
      '/rest/v1/samples/store',
      '/rest/default/v1/samples/store',
      '/rest/default/german/V1/samples/store',
      '/rest/V2/samples/store',
      '/rest/nowhere/schema',
      '/rest/V1/samples/things/%zz',
      '/rest/V1/samples/things/%C3',
      '/rest/%/V1/samples/store',
      '/%zz',
    ])('return 400 for %s', async (path) => expect(await answer({ path })).toEqual([400, NOT_PROCESSABLE]));

    it('are checked before the token', async () => {
      expect(await answer({ path: '/rest/nowhere/V1/samples/shelves/7', token: 'nobody' })).toEqual([
        400,
        NOT_PROCESSABLE,
      ]);
    });
  });

  describe('paths', () => {
    it.each([
      ['GET', '/rest/V1'],
      ['GET', '/rest/V1/nope'],
      ['GET', '/rest/V1/samples'],
      ['GET', '/rest/V1/Samples/store'],
      ['GET', '/rest/V1/samples/store/more'],
      ['GET', '/'],
      ['GET', '/nope'],
      ['GET', '/Swagger'],
      ['GET', '/Swagger/swagger-ui.css'],
      ['POST', '/rest/V1/samples/store'],
      ['PUT', '/rest/V1/samples/shelves'],
      ['DELETE', '/rest/V1/samples/shelves'],
      ['POST', '/rest/V1/samples/shelves/7'],
      ['PUT', '/rest/V1/samples/shelves/search'],
      ['DELETE', '/rest/V1/samples/shelves/search'],
      ['GET', '/rest/V1/pricing/samples/items/search'],
    ])('return 404 without a route, also to anonymous callers: %s %s', async (method, path) => {
      expect(await answer({ method, path })).toEqual([404, NO_ROUTE]);
      const nobody = await send(sample.base, { method, path });
      expect([nobody.status, nobody.json]).toEqual([404, NO_ROUTE]);
    });

    it('of pricing follow PRICING_SEGMENT', async () => {
      expect((await call({ path: '/rest/V1/rates/samples/items/search?searchCriteria=' })).status).toBe(200);
    });

    it('prefer literal segments over variables, and ignore a trailing slash', async () => {
      expect((await call({ path: '/rest/V1/samples/shelves/search?searchCriteria' })).json.total_count).toBe(1);
      expect((await call({ path: '/rest/V1/samples/shelves/search/?searchCriteria' })).json.total_count).toBe(1);
      expect((await call({ path: '/rest/V1/samples/shelves/7/' })).json.id).toBe(7);
    });

    it.each([
      ['a%2Fb', 'a/b'],
      ['a%252Fb', 'a%2Fb'],
      ['%C3%A4%20%2B+', 'ä ++'],
      ['search', 'search'],
    ])('decode a variable once: %s is %j', async (raw, key) => {
      expect((await call({ path: `/rest/V1/samples/things/${raw}` })).json.key).toBe(key);
    });

    it('can be whole URLs, as proxies send them', async () => {
      expect((await call({ path: 'http://elsewhere.example/rest/german/V1/samples/store?x=1' })).json.storeId).toBe(2);
    });
  });

  describe('query strings', () => {
    const crowd = (count: number) => 'a&'.repeat(count - 1);

    it('can have 5,000 parameters', async () => {
      const { status, json } = await call({
        path: `/rest/V1/samples/shelves/search?${crowd(5000)}searchCriteria[pageSize]=1`,
      });
      expect([status, json]).toMatchObject([200, { search_criteria: { page_size: 1 } }]);
    });

    it('with more than 5,000 parameters are rejected', async () => {
      // Otherwise the server would silently ignore the further parameters.
      const path = `/rest/V1/samples/shelves/search?searchCriteria=&${crowd(5000)}searchCriteria[pageSize]=1`;
      const message = 'The query string has more than %max parameters. Split it into several requests.';
      expect(await answer({ path })).toEqual([400, { message, parameters: { max: 5000 } }]);
    });
  });

  describe('HTTP methods', () => {
    it.each(['PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY'])('return 405: %s', async (method) => {
      const { status, headers, text } = await call({ method, path: '/rest/V1/samples/shelves/7' });
      expect([status, headers['allow']]).toEqual([405, 'GET, POST, PUT, DELETE']);
      if (method !== 'HEAD')
        expect(JSON.parse(text)).toEqual({ message: `The ${method} HTTP method is not supported.` });
    });

    it('are checked before the route', async () => {
      expect((await call({ method: 'PATCH', path: '/rest/nowhere/V1/nope' })).status).toBe(405);
      expect((await call({ method: 'HEAD', path: '/rest/V1/nope' })).status).toBe(405);
      expect((await call({ method: 'PATCH', path: '/%zz' })).status).toBe(405);
    });

    it('allow HEAD for files, with any Accept header', async () => {
      const { status, text, headers } = await call({
        method: 'HEAD',
        path: '/rest/V1/samples/picture',
        headers: { accept: 'image/png' },
      });
      expect([status, text, headers['content-length']]).toEqual([200, '', '5']);
      expect((await call({ path: '/rest/V1/samples/picture', headers: { accept: 'image/png' } })).text).toBe('bytes');
    });

    it('return 200 for POST', async () => {
      expect((await call({ method: 'POST', path: '/rest/V1/samples/rotate' })).status).toBe(200);
    });
  });

  describe('CORS', () => {
    const preflight = (path: string, origin: string) =>
      call({ method: 'OPTIONS', path, headers: { origin, 'access-control-request-method': 'GET' } });

    it('returns 204 for a preflight from a listed origin, and 405 for other OPTIONS requests', async () => {
      const { status, headers, text } = await preflight('/rest/V1/samples/shelves/7', ORIGIN);
      expect([status, text, headers['access-control-allow-origin'], headers['vary']]).toEqual([
        204,
        '',
        ORIGIN,
        'Origin',
      ]);
      expect(headers['access-control-allow-headers']).toContain('Authorization');
      expect((await preflight('/rest/V1/samples/shelves/7', 'https://other.example')).status).toBe(405);
      expect((await preflight('/rest/V1/samples/shelves/7', `${ORIGIN}.evil.example`)).status).toBe(405);
      const bare = await call({ method: 'OPTIONS', path: '/rest/V1/samples/shelves/7', headers: { origin: ORIGIN } });
      expect(bare.status).toBe(405);
    });

    it('allows scripts to send conditional headers and read the response headers they need', async () => {
      const { headers } = await preflight('/rest/V1/samples/shelves/7', ORIGIN);
      const listed = (value: unknown): readonly string[] => String(value).toLowerCase().split(', ');
      expect(listed(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining(
          'range if-range if-match if-none-match idempotency-key prefer x-request-id traceparent'.split(' '),
        ),
      );
      const answer = await call({ path: '/rest/V1/samples/shelves/7', headers: { origin: ORIGIN } });
      expect(listed(answer.headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(
          'content-disposition content-range accept-ranges etag x-request-id retry-after ratelimit ratelimit-policy x-outdated'.split(' '), // prettier-ignore
        ),
      );
    });

    it('allows only listed origins to read responses, including errors', async () => {
      for (const path of ['/rest/V1/samples/shelves/7', '/rest/V1/samples/shelves/8', '/rest/V1/nope']) {
        const listed = await call({ path, headers: { origin: ORIGIN } });
        expect(listed.headers['access-control-allow-origin']).toBe(ORIGIN);
        const other = await call({ path, headers: { origin: 'https://other.example' } });
        expect(other.headers['access-control-allow-origin']).toBeUndefined();
      }
    });

    it.each(['/dpp/x', '/01/0123', '/.well-known/x', '/graphql', '/rest/V1/dpp/passport/A', '/rest/german/V1/dpp/x'])(
      'allows any origin on the public path %s',
      async (path) => {
        const options = await call({ method: 'OPTIONS', path });
        expect([options.status, options.headers['access-control-allow-origin']]).toEqual([204, '*']);
        expect((await call({ path })).headers['access-control-allow-origin']).toBe('*');
      },
    );

    it.each([
      '/dppx',
      '/rest/V1/dppx',
      '/01x',
      '/rest/V1/dpp/manage',
      '/rest/V1/dpp/manage/passports/1',
      '/rest/german/V1/dpp/manage/import',
    ])('allows only listed origins on %s', async (path) => {
      const options = await call({ method: 'OPTIONS', path });
      expect([options.status, options.headers['access-control-allow-origin']]).toEqual([405, undefined]);
      expect((await call({ path })).headers['access-control-allow-origin']).toBeUndefined();
      expect((await call({ path, headers: { origin: ORIGIN } })).headers['access-control-allow-origin']).toBe(ORIGIN);
    });
  });
});
