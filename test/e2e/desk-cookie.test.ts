import { Database } from '../../libs/database/index.js';
import { DeclaredRoutes, servedPath } from '../../libs/web/index.js';
import { REST_BASE } from '../../libs/operations/index.js';
import { ManageAccounts } from '../../src/access/index.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { AccessHttp, denied } from '../support/access-http.js';
import { type DeskBrowser, FROM_PAGE, SESSION, signInToDesk } from '../support/desk.js';
import { send } from '../support/send.js';

const ADMIN = { username: 'desk-crawler', password: 'a password of the crawl' };
const CUSTOMERS = '/rest/V1/commerce/customers/search?searchCriteria=';

/** Whether the request lacks authentication or a right. */
const isRefused = (status: number): boolean => status === 401 || status === 403;

/** Fills the variables of a path with an id that no record has. */
const concrete = (path: string): string => path.replace(/:\w+/g, '2147483646');

describe('the cookie of Desk (desk.md, "Where the cookie counts")', () => {
  let app: TestApp;
  let browser: DeskBrowser;

  beforeAll(async () => {
    app = await startApp({ settings: { CORS_ORIGINS: 'https://shop.example' } });
    await app.get<ManageAccounts>(ManageAccounts).createAdmin(ADMIN);
    browser = await signInToDesk(app, ADMIN);
  });
  afterAll(() => app.close());

  /** All served routes with the properties that decide whether the cookie counts. */
  const routes = () =>
    app.get<DeclaredRoutes>(DeclaredRoutes).all.map((route) => ({
      verb: route.verb as Verb,
      path: concrete(servedPath(route.path, { segments: {} })),
      // Requires signed-in staff, with or without a certain right.
      isOfStaff: ['right', 'admin', 'own'].includes(route.need?.kind ?? ''),
      isRest: route.path.startsWith(`${REST_BASE}/`),
      isOfTokens: route.path.startsWith(`${REST_BASE}/integration/`),
    }));

  const status = async (verb: Verb, path: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const needsBody = verb === 'POST' || verb === 'PUT';
    const sent = { cookie: browser.cookie, ...(needsBody ? { 'content-type': 'application/json' } : {}), ...headers };
    // With invalid JSON, authorized requests fail later and write nothing.
    return (await send(app.url, { method: verb, path, headers: sent, ...(needsBody ? { body: '{' } : {}) })).status;
  };

  it('authenticates only routes below /rest/…/V1 that are for staff', async () => {
    const wrong: string[] = [];
    for (const { verb, path, isOfStaff, isRest, isOfTokens } of routes()) {
      // These would replace or end the session; `desk-sessions` tests them.
      if (path === SESSION && verb !== 'GET') continue;
      const [withHeader, nobody] = [
        await status(verb, path, FROM_PAGE),
        (await send(app.url, { method: verb, path })).status,
      ];
      const counts = isRest && isOfStaff && !isOfTokens;
      const isSignedIn = isRefused(nobody) && !isRefused(withHeader);
      if (isOfStaff && isSignedIn !== counts) wrong.push(`${verb} ${path}: ${nobody} became ${withHeader}`);
      if (!isOfStaff && isRefused(nobody) && !isRefused(withHeader)) wrong.push(`${verb} ${path} lets staff in`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['without the header', {}],
    ['with another value of the header', { 'x-kontor-desk': 'true' }],
    ['from another site', { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the same site', { ...FROM_PAGE, 'sec-fetch-site': 'same-site' }],
    ['from the address bar', { ...FROM_PAGE, 'sec-fetch-site': 'none' }],
  ] as const)('authenticates no request %s', async (_, headers) => {
    const wrong: string[] = [];
    for (const { verb, path, isOfStaff } of routes().filter((route) => route.isOfStaff))
      if (isOfStaff && !isRefused(await status(verb, path, headers))) wrong.push(`${verb} ${path}`);
    expect(wrong).toEqual([]);
  });

  it('works with a store code, but not on alternative paths or for deferred calls', async () => {
    const path = '/V1/commerce/websites/1';
    expect(await status('GET', `/rest${path}`, FROM_PAGE)).toBe(200);
    expect(await status('GET', `/rest/all${path}`, FROM_PAGE)).toBe(200);
    expect(await status('GET', path, FROM_PAGE)).toBe(401);
    expect(await status('GET', `/index.php/rest${path}`, FROM_PAGE)).toBe(401);
    expect(await status('POST', '/rest/async/V1/commerce/websites', FROM_PAGE)).toBe(401);
    expect(await status('POST', '/rest/async/bulk/V1/commerce/websites', FROM_PAGE)).toBe(401);
  });

  it('is ignored if the request has an Authorization header, whatever its value', async () => {
    const poor = await app.integrationToken();
    const ask = (authorization: string) => status('GET', CUSTOMERS, { ...FROM_PAGE, authorization });
    expect(await ask(`Bearer ${await app.adminToken()}`)).toBe(200);
    expect(await ask(`Bearer ${poor}`)).toBe(403);
    for (const broken of ['', 'Bearer', 'Bearer unknown', 'Basic eDp5']) expect(await ask(broken)).toBe(401);
  });

  it('is not a customer: routes for customers and storefronts ignore it', async () => {
    const path = '/rest/V1/pricing/context/get-final-price';
    const ask = (headers: Readonly<Record<string, string>>) =>
      send(app.url, { method: 'POST', path, headers, body: { sku: 'none', qty: 1 } });
    const [nobody, staff] = [await ask({}), await ask({ ...FROM_PAGE, cookie: browser.cookie })];
    expect([staff.status, staff.json]).toEqual([nobody.status, nobody.json]);
    const mine = await browser.ask('POST', '/rest/V1/pricing/me/get-final-price', { sku: 'none', qty: 1 });
    expect([mine.status, mine.body]).toEqual([401, denied('self')]);
  });

  it('is not set for other pages, and CORS does not allow its header', async () => {
    for (const headers of [{}, { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' }]) {
      const answer = await app.call('POST', SESSION, ADMIN, undefined, headers);
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/X-Kontor-Desk/) } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const preflight = await app.call('OPTIONS', SESSION, undefined, undefined, {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-kontor-desk, content-type',
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(preflight.headers.get('access-control-allow-headers')).not.toMatch(/kontor/i);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('appears as "desk" in the audit trail, and its responses are not cached', async () => {
    const saved = await browser.ask('POST', '/rest/V1/commerce/customerGroups', { customerGroup: { code: 'By Desk' } });
    expect(saved.status).toBe(200);
    expect(saved.headers.get('cache-control')).toBe('no-store');
    const acts = await app.get<Database>(Database).query("SELECT operation FROM audit_act WHERE interface = 'desk'");
    expect(acts).toEqual([{ operation: 'POST /rest/V1/commerce/customerGroups' }]);
  });

  it.each(['/desk', '/desk/records/customer/1', '/desk/callback?code=1'])(
    'is protected on %s by a policy that forbids framing',
    async (path) => {
      const { status, headers } = await app.call('GET', path);
      expect([status, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([200, 'DENY', 'no-store']);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual([
        "default-src 'self'",
        expect.stringMatching(/^style-src 'self' 'nonce-[\w+/=]{24}'$/),
        "img-src 'self' blob: data:",
        'frame-src blob:',
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]);
      const again = await app.call('GET', path);
      expect(again.headers.get('content-security-policy')).not.toBe(policy);
    },
  );

  it('is not set for a sign-in with an Idempotency-Key, which returns 400', async () => {
    const headers = { ...FROM_PAGE, 'idempotency-key': 'once' };
    expect((await app.call('POST', SESSION, ADMIN, undefined, headers)).status).toBe(400);
  });
});

describe('DESK=0', () => {
  it("removes Desk's routes and ignores its cookie", async () => {
    const access = await AccessHttp.start({ settings: { DESK: '0' } });
    const { app } = access;
    try {
      const { username } = await access.admin([]);
      const credentials = { username, password: 'a long enough password' };
      expect((await app.call('POST', SESSION, credentials, undefined, FROM_PAGE)).status).toBe(404);
      expect((await app.call('GET', '/rest/V1/desk/records', undefined, access.root)).status).toBe(404);
      const { body } = await app.call('GET', '/rest/schema');
      expect(Object.keys(body.paths).filter((path) => path.includes('/desk/'))).toEqual([]);
      const cookie = `kontor-desk=${'x'.repeat(43)}`;
      expect((await app.call('GET', CUSTOMERS, undefined, undefined, { ...FROM_PAGE, cookie })).status).toBe(401);
    } finally {
      await access.close();
    }
  });
});
