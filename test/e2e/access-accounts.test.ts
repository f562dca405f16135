import { createHash } from 'node:crypto';
import { Clock } from '../../libs/kernel/index.js';
import { Persistence } from '../../libs/database/index.js';
import { AccessHttp, ADMINS, ALL_ACCESS, denied, INTEGRATIONS, PASSWORD, ROLES } from '../support/access-http.js';
import type { Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('administrators, roles and integrations (wire.md §6)', (kind) => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind });
  });

  afterAll(() => access.close());

  it('unlocks an administrator, ends the sessions of another request, and audits both', async () => {
    const { id, username } = await access.admin([]);
    const token = await access.token({ username });
    const post = (what: string) => access.app.good('POST', `${ADMINS}/${id}/${what}`);
    // All tests share one address, which may fail five times per second.
    const now = jest.spyOn(access.app.get<Clock>(Clock), 'now');
    for (let failed = 0; failed < 6; failed += 1) {
      now.mockReturnValue(new Date(Date.now() + failed * 1000));
      expect((await access.signIn(username, 'wrong')).status).toBe(401);
    }
    now.mockReturnValue(new Date(Date.now() + 7000));
    expect((await access.signIn(username)).status).toBe(401);
    expect(await post('unlock')).toBe(true);
    expect((await access.signIn(username)).status).toBe(200);
    now.mockRestore();
    expect(await post('unlock')).toBe(true);
    expect(await access.works(token)).toBe(true);
    expect(await post('end-sessions')).toBe(true);
    expect(await access.works(token)).toBe(false);
    const { items } = await access.app.good('GET', `/rest/V1/audit/admin/${id}`);
    expect(items.map(({ action, caller }: Record<string, string>) => [action, caller])).toEqual([
      ['tokens_ended', expect.stringMatching(/^admin:/)],
      ['unlocked', expect.stringMatching(/^admin:/)],
      ['created', expect.stringMatching(/^admin:/)],
    ]);
  });

  describe('records', () => {
    it('returns an administrator without the password and accepts its own response in PUT', async () => {
      const role = await access.role(['_Access::manage']);
      const admin = { username: access.unique('Ada'), email: `${access.unique('Ada')}@Example.com`, role_id: role };
      const posted = await access.call(access.root, 'POST', ADMINS, { admin: { ...admin, password: PASSWORD } });
      expect(posted.body).toEqual({ id: expect.any(Number), ...admin, is_active: 1 });
      expect(Object.keys(posted.body)).toEqual(['id', 'username', 'email', 'role_id', 'is_active']);
      const path = `${ADMINS}/${posted.body.id}`;
      expect(await access.app.good('GET', path)).toEqual(posted.body);
      expect(await access.app.good('PUT', path, { admin: posted.body })).toEqual(posted.body);
      expect(await access.app.good('DELETE', path)).toBe(true);
      expect((await access.call(access.root, 'GET', path, undefined)).status).toBe(404);
    });

    const withoutOAuth = { endpoint: null, identity_link_url: null, consumer_key: null, oauth_created_at: null };

    it('accepts its own response for roles and integrations, and creates an integration without a token', async () => {
      for (const [path, wrapper, more] of [
        [ROLES, 'role', {}],
        [INTEGRATIONS, 'integration', { is_active: 1, ...withoutOAuth }],
      ] as const) {
        const record = { name: access.unique(wrapper), resources: ['_Access::all', 'Kontor::all', '_Access::all'] };
        const posted = await access.app.good('POST', path, { [wrapper]: record });
        const stored = { id: posted.id, name: record.name, resources: ['_Access::all', 'Kontor::all'], ...more };
        expect(posted).toEqual(stored);
        expect(await access.app.good('PUT', `${path}/${posted.id}`, { [wrapper]: posted })).toEqual(stored);
        expect(await access.app.good('PUT', `${path}/${posted.id}`, { [wrapper]: { resources: [] } })).toEqual({
          ...stored,
          resources: [],
        });
        const query = `searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=${record.name}`;
        expect((await access.app.good('GET', `${path}/search?${query}`)).items).toEqual([{ ...stored, resources: [] }]);
        expect(await access.app.good('DELETE', `${path}/${posted.id}`)).toBe(true);
      }
    });

    it('reports all missing required fields together', async () => {
      const admin = await access.call(access.root, 'POST', ADMINS, { admin: {} });
      expect(admin.status).toBe(400);
      expect(admin.body.errors.map((error: { parameters: unknown }) => error.parameters)).toEqual(
        ['username', 'email', 'role_id', 'password'].map((fieldName) => ({ fieldName })),
      );
      for (const [path, wrapper] of [
        [ROLES, 'role'],
        [INTEGRATIONS, 'integration'],
      ] as const) {
        expect(await access.call(access.root, 'POST', path, { [wrapper]: {} })).toMatchObject({
          status: 400,
          body: { parameters: { fieldName: 'name' } },
        });
      }
    });

    it.each([
      ['a short password', { password: 'short' }, { fieldName: 'password', value: '***' }],
      ['an unknown role', { role_id: 999_999 }, { fieldName: 'role_id', value: 999_999 }],
      ['an invalid email address', { email: 'nobody' }, { fieldName: 'email', value: 'nobody' }],
      ['a user name with a trailing space', { username: 'ada ' }, { fieldName: 'username', value: 'ada ' }],
    ])('rejects an administrator with %s', async (_, field, parameters) => {
      const name = access.unique('bad');
      const admin = { username: name, email: `${name}@example.com`, role_id: 1, password: PASSWORD, ...field };
      expect(await access.call(access.root, 'POST', ADMINS, { admin })).toMatchObject({
        status: 400,
        body: { parameters },
      });
    });

    it('requires unique user names and emails regardless of case, and unique role and integration names', async () => {
      const { id, username } = await access.admin([]);
      const twin = {
        username: username.toUpperCase(),
        email: `${access.unique('x')}@example.com`,
        role_id: 1,
        password: PASSWORD,
      };
      const sameMail = { ...twin, username: access.unique('y'), email: `${username.toUpperCase()}@EXAMPLE.com` };
      expect(await access.call(access.root, 'POST', ADMINS, { admin: twin })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('username') },
      });
      expect(await access.call(access.root, 'POST', ADMINS, { admin: sameMail })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('email') },
      });
      expect(
        (await access.call(access.root, 'PUT', `${ADMINS}/${id}`, { admin: { username: username.toUpperCase() } }))
          .status,
      ).toBe(200);
      for (const [path, wrapper] of [
        [ROLES, 'role'],
        [INTEGRATIONS, 'integration'],
      ] as const) {
        const record = { name: access.unique('taken') };
        await access.app.good('POST', path, { [wrapper]: record });
        expect((await access.call(access.root, 'POST', path, { [wrapper]: record })).status).toBe(400);
      }
    });

    it('returns 404 for an unknown id, but 400 first for an invalid body', async () => {
      for (const [path, wrapper] of [
        [ADMINS, 'admin'],
        [ROLES, 'role'],
        [INTEGRATIONS, 'integration'],
      ] as const) {
        const put = (record: object) => access.call(access.root, 'PUT', `${path}/999999`, { [wrapper]: record });
        expect(await put({})).toMatchObject({
          status: 404,
          body: { parameters: { fieldName: 'id', fieldValue: 999_999 } },
        });
        expect(await put({ colour: 'red' })).toMatchObject({
          status: 400,
          body: { parameters: { fieldName: 'colour' } },
        });
        expect((await access.call(access.root, 'DELETE', `${path}/999999`)).status).toBe(404);
      }
    });

    it('stores nothing of a rejected write', async () => {
      const username = access.unique('half');
      const clerk = await access.token(await access.admin(ALL_ACCESS));
      const admin = { username, email: `${username}@example.com`, role_id: 1, password: PASSWORD };
      expect((await access.call(clerk, 'POST', ADMINS, { admin })).status).toBe(403);
      expect((await access.signIn(username)).status).toBe(401);
      expect((await access.call(access.root, 'POST', ADMINS, { admin })).status).toBe(200);
    });

    it('rejects deleting a role that is in use and names its users', async () => {
      const { id, role } = await access.admin([]);
      expect(await access.call(access.root, 'DELETE', `${ROLES}/${role}`, undefined)).toMatchObject({
        status: 400,
        text: expect.stringContaining('admin'),
      });
      await access.app.good('DELETE', `${ADMINS}/${id}`);
      expect(await access.app.good('DELETE', `${ROLES}/${role}`)).toBe(true);
    });

    it.each([
      '_Nowhere::save',
      '_Access::publish',
      'Access::save',
      'Kontor::save',
      'MageB2B_Access::save',
      '',
      '_Nowhere::all',
    ])('rejects a role or integration with the unknown right "%s"', async (right) => {
      for (const [path, wrapper] of [
        [ROLES, 'role'],
        [INTEGRATIONS, 'integration'],
      ] as const) {
        const record = { name: access.unique('unknown'), resources: ['_Access::save', right] };
        expect(await access.call(access.root, 'POST', path, { [wrapper]: record })).toMatchObject({
          status: 400,
          body: {
            message: expect.stringMatching(/ Allowed: rights of installed modules\.$/) as unknown,
            parameters: { fieldName: 'resources', value: right },
          },
        });
      }
    });

    it('keeps a stored right of an uninstalled module, but never adds one', async () => {
      const { database, transactions } = access.app.get(Persistence);
      const gone = '_Nowhere::manage';
      for (const [path, wrapper, table] of [
        [ROLES, 'role', 'admin_role'],
        [INTEGRATIONS, 'integration', 'integration'],
      ] as const) {
        const made = { name: access.unique('kept'), resources: ['_Access::manage', '_Access::save'] };
        const { id } = await access.app.good('POST', path, { [wrapper]: made });
        const rename = `UPDATE ${table} SET resources = REPLACE(resources, '_Access::manage', ?) WHERE id = ?`;
        await transactions.write(() => database.run(rename, [gone, id]));
        const put = (resources: readonly string[]) =>
          access.call(access.root, 'PUT', `${path}/${id}`, { [wrapper]: { resources } });
        expect(await put([gone, '_Access::delete'])).toMatchObject({
          status: 200,
          body: { resources: [gone, '_Access::delete'] },
        });
        const refused = { status: 400, body: { parameters: { fieldName: 'resources' } } };
        expect(await put([gone, '_Nowhere::save'])).toMatchObject(refused);
        expect((await put(['_Access::delete'])).status).toBe(200);
        expect(await put([gone])).toMatchObject(refused);
      }
    });
  });

  describe('single rights', () => {
    const verbs: readonly (readonly [string, Verb, string, object | undefined])[] = [
      ['_Access::manage', 'GET', '/search?searchCriteria', undefined],
      ['_Access::manage', 'GET', '/999999', undefined],
      ['_Access::save', 'POST', '', {}],
      ['_Access::save', 'PUT', '/999999', {}],
      ['_Access::delete', 'DELETE', '/999999', undefined],
    ];

    it.each(ALL_ACCESS)('let an integration with only %s use its routes and no others', async (right) => {
      const token = await access.app.integrationToken(right);
      for (const path of [ADMINS, ROLES, INTEGRATIONS]) {
        for (const [needed, verb, rest, body] of verbs) {
          const { status, body: said } = await access.call(token, verb, path + rest, body);
          if (needed === right) expect([200, 400, 404]).toContain(status);
          else expect({ status, said }).toEqual({ status: 403, said: denied(needed) });
        }
      }
    });

    it('reject anonymous callers with 401 and customers with 403', async () => {
      const { token } = await access.app.customer();
      for (const [needed, verb, rest, body] of verbs) {
        expect(await access.call(undefined, verb, ADMINS + rest, body)).toMatchObject({
          status: 401,
          body: denied(needed),
        });
        expect(await access.call(token, verb, ADMINS + rest, body)).toMatchObject({
          status: 403,
          body: denied(needed),
        });
      }
    });

    it('of one area are granted by its ::all; those of other areas are not', async () => {
      const token = await access.app.integrationToken('_Access::all');
      expect((await access.call(token, 'GET', `${ROLES}/1`)).status).toBe(200);
      expect(await access.call(token, 'GET', '/rest/V1/commerce/websites/1')).toMatchObject({
        status: 403,
        body: denied('_Commerce::manage'),
      });
    });

    it('end with the next request once removed from the role', async () => {
      const admin = await access.admin(ALL_ACCESS);
      const token = await access.token(admin);
      expect((await access.call(token, 'GET', `${ROLES}/1`)).status).toBe(200);
      await access.app.good('PUT', `${ROLES}/${admin.role}`, { role: { resources: ['_Access::save'] } });
      expect((await access.call(token, 'GET', `${ROLES}/1`)).status).toBe(403);
    });
  });

  describe('integrations', () => {
    const make = (): Promise<number> => access.integration(['_Access::manage']);

    it('get a new token as a JSON string from rotate, and the old one stops working', async () => {
      const id = await make();
      const first = await access.rotate(id);
      expect(first.status).toBe(200);
      expect(first.text).toMatch(/^"[\w-]{43,}"$/);
      expect(await access.works(first.body)).toBe(true);
      const second = await access.rotate(id);
      expect(await access.works(first.body)).toBe(false);
      expect(await access.works(second.body)).toBe(true);
      expect(JSON.stringify((await access.call(access.root, 'GET', `${INTEGRATIONS}/${id}`)).body)).not.toContain(
        second.body,
      );
    });

    it('keep exactly one valid token after concurrent rotations', async () => {
      const id = await make();
      const answers = await Promise.all(Array.from({ length: 10 }, () => access.rotate(id)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const good = await Promise.all(answers.map(({ body }) => access.works(body)));
      expect(good.filter(Boolean)).toHaveLength(1);
    });

    it('store only the SHA-256 digest of the token', async () => {
      const { body: token } = await access.rotate(await make());
      const { database } = access.app.get(Persistence);
      const rows = await database.query<{ token_digest: string }>('SELECT token_digest FROM integration_account');
      const digest = createHash('sha256').update(token).digest('hex');
      expect(rows.map((row) => row.token_digest)).toContain(digest);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('reject their token as soon as they are deactivated or deleted', async () => {
      const id = await make();
      const { body: token } = await access.rotate(id);
      await access.app.good('PUT', `${INTEGRATIONS}/${id}`, { integration: { is_active: 0 } });
      expect(await access.works(token)).toBe(false);
      await access.app.good('PUT', `${INTEGRATIONS}/${id}`, { integration: { is_active: 1 } });
      expect(await access.works(token)).toBe(true);
      await access.app.good('DELETE', `${INTEGRATIONS}/${id}`);
      expect(await access.works(token)).toBe(false);
      expect((await access.rotate(id)).status).toBe(404);
    });

    it('accept rotate with no body or {}, but reject fields', async () => {
      const path = `${INTEGRATIONS}/${await make()}/rotate`;
      expect((await access.call(access.root, 'POST', path, {})).status).toBe(200);
      expect((await access.call(access.root, 'POST', path, { name: 'x' })).status).toBe(400);
    });
  });
});
