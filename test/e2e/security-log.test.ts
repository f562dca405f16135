import { Clock } from '../../libs/kernel/index.js';
import { Persistence } from '../../libs/database/index.js';
import { AccessHttp, ADMINS, ALL_ACCESS, INTEGRATIONS, PASSWORD, ROLES } from '../support/access-http.js';
import type { LogLine } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const CUSTOMERS = '/rest/V1/commerce/customers';

describeOnDatabases('the security log (operations.md, "Logs")', (kind) => {
  let access: AccessHttp;
  let isOpen = false;

  beforeEach(async () => {
    access = await AccessHttp.start({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
    isOpen = true;
  });

  afterEach(() => (isOpen ? access.close() : undefined));

  const lines = (event?: string): readonly LogLine[] =>
    access.app.logs.all.filter((line) => line.msg === 'security' && (event === undefined || line['event'] === event));

  const HEADERS = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'asked-by-a-test' };
  const signIn = (username: string, password: string, headers: Readonly<Record<string, string>> = HEADERS) =>
    access.app.call('POST', '/rest/V1/integration/admin/token', { username, password }, undefined, headers);

  it('has one line per address for refused sign-ins and lockouts, and the count at shutdown', async () => {
    const { id, username } = await access.admin([]);
    // One attempt per second, because the server rejects attempts after five failures per second.
    const began = Date.now();
    for (let count = 0; count < 6; count += 1) {
      jest.spyOn(access.app.get<Clock>(Clock), 'now').mockReturnValue(new Date(began + 1000 * count));
      expect((await signIn(username, 'wrong')).status).toBe(401);
    }
    const address = {
      level: 'warn',
      msg: 'security',
      context: 'security',
      address: '203.0.113.7',
      caller: 'nobody',
      id: 'asked-by-a-test',
      operation: 'POST /rest/V1/integration/admin/token',
      account: `admin:${id}`,
      count: 1,
    };
    expect(lines('sign_in_refused')).toEqual([{ ...address, event: 'sign_in_refused', time: expect.any(String) }]);
    expect(lines('locked_out')).toEqual([{ ...address, event: 'locked_out', time: expect.any(String) }]);
    const { logs } = access.app;
    await access.close();
    isOpen = false;
    const counted = logs.all.filter((line) => line['event'] === 'sign_in_refused').at(-1);
    expect(counted).toMatchObject({ count: 6, account: `admin:${id}`, since: expect.any(String) });
  });

  it('contains a change with an Idempotency-Key once, even if its transaction is retried', async () => {
    const token = await access.app.adminToken();
    const { id } = await access.app.good('POST', ROLES, { role: { name: 'told once', resources: [] } });
    const { changes } = access.app.get<Persistence>(Persistence);
    const beforeCommit = changes.beforeCommit.bind(changes);
    let commits = 0;
    changes.beforeCommit = (scope) => {
      // Skips background transactions, which change no record.
      if (scope.audit.isEmpty) return beforeCommit(scope);
      commits += 1;
      if (commits === 1) throw Object.assign(new Error('a deadlock'), { errno: 1213, sqlState: '40001' });
      return beforeCommit(scope);
    };
    const body = { role: { name: 'told once indeed' } };
    const { status } = await access.app.call('PUT', `${ROLES}/${id}`, body, token, { 'idempotency-key': 'told-once' });
    expect([status, commits]).toEqual([200, 2]);
    expect(lines('account_changed').filter(({ account }) => account === `role:${id}`)).toHaveLength(1);
  });

  it('contains 429 responses, and missing rights once per caller and operation', async () => {
    const admin = await access.admin(['_Access::manage']);
    const token = await access.token(admin);
    for (const from of ['203.0.113.8', '203.0.113.9'])
      for (const path of [ROLES, `${ROLES}/1`, `${ROLES}/2`])
        await access.app.call(path === ROLES ? 'POST' : 'PUT', path, { role: { name: 'x' } }, token, {
          'x-forwarded-for': from,
        });
    expect(
      lines('right_missing').map(({ operation, caller, address, right }) => ({ operation, caller, address, right })),
    ).toEqual([
      {
        operation: 'POST /rest/V1/access/roles',
        caller: `admin:${admin.id}`,
        address: '203.0.113.8',
        right: '_Access::save',
      },
      {
        operation: 'PUT /rest/V1/access/roles/:id',
        caller: `admin:${admin.id}`,
        address: '203.0.113.8',
        right: '_Access::save',
      },
    ]);
    // Freezes the time, so that all attempts are within one second.
    jest.spyOn(access.app.get<Clock>(Clock), 'now').mockReturnValue(new Date());
    for (let count = 0; count < 5; count += 1) expect((await signIn('nobody', 'wrong')).status).toBe(401);
    expect((await signIn('nobody', 'wrong')).status).toBe(429);
    expect(lines('too_many_requests')).toMatchObject([
      { level: 'warn', address: '203.0.113.7', caller: 'nobody', operation: 'POST /rest/V1/integration/admin/token' },
    ]);
  });

  it('contains each change of an account, role, integration, password or token', async () => {
    const clerk = await access.admin(ALL_ACCESS);
    const token = await access.token(clerk);
    const call = async (verb: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const answer = await access.app.call(verb, path, body, token, HEADERS);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      return answer.body as { readonly id: number };
    };
    const from = access.app.logs.all.length;
    const { id: role } = await call('POST', ROLES, { role: { name: 'r', resources: [] } });
    const admin = { username: 'made', email: 'made@example.com', role_id: role, password: PASSWORD };
    const { id } = await call('POST', ADMINS, { admin });
    await call('PUT', `${ADMINS}/${id}`, { admin: { email: 'moved@example.com', is_active: 1 } });
    await call('PUT', `${ADMINS}/${id}`, { admin: { password: 'another long password' } });
    const { id: integration } = await call('POST', INTEGRATIONS, { integration: { name: 'i', resources: [] } });
    await call('POST', `${INTEGRATIONS}/${integration}/rotate`);
    const { id: other } = await call('POST', INTEGRATIONS, { integration: { name: 'without a token', resources: [] } });
    await access.app.good('PUT', `${INTEGRATIONS}/${other}`, { integration: { resources: ['_Commerce::save'] } });
    const clerks = 'the token goes with a right that the clerk has not';
    await access.app.good('PUT', `${INTEGRATIONS}/${integration}`, { integration: { resources: ['_Commerce::save'] } });
    await access.app.good('PUT', `${ROLES}/${role}`, { role: { resources: ['_Commerce::save'], name: clerks } });
    await access.app.good('DELETE', `${ADMINS}/${id}`);
    const logged = access.app.logs.all.slice(from).filter(({ msg }) => msg === 'security');
    expect(logged.map(({ event, account, fields, level }) => [level, event, account, fields])).toEqual([
      ['info', 'account_created', `role:${role}`, undefined],
      ['info', 'account_created', `admin:${id}`, undefined],
      ['info', 'account_changed', `admin:${id}`, ['email', 'is_active']],
      ['info', 'account_changed', `admin:${id}`, ['password']],
      ['info', 'password_changed', `admin:${id}`, undefined],
      ['info', 'account_created', `integration:${integration}`, undefined],
      ['info', 'token_rotated', `integration:${integration}`, undefined],
      ['info', 'account_created', `integration:${other}`, undefined],
      ['info', 'account_changed', `integration:${other}`, ['resources']],
      ['info', 'account_changed', `integration:${integration}`, ['resources']],
      ['info', 'token_lost', `integration:${integration}`, undefined],
      ['info', 'account_changed', `role:${role}`, ['name', 'resources']],
      ['info', 'password_lost', `admin:${id}`, undefined],
      ['info', 'account_deleted', `admin:${id}`, undefined],
    ]);
    expect(logged[0]).toMatchObject({
      caller: `admin:${clerk.id}`,
      address: '203.0.113.7',
      id: 'asked-by-a-test',
      operation: 'POST /rest/V1/access/roles',
    });
  });

  it("contains changes of customers' passwords, and names the operator as caller", async () => {
    const customer = (email: string) => ({ customer: { email, password: 'a long password' } });
    const { id } = await access.app.good('POST', CUSTOMERS, customer('a@example.com'));
    await access.app.good('POST', CUSTOMERS, customer('b@example.com'));
    await access.app.good('PUT', `${CUSTOMERS}/${id}`, { customer: { first_name: 'Ada' } });
    await access.app.good('PUT', `${CUSTOMERS}/${id}`, { customer: { password: 'another long one' } });
    expect(
      lines('customer_password_changed').map(({ operation, account, level }) => [operation, account, level]),
    ).toEqual([
      ['POST /rest/V1/commerce/customers', `customer:${id}`, 'info'],
      ['PUT /rest/V1/commerce/customers/:id', `customer:${id}`, 'info'],
    ]);
    await access.app.integrationToken('_Commerce::save');
    expect(lines('token_rotated')).toMatchObject([{ caller: 'operator' }]);
  });

  it('contains no secret that a caller sends', async () => {
    const secrets = ['a password typed as a name', 'wrong secret', PASSWORD, 'a brand new password'];
    await signIn(secrets[0] ?? '', secrets[1] ?? '');
    const admin = await access.admin([]);
    const token = await access.token(admin);
    await access.call(token, 'PUT', '/rest/V1/access/me/password', {
      current_password: PASSWORD,
      password: secrets[3],
    });
    const { body: rotated } = await access.rotate(await access.integration([]));
    const text = JSON.stringify(access.app.logs.all);
    expect(lines().length).toBeGreaterThan(4);
    for (const secret of [...secrets, token, rotated]) expect(text).not.toContain(secret);
  });
});
