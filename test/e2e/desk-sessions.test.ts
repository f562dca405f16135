import { createHash } from 'node:crypto';
import { Clock } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { openLog } from '../../src/boot/logging.js';
import { type RunningServer, startServer } from '../../src/boot/server.js';
import { Sessions } from '../../src/desk/application/sessions.js';
import { SignInLinks } from '../../src/desk/index.js';
import { AccessHttp, ADMINS, PASSWORD, ROLES } from '../support/access-http.js';
import { testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { cookieIn, DeskBrowser, FROM_PAGE, SESSION, signInToDesk } from '../support/desk.js';
import { send } from '../support/send.js';
import { until } from '../support/until.js';

const MINUTE = 60_000;
const SETTINGS = { TRUST_PROXY: 'loopback', PUBLIC_BASE_URL: 'https://prices.example/' };

describeOnDatabases('sessions of Desk (desk.md)', (kind) => {
  let access: AccessHttp;
  let other: RunningServer;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind, settings: SETTINGS });
    // A second process that serves the same database.
    other = await startServer(testSettings(access.app.databaseUrl, { settings: SETTINGS }), openLog(process.stdout));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await other.stop();
    await access.close();
  });

  const later = (minutes: number): void => {
    const now = Date.now();
    jest.spyOn(access.app.get<Clock>(Clock), 'now').mockImplementation(() => new Date(now + minutes * MINUTE));
  };
  const signedIn = async (resources: readonly string[] = []) => {
    const admin = await access.admin(resources);
    const browser = await signInToDesk(access.app, { username: admin.username, password: PASSWORD });
    return { admin, browser, elsewhere: new DeskBrowser(`http://127.0.0.1:${other.port}`, browser.cookie) };
  };
  const statuses = ({ browser, elsewhere }: { browser: DeskBrowser; elsewhere: DeskBrowser }) =>
    Promise.all([browser.status(), elsewhere.status()]);

  it('start with name and password, return the user, and end by signing out', async () => {
    const signed = await signedIn(['_Commerce::manage']);
    const { browser, admin } = signed;
    const { body, headers } = await browser.ask('GET', SESSION);
    expect(body).toEqual({ name: admin.username, expires_at: expect.stringMatching(/Z$/) });
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(12 * 60 * MINUTE);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await browser.ask('GET', '/rest/V1/commerce/websites/1')).status).toBe(200);
    expect((await browser.ask('GET', '/rest/default/V1/commerce/websites/1')).status).toBe(200);
    expect((await browser.ask('GET', `${ROLES}/1`)).status).toBe(403);
    const out = await browser.ask('DELETE', SESSION);
    expect(out).toMatchObject({ status: 200, body: { sign_out_url: null } });
    expect(out.headers.get('set-cookie')).toMatch(/^kontor-desk=; .*Max-Age=0$/);
    expect(await statuses(signed)).toEqual([401, 401]);
    expect((await browser.ask('DELETE', SESSION)).status).toBe(401);
  });

  it('are neither returned nor ended for a caller with a token', async () => {
    const signed = await signedIn();
    const authorization = `Bearer ${await access.app.adminToken()}`;
    for (const verb of ['GET', 'DELETE'] as const)
      expect((await signed.browser.ask(verb, SESSION, undefined, { ...FROM_PAGE, authorization })).status).toBe(401);
    expect(await statuses(signed)).toEqual([200, 200]);
  });

  it('store no secret and add nothing to the audit trail', async () => {
    const { browser } = await signedIn();
    const secret = browser.cookie.split('=')[1] ?? '';
    const database = access.app.get<Database>(Database);
    const rows = await database.query<object>('SELECT * FROM desk_session');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const acts = await database.query("SELECT id FROM audit_act WHERE operation LIKE '%desk/session'");
    expect(acts).toEqual([]);
  });

  it('reject sign-ins like the token route', async () => {
    const { username } = await access.admin([]);
    const ask = (body: object) => access.app.call('POST', SESSION, body, undefined, FROM_PAGE);
    const wrong = await ask({ username, password: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: (await access.signIn(username, 'wrong')).body });
    expect(cookieIn(wrong)).toBeUndefined();
    for (const body of [{}, { username }, { username, password: PASSWORD, token: 'x' }, { password: PASSWORD }])
      expect(await ask(body)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/Send a username and password, the token/) },
      });
  });

  it('end in every process when the account or its tokens become invalid', async () => {
    const ways: readonly ((admin: { id: number; username: string }) => Promise<unknown>)[] = [
      ({ id }) => access.app.good('PUT', `${ADMINS}/${id}`, { admin: { password: 'another long password' } }),
      async ({ id }) => access.app.good('PUT', `${ADMINS}/${id}`, { admin: { role_id: await access.role([]) } }),
      ({ id }) => access.app.good('PUT', `${ADMINS}/${id}`, { admin: { is_active: 0 } }),
      ({ id }) => access.app.good('DELETE', `${ADMINS}/${id}`),
      ({ id }) => access.app.good('POST', `${ADMINS}/${id}/end-sessions`),
      async (admin) => access.call(await access.token(admin), 'POST', '/rest/V1/integration/admin/revoke-admin-token'),
      async (admin) =>
        access.call(await access.token(admin), 'PUT', '/rest/V1/access/me/password', {
          current_password: PASSWORD,
          password: 'another long password',
        }),
    ];
    for (const end of ways) {
      const signed = await signedIn();
      expect(await statuses(signed)).toEqual([200, 200]);
      await end(signed.admin);
      expect(await statuses(signed)).toEqual([401, 401]);
    }
  });

  it('use the present rights of the role', async () => {
    const { browser, admin } = await signedIn();
    expect(await browser.status('/rest/V1/commerce/websites/1')).toBe(403);
    await access.app.good('PUT', `${ROLES}/${admin.role}`, { role: { resources: ['_Commerce::manage'] } });
    expect(await browser.status('/rest/V1/commerce/websites/1')).toBe(200);
  });

  it('end after an hour without use and 12 hours after the sign-in', async () => {
    const [unused, used] = [await signedIn(), await signedIn()];
    const digest = createHash('sha256')
      .update(used.browser.cookie.split('=')[1] ?? '')
      .digest('hex');
    const stored = async (): Promise<string | undefined> =>
      (
        await access.app
          .get<Database>(Database)
          .queryOne<{ unused_ends_at: string }>('SELECT unused_ends_at FROM desk_session WHERE digest = ?', [digest])
      )?.unused_ends_at;
    for (const minutes of [55, 110, 165, 220, 275, 330, 385, 440, 495, 550, 605, 660]) {
      const before = await stored();
      later(minutes);
      expect(await used.browser.status()).toBe(200);
      // The use is stored asynchronously, outside the request.
      await until(async () => (await stored()) !== before);
    }
    expect(await unused.browser.status()).toBe(401);
    later(719);
    expect(await used.browser.status()).toBe(200);
    later(721);
    expect(await used.browser.status()).toBe(401);
    await access.app.get<Sessions>(Sessions).prune();
    expect(await stored()).toBeUndefined();
  });

  it('replace the previous session in the same browser', async () => {
    const { browser, admin } = await signedIn();
    const headers = { cookie: browser.cookie };
    const next = await signInToDesk(access.app, { username: admin.username, password: PASSWORD }, headers);
    expect([await browser.status(), await next.status()]).toEqual([401, 200]);
  });

  describe('from a link of the operator', () => {
    const link = (username: string) => access.app.get<SignInLinks>(SignInLinks).make(username);
    const tokenIn = (url: string): string => url.split('#token=')[1] ?? '';
    const byToken = (token: string) => access.app.call('POST', SESSION, { token }, undefined, FROM_PAGE);

    it('start once per link', async () => {
      const { username } = await access.admin([]);
      const url = await link(username);
      expect(url).toMatch(/^https:\/\/prices\.example\/desk#token=[\w-]{43}$/);
      const [one, two] = await Promise.all([byToken(tokenIn(url)), byToken(tokenIn(url))]);
      expect([one.status, two.status].sort()).toEqual([200, 401]);
      expect([one, two].find(({ status }) => status === 200)?.body.name).toBe(username);
      expect((await byToken(tokenIn(url))).status).toBe(401);
    });

    it('do not start after 10 minutes or a new password', async () => {
      const { id, username } = await access.admin([]);
      const [late, changed] = [await link(username), await link(username)];
      later(10);
      expect((await byToken(tokenIn(late))).status).toBe(401);
      jest.restoreAllMocks();
      await access.app.good('PUT', `${ADMINS}/${id}`, { admin: { password: 'another long password' } });
      expect((await byToken(tokenIn(changed))).status).toBe(401);
      expect((await byToken('guessed')).status).toBe(401);
    });

    it('are not offered to unknown or inactive users', async () => {
      const { id, username } = await access.admin([]);
      await access.app.good('PUT', `${ADMINS}/${id}`, { admin: { is_active: 0 } });
      for (const name of [username, 'nobody']) await expect(link(name)).rejects.toThrow(/No such entity/);
    });
  });

  describe('cookies', () => {
    const signIn = async (host: string, forwarded: Readonly<Record<string, string>> = {}) => {
      const { username } = await access.admin([]);
      const { status, json, headers } = await send(access.app.url, {
        method: 'POST',
        path: SESSION,
        headers: { ...FROM_PAGE, host, ...forwarded },
        body: { username, password: PASSWORD },
      });
      return { status, json, cookie: headers['set-cookie'] };
    };

    it.each(['localhost', 'localhost:3000', 'desk.localhost:3000', '127.0.0.1', '127.3.2.1:80', '[::1]:3000'])(
      'are HttpOnly and SameSite=Strict over http on %s',
      async (host) => {
        const { status, cookie } = await signIn(host);
        expect(status).toBe(200);
        expect(String(cookie)).toMatch(/^kontor-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
      },
    );

    it('are bound to the host and to https over https', async () => {
      const { cookie } = await signIn('prices.example', { 'x-forwarded-proto': 'https' });
      expect(String(cookie)).toMatch(/^__Host-kontor-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
      const [pair = ''] = String(cookie).split(';');
      const ask = async (headers: Readonly<Record<string, string>>) =>
        (await send(access.app.url, { path: SESSION, headers: { ...FROM_PAGE, host: 'prices.example', ...headers } }))
          .status;
      expect(await ask({ cookie: pair, 'x-forwarded-proto': 'https' })).toBe(200);
      expect(await ask({ cookie: `a=b; ${pair}; c=d`, 'x-forwarded-proto': 'https' })).toBe(200);
      // Each cookie name counts only for its own scheme.
      expect(await ask({ cookie: pair.replace('__Host-', ''), 'x-forwarded-proto': 'https' })).toBe(401);
      expect(await ask({ cookie: pair })).toBe(401);
    });

    it.each(['prices.example', '192.168.1.5:3000', 'localhost.example', '127.0.0.1.example', '[2001:db8::1]'])(
      'are refused over http on %s with an error that says why',
      async (host) => {
        const { status, json, cookie } = await signIn(host);
        expect(status).toBe(400);
        expect(json).toMatchObject({ message: expect.stringMatching(/requires HTTPS.*TRUST_PROXY/) });
        expect(cookie).toBeUndefined();
      },
    );
  });
});
