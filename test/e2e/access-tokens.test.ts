import { createHmac } from 'node:crypto';
import { Persistence } from '../../libs/database/index.js';
import { HASHES_AT_ONCE, HASHES_WAITING } from '../../src/access/application/passwords.js';
import { PasswordHashing } from '../../src/access/ports/secrets.js';
import { AccessHttp, ADMINS, denied, INTEGRATIONS, PASSWORD, ROLES } from '../support/access-http.js';
import type { Answer } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const ADMIN_TOKEN = '/rest/V1/integration/admin/token';
const CUSTOMER_TOKEN = '/rest/V1/integration/customer/token';
const REVOKE_ADMIN = '/rest/V1/integration/admin/revoke-admin-token';
const REVOKE_CUSTOMER = '/rest/V1/integration/customer/revoke-customer-token';

const REFUSED = {
  message:
    'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
};

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describeOnDatabases('tokens (wire.md §6)', (kind) => {
  let access: AccessHttp;

  beforeAll(async () => {
    // A trusted proxy's address has no share of checks, so no attempt is rejected for their number.
    access = await AccessHttp.start({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
  });

  afterAll(() => access.close());

  const post = (path: string, body?: unknown, token?: string) => access.call(token, 'POST', path, body);

  describe.each([
    ['administrators', ADMIN_TOKEN],
    ['customers', CUSTOMER_TOKEN],
  ])('the token route for %s', (_, path) => {
    it('returns one 400 that names both missing fields', async () => {
      const { status, body } = await post(path, {});
      expect(status).toBe(400);
      expect(body.message).toBe('One or more input exceptions have occurred.');
      expect(body.errors).toEqual(
        ['username', 'password'].map((fieldName) => ({
          message: '"%fieldName" is required. Enter and try again.',
          parameters: { fieldName },
        })),
      );
    });

    it.each([
      [{ username: 'ada' }, { fieldName: 'password' }],
      [{ username: null, password: PASSWORD }, { fieldName: 'username' }],
      [{ username: 'ada', password: PASSWORD, store: 1 }, { fieldName: 'store' }],
      [
        { username: 'ada', password: 'x'.repeat(256) },
        { fieldName: 'password', value: '***' },
      ],
    ])('returns 400 for %j', async (body, parameters) => {
      expect(await post(path, body)).toMatchObject({ status: 400, body: { parameters } });
    });

    it.each([{ username: ['ada'], password: PASSWORD }, [], 'text', { username: { $ne: '' }, password: { $ne: '' } }])(
      'returns 400 for a body or value of the wrong type: %j',
      async (body) => {
        expect((await post(path, JSON.stringify(body))).status).toBe(400);
      },
    );

    it('sends Cache-Control: no-store, also with errors', async () => {
      for (const body of [{ username: 'nobody', password: PASSWORD }, {}, 'no JSON'])
        expect((await post(path, body)).headers.get('cache-control')).toBe('no-store');
    });

    it('treats an empty name or password as missing and names each', async () => {
      const [name, password] = ['username', 'password'].map((fieldName) => ({
        message: '"%fieldName" is required. Enter and try again.',
        parameters: { fieldName },
      }));
      const both = { message: 'One or more input exceptions have occurred.', errors: [name, password] };
      for (const body of [{ username: '', password: '' }, {}, ''])
        expect(await post(path, body)).toMatchObject({ status: 400, body: both });
      expect(await post(path, { username: '', password: PASSWORD })).toMatchObject({ status: 400, body: name });
      expect(await post(path, { username: 'nobody', password: '' })).toMatchObject({ status: 400, body: password });
    });

    it.each(['nobody', "' OR 1=1 --", 'é'.repeat(100)])('returns 401 for the unknown name %j', async (username) => {
      expect(await post(path, { username, password: PASSWORD })).toMatchObject({ status: 401, body: REFUSED });
    });

    it('ignores a token in the request', async () => {
      expect(await post(path, { username: 'nobody', password: 'x' }, 'rubbish')).toMatchObject({
        status: 401,
        body: REFUSED,
      });
    });
  });

  it('are refused with 429 and Retry-After when too many sign-ins wait', async () => {
    const hashing = access.app.get(PasswordHashing);
    let release = (): void => undefined;
    const gate = new Promise<boolean>((resolve) => (release = () => resolve(false)));
    const verify = jest.spyOn(hashing, 'verify').mockReturnValue(gate);
    const room = HASHES_AT_ONCE + HASHES_WAITING;
    const turnedAway: Answer[] = [];
    let attempts: readonly Promise<number>[] = [];
    await new Promise<void>((full) => {
      attempts = Array.from({ length: room + 5 }, async () => {
        const answer = await post(ADMIN_TOKEN, { username: 'nobody', password: PASSWORD });
        if (answer.status === 429) turnedAway.push(answer);
        if (turnedAway.length === 5) full();
        return answer.status;
      });
    });
    release();
    const statuses = await Promise.all(attempts);
    verify.mockRestore();
    expect(statuses.filter((status) => status === 401)).toHaveLength(room);
    expect(turnedAway[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  describe('of administrators', () => {
    it('are JSON strings with the documented claims', async () => {
      const admin = await access.admin(['_Access::manage']);
      const { status, text, body } = await access.signIn(admin.username.toUpperCase());
      expect(status).toBe(200);
      expect(text).toBe(JSON.stringify(body));
      const claims = claimsOf(body);
      expect(claims).toEqual({
        uid: admin.id,
        utypid: 2,
        iat: expect.any(Number),
        exp: claims.iat + 3600,
        iss: 'kontor',
        aud: 'kontor',
        ver: 1,
      });
      expect(headerOf(body)).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) });
      expect((await access.call(body, 'GET', `${ROLES}/1`)).status).toBe(200);
    });

    it('are refused with one message for a wrong password and a deactivated account', async () => {
      const admin = await access.admin([]);
      expect(await access.signIn(admin.username, 'wrong password')).toMatchObject({ status: 401, body: REFUSED });
      await access.app.good('PUT', `${ADMINS}/${admin.id}`, { admin: { is_active: 0 } });
      expect(await access.signIn(admin.username)).toMatchObject({ status: 401, body: REFUSED });
    });

    it('stop working when revoked, but not if issued later in the same second', async () => {
      const admin = await access.admin([]);
      const before = [await access.token(admin), await access.token(admin)];
      const revoked = await post(REVOKE_ADMIN, undefined, before[0]);
      const after = await access.token(admin);
      expect(revoked).toMatchObject({ status: 200, body: true });
      expect(await Promise.all([...before, after].map((token) => access.works(token)))).toEqual([false, false, true]);
      expect(claimsOf(after).ver).toBe(claimsOf(before[0] ?? '').ver + 1);
    });

    it('are all revoked by two concurrent revocations', async () => {
      const admin = await access.admin([]);
      const tokens = [await access.token(admin), await access.token(admin)];
      const answers = await Promise.all(tokens.map((token) => post(REVOKE_ADMIN, {}, token)));
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      expect(await Promise.all(tokens.map((token) => access.works(token)))).toEqual([false, false]);
      expect(await access.works(await access.token(admin))).toBe(true);
    });

    it.each<[string, object, boolean]>([
      ['a new password', { password: 'another long password' }, false],
      ['deactivation', { is_active: 0 }, false],
      ['another role', { role_id: 1 }, false],
      ['another name', { username: 'renamed-admin' }, true],
      ['a PUT that changes nothing', {}, true],
    ])('after %s (%j), older ones work: %s', async (_, change, good) => {
      const admin = await access.admin([]);
      const token = await access.token(admin);
      await access.app.good('PUT', `${ADMINS}/${admin.id}`, { admin: change });
      expect(await access.works(token)).toBe(good);
    });

    it('stay invalid after the account is deactivated and activated again', async () => {
      const admin = await access.admin([]);
      const token = await access.token(admin);
      for (const is_active of [0, 1]) await access.app.good('PUT', `${ADMINS}/${admin.id}`, { admin: { is_active } });
      expect(await access.works(token)).toBe(false);
    });

    it('stop working when the administrator is deleted', async () => {
      const admin = await access.admin([]);
      const token = await access.token(admin);
      await access.app.good('DELETE', `${ADMINS}/${admin.id}`);
      expect(await access.works(token)).toBe(false);
    });

    it('can be revoked only by administrators: 401 for anonymous callers, 403 for others', async () => {
      const { token: customer } = await access.app.customer();
      const integration = await access.app.integrationToken('Kontor::all');
      expect(await post(REVOKE_ADMIN)).toMatchObject({ status: 401, body: denied('self') });
      expect(await post(REVOKE_ADMIN, undefined, 'rubbish')).toMatchObject({ status: 401, body: denied('self') });
      expect(await post(REVOKE_ADMIN, undefined, customer)).toMatchObject({ status: 403, body: denied('self') });
      expect(await post(REVOKE_ADMIN, undefined, integration)).toMatchObject({ status: 403, body: denied('self') });
    });

    it('come from passwords stored as argon2id hashes', async () => {
      const admin = await access.admin([]);
      const { database } = access.app.get(Persistence);
      const row = await database.queryOne<{ password_hash: string }>(
        'SELECT password_hash FROM admin_account WHERE admin_id = ?',
        [admin.id],
      );
      expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  });

  describe('of customers', () => {
    const signIn = (username: string, store = '') =>
      post(`/rest/${store}V1/integration/customer/token`, { username, password: PASSWORD });

    const customerOn = async (website_id: number, email = `${access.unique('buyer')}@example.com`) => {
      const customer = { email, password: PASSWORD, website_id };
      return { email, id: (await access.app.good('POST', '/rest/V1/commerce/customers', { customer })).id as number };
    };

    beforeAll(async () => {
      const website = { id: 5, code: 'german', name: 'German', base_currency: 'EUR', timezone: 'Europe/Berlin' };
      await access.app.good('POST', '/rest/V1/commerce/websites', { website });
      await access.app.good('POST', '/rest/V1/commerce/stores', {
        store: { code: 'german_de', name: 'German', website_id: 5 },
      });
    });

    it("are issued on the store code's website, then website 0; all means the default website", async () => {
      const [english, german, everywhere] = [await customerOn(1), await customerOn(5), await customerOn(0)];
      const uid = async (email: string, store: string) => {
        const { status, body } = await signIn(email, store);
        return status === 200 ? claimsOf(body).uid : status;
      };
      expect(await uid(english.email.toUpperCase(), '')).toBe(english.id);
      expect(await uid(english.email, 'default/')).toBe(english.id);
      expect(await uid(english.email, 'all/')).toBe(english.id);
      expect(await uid(english.email, 'german_de/')).toBe(401);
      expect(await uid(german.email, 'german_de/')).toBe(german.id);
      expect(await uid(german.email, '')).toBe(401);
      expect(await uid(german.email, 'all/')).toBe(401);
      for (const store of ['', 'default/', 'german_de/', 'all/'])
        expect(await uid(everywhere.email, store)).toBe(everywhere.id);
    });

    it("belong to the website's customer if two customers share an email", async () => {
      const email = `${access.unique('twin')}@example.com`;
      const [here, everywhere] = [await customerOn(5, email), await customerOn(0, email)];
      expect(claimsOf((await signIn(email, 'german_de/')).body)).toMatchObject({ uid: here.id, utypid: 3 });
      expect(claimsOf((await signIn(email)).body)).toMatchObject({ uid: everywhere.id, utypid: 3 });
    });

    it('are not issued on the route of administrators, and vice versa', async () => {
      const { email } = await customerOn(1);
      expect((await access.signIn(email)).status).toBe(401);
      expect((await signIn('test-admin')).status).toBe(401);
    });

    it('stop working when revoked, but new ones work', async () => {
      const { email } = await customerOn(1);
      const before = (await signIn(email)).body;
      expect(await post(REVOKE_CUSTOMER, undefined, before)).toMatchObject({ status: 200, body: true });
      const after = (await signIn(email)).body;
      expect(await access.works(before)).toBe(false);
      expect(await access.works(after)).toBe(true);
    });

    it.each([
      ['a new password', { password: 'another long password' }],
      ['deactivation', { is_active: 0 }],
    ])('end with %s', async (_, change) => {
      const { email, id } = await customerOn(1);
      const token = (await signIn(email)).body;
      await access.app.good('PUT', `/rest/V1/commerce/customers/${id}`, { customer: change });
      expect(await access.works(token)).toBe(false);
      expect((await signIn(email)).status).toBe(401);
    });

    it('can be revoked only by customers: 401 for anonymous callers, 403 for others', async () => {
      expect(await post(REVOKE_CUSTOMER)).toMatchObject({ status: 401, body: denied('self') });
      expect(await post(REVOKE_CUSTOMER, undefined, access.root)).toMatchObject({ status: 403, body: denied('self') });
    });
  });

  describe('when forged', () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = (header: object, claims: object, secret?: string): string => {
      const text = `${part(header)}.${part(claims)}`;
      return `${text}.${secret === undefined ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
    };

    it('are rejected: alg none, wrong secret, wrong claims, no kid', async () => {
      const [header, claims] = [headerOf(access.root), claimsOf(access.root)];
      const secret = 'a secret of the tests, long enough';
      expect(await access.works(forged(header, claims, secret))).toBe(true);
      for (const token of [
        forged({ ...header, alg: 'none' }, claims),
        forged(header, claims, `${secret}.`),
        forged({ alg: 'HS256', typ: 'JWT' }, claims, secret),
        forged(header, { ...claims, iss: 'someone' }, secret),
        forged(header, { ...claims, aud: 'someone' }, secret),
        forged(header, { ...claims, exp: claims.iat - 1 }, secret),
        forged(header, { ...claims, exp: undefined }, secret),
        forged(header, { ...claims, ver: claims.ver + 1 }, secret),
        forged(header, { ...claims, ver: claims.ver - 1 }, secret),
        forged(header, { ...claims, uid: 999_999 }, secret),
        forged(header, { ...claims, utypid: 3 }, secret),
        `${access.root}x`,
        access.root.slice(0, -2),
      ]) {
        expect(await access.works(token)).toBe(false);
      }
    });

    it("are rejected: an integration's id or its token's digest", async () => {
      const id = await access.integration(['Kontor::all']);
      await access.rotate(id);
      const { database } = access.app.get(Persistence);
      const row = await database.queryOne<{ token_digest: string }>(
        'SELECT token_digest FROM integration_account WHERE integration_id = ?',
        [id],
      );
      expect(await access.works(String(id))).toBe(false);
      expect(await access.works(row?.token_digest ?? '')).toBe(false);
      expect((await access.call(access.root, 'GET', `${INTEGRATIONS}/${id}`)).status).toBe(200);
    });
  });
});
