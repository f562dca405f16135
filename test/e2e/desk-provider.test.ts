import { AccessHttp, ADMINS, PASSWORD, ROLES } from '../support/access-http.js';
import { type Answer, startApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { cookieIn, DeskBrowser, FROM_PAGE, SESSION, signInToDesk } from '../support/desk.js';
import { freePort } from '../support/free-port.js';
import { TestIdentityProvider } from '../support/identity-provider.js';

const PROVIDER = `${SESSION}/provider`;
const IDENTITIES = '/rest/V1/access/identities';
const rightsOf = ({ rights }: { readonly rights: readonly { readonly resource: string }[] }): readonly string[] =>
  rights.map(({ resource }) => resource);
const REFUSED = { message: expect.stringContaining('has not assigned you a role') };

describeOnDatabases('sign-in with the identity provider (access.md)', (kind) => {
  let access: AccessHttp;
  let provider: TestIdentityProvider;
  let count = 0;

  beforeAll(async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    provider = await TestIdentityProvider.start(base);
    access = await AccessHttp.start({
      database: kind,
      settings: {
        PORT: String(port),
        PUBLIC_BASE_URL: base,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: TestIdentityProvider.CLIENT_ID,
        OIDC_CLIENT_SECRET: TestIdentityProvider.CLIENT_SECRET,
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_ROLES: '{"prices":"Price managers","documents":"Clerks"}',
        ADMIN_PASSWORDS: 'test-admin, weak',
      },
    });
    const role = (name: string, ...resources: readonly string[]) =>
      access.app.good('POST', ROLES, { role: { name, resources } });
    await role('Price managers', '_Customerprice::manage', '_Customerprice::save');
    await role('Clerks', '_CustomerDocuments::manage');
  });
  afterAll(async () => {
    await provider.stop();
    await access.close();
  });

  const begin = async (): Promise<{ url: string; cookie: string }> => {
    const begun = await access.app.call('POST', PROVIDER, undefined, undefined, FROM_PAGE);
    return { url: begun.body.url, cookie: cookieIn(begun) ?? '' };
  };
  const finish = (callback: string, cookie: string): Promise<Answer> =>
    access.app.call('POST', SESSION, { callback }, undefined, { ...FROM_PAGE, cookie });
  const arrive = async (username: string): Promise<Answer> => {
    const { url, cookie } = await begin();
    return finish(await provider.signIn(url, username), cookie);
  };
  const signIn = async (username: string): Promise<DeskBrowser> => {
    const answer = await arrive(username);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return new DeskBrowser(access.app.url, cookieIn(answer) ?? '');
  };
  const person = async (claims: object): Promise<string> => {
    count += 1;
    await provider.knows({ [`person-${count}`]: { ...claims } });
    return `person-${count}`;
  };
  const root = async (): Promise<string> => access.app.adminToken();

  it('creates an account with the role of the claim, and a session', async () => {
    const ada = await person({ preferred_username: 'ada', email: 'ada@example.com', groups: ['staff', 'prices'] });
    const browser = await signIn(ada);
    expect((await browser.ask('GET', SESSION)).body).toMatchObject({ name: 'ada' });
    const me = (await browser.ask('GET', '/rest/V1/access/me')).body;
    expect(rightsOf(me).toSorted()).toEqual(['_Customerprice::manage', '_Customerprice::save']);
    const again = await signIn(ada);
    expect((await again.ask('GET', '/rest/V1/access/me')).body.id).toBe(me.id);
  });

  it('uses the first match in OIDC_ROLES, whatever the order of the claim', async () => {
    const both = await person({ preferred_username: 'both', groups: ['documents', 'prices'] });
    const me = (await (await signIn(both)).ask('GET', '/rest/V1/access/me')).body;
    expect(rightsOf(me)).toContain('_Customerprice::save');
  });

  it('evaluates the role at each sign-in; losing it also ends the sessions', async () => {
    const eve = await person({ preferred_username: 'eve', groups: ['prices'] });
    const before = await signIn(eve);
    await provider.knows({ [eve]: { groups: ['documents'] } });
    const now = await signIn(eve);
    expect(await before.status()).toBe(401);
    expect((await now.ask('GET', '/rest/V1/access/me')).body.rights).toEqual([
      expect.objectContaining({ resource: '_CustomerDocuments::manage' }),
    ]);
    await provider.knows({ [eve]: { groups: ['staff'] } });
    const refused = await arrive(eve);
    expect([refused.status, refused.body]).toEqual([400, REFUSED]);
    expect(await now.status()).toBe(401);
  });

  it('rejects a person without a role and creates no account', async () => {
    const { total_count: before } = await access.app.good(
      'GET',
      `${ADMINS}/search?searchCriteria=all`,
      undefined,
      await root(),
    );
    expect((await arrive(await person({ preferred_username: 'nobody' }))).body).toEqual(REFUSED);
    const { total_count: after } = await access.app.good(
      'GET',
      `${ADMINS}/search?searchCriteria=all`,
      undefined,
      await root(),
    );
    expect(after).toBe(before);
  });

  it('never takes over an account with the same name or email', async () => {
    const { username, id } = await access.admin([]);
    const email = `${username}@example.com`;
    const browser = await signIn(
      await person({ preferred_username: username.toUpperCase(), email, groups: ['prices'] }),
    );
    const me = (await browser.ask('GET', '/rest/V1/access/me')).body;
    expect(me.id).not.toBe(id);
    const made = await access.app.good('GET', `${ADMINS}/${me.id}`, undefined, await root());
    expect([made.username, made.email]).toEqual([
      `${username.toUpperCase()}-2`,
      expect.stringMatching(/@kontor\.invalid$/),
    ]);
  });

  it('uses the account that a caller with its rights has linked by hand', async () => {
    await access.admin(['_Access::manage', '_Access::save'], { username: 'weak' });
    const weak = await access.token({ username: 'weak' });
    const strong = await access.admin(['_Commerce::save']);
    const bob = await person({ preferred_username: 'bob', groups: ['prices'] });
    const identity = { admin_id: strong.id, issuer: provider.issuer, subject: bob };
    const body = { adminIdentity: identity };
    expect((await access.app.call('POST', IDENTITIES, body, weak)).status).toBe(403);
    const { id } = await access.app.good('POST', IDENTITIES, body, await root());
    const browser = await signIn(bob);
    expect((await browser.ask('GET', '/rest/V1/access/me')).body.id).toBe(strong.id);
    await access.app.good('DELETE', `${IDENTITIES}/${id}`, undefined, await root());
    expect(await browser.status()).toBe(401);
  });

  it('creates one account for two concurrent first sign-ins', async () => {
    const twin = await person({ preferred_username: 'twin', groups: ['prices'] });
    const browsers = await Promise.all([signIn(twin), signIn(twin)]);
    const ids = await Promise.all(browsers.map(async (one) => (await one.ask('GET', '/rest/V1/access/me')).body.id));
    expect(new Set(ids).size).toBe(1);
  });

  it('rejects an inactive account', async () => {
    const ina = await person({ preferred_username: 'ina', groups: ['prices'] });
    const { id } = (await (await signIn(ina)).ask('GET', '/rest/V1/access/me')).body;
    await access.app.good('PUT', `${ADMINS}/${id}`, { admin: { is_active: 0 } }, await root());
    expect((await arrive(ina)).status).toBe(401);
  });

  it('signs out at the provider too', async () => {
    const browser = await signIn(await person({ preferred_username: 'out', groups: ['prices'] }));
    const { sign_out_url: url } = (await browser.ask('DELETE', SESSION)).body;
    expect(url).toMatch(new RegExp(`^${provider.issuer}/session/end\\?`));
    expect((await fetch(url)).status).toBe(200);
  });

  it('accepts the callback only once and only in the browser that started it', async () => {
    const ann = await person({ preferred_username: 'ann', groups: ['prices'] });
    const [one, other] = [await begin(), await begin()];
    const callback = await provider.signIn(one.url, ann);
    expect((await finish(callback, other.cookie)).status).toBe(401);
    expect((await finish(callback, '')).body.message).toMatch(/^The sign-in took longer than 10 minutes/);
    expect((await finish(callback, one.cookie)).status).toBe(200);
    expect((await finish(callback, one.cookie)).status).toBe(401);
    const changed = callback.replace(/code=[^&]{5}/, 'code=xxxxx');
    expect((await finish(changed, one.cookie)).status).toBe(401);
    expect((await finish('?error=access_denied&state=x', one.cookie)).status).toBe(401);
  });

  it('starts only from the page, with a cookie that scripts cannot read', async () => {
    expect((await access.app.call('POST', PROVIDER)).status).toBe(400);
    const { headers } = await access.app.call('POST', PROVIDER, undefined, undefined, FROM_PAGE);
    expect(headers.get('set-cookie')).toMatch(
      /^kontor-desk-sign-in=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/,
    );
  });

  it('rejects passwords of users outside ADMIN_PASSWORDS like wrong passwords', async () => {
    const { username } = await access.admin([]);
    const credentials = { username, password: PASSWORD };
    const token = await access.app.call('POST', '/rest/V1/integration/admin/token', credentials);
    const desk = await access.app.call('POST', SESSION, credentials, undefined, FROM_PAGE);
    expect([token.status, desk.status]).toEqual([401, 401]);
    expect(token.body).toEqual(desk.body);
  });
});

describe('without an identity provider', () => {
  let access: AccessHttp;
  beforeAll(async () => {
    access = await AccessHttp.start({ settings: { ADMIN_PASSWORDS: 'Machine,TEST-ADMIN' } });
  });
  afterAll(() => access.close());

  it('the sign-in route returns 400', async () => {
    const answer = await access.app.call('POST', PROVIDER, undefined, undefined, FROM_PAGE);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        message:
          'No identity provider is configured on this server (setting OIDC_ISSUER). Sign in with your username and password.',
      },
    ]);
  });

  it('only users in ADMIN_PASSWORDS can use a password', async () => {
    await access.admin([], { username: 'machine' });
    await expect(signInToDesk(access.app, { username: 'MACHINE', password: PASSWORD })).resolves.toBeDefined();
    const other = await access.admin([]);
    await expect(signInToDesk(access.app, { username: other.username, password: PASSWORD })).rejects.toThrow('401');
  });
});

it('ADMIN_PASSWORDS=0 rejects every password', async () => {
  const app = await startApp({ settings: { ADMIN_PASSWORDS: '0' } });
  await expect(app.adminToken()).rejects.toThrow('401');
  await app.close();
});

describe('an unavailable identity provider', () => {
  it('returns 503 with Retry-After and does not stop the server from starting', async () => {
    const access = await AccessHttp.start({
      settings: {
        OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
        OIDC_CLIENT_ID: 'kontor',
        OIDC_ROLES: '{"a":"b"}',
      },
    });
    const answer = await access.app.call('POST', PROVIDER, undefined, undefined, FROM_PAGE);
    await access.close();
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
      503,
      { message: 'The identity provider does not respond. Try again later.' },
      '10',
    ]);
  });
});
