import {
  AccessHttp,
  ADMINS,
  ALL_ACCESS,
  denied,
  INTEGRATIONS,
  type MadeAdmin,
  PASSWORD,
  ROLES,
} from '../support/access-http.js';
import type { Answer } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('granting rights (wire.md §6)', (kind) => {
  let access: AccessHttp;
  let clerk: string;
  let clerkAccount: MadeAdmin;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind });
    clerkAccount = await access.admin([...ALL_ACCESS, '_Commerce::manage']);
    clerk = await access.token(clerkAccount);
  });

  afterAll(() => access.close());

  const expectDenied = (answer: Answer, right: string): void =>
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 403, body: denied(right) });

  it('rejects a new role or integration with rights that the caller lacks', async () => {
    for (const [path, wrapper] of [
      [ROLES, 'role'],
      [INTEGRATIONS, 'integration'],
    ] as const) {
      const post = (...resources: readonly string[]) =>
        access.call(clerk, 'POST', path, { [wrapper]: { name: access.unique('grant'), resources } });
      expect((await post('_Access::save', '_Commerce::manage')).status).toBe(200);
      expectDenied(await post('_Access::save', '_Commerce::save'), '_Commerce::save');
      expectDenied(await post('_Access::all'), '_Access::all');
      expectDenied(await post('Kontor::all'), 'Kontor::all');
    }
  });

  it("rejects adding rights that the caller lacks to a role, including the caller's own", async () => {
    for (const role of [clerkAccount.role, await access.role([])]) {
      const put = (resources: readonly string[]) =>
        access.call(clerk, 'PUT', `${ROLES}/${role}`, { role: { resources } });
      expectDenied(await put([...ALL_ACCESS, '_Commerce::manage', '_Commerce::save']), '_Commerce::save');
      expectDenied(await put(['Kontor::all']), 'Kontor::all');
    }
  });

  it('allows renaming and restricting an unassigned role with more rights, but not extending it', async () => {
    const role = await access.role(['_Commerce::all', '_Access::save']);
    const put = (fields: object) => access.call(clerk, 'PUT', `${ROLES}/${role}`, { role: fields });
    expect((await put({ name: access.unique('renamed') })).status).toBe(200);
    expect((await put({ resources: ['_Commerce::save', '_Access::save'] })).status).toBe(200);
    expectDenied(await put({ resources: ['_Commerce::save', '_Commerce::delete'] }), '_Commerce::delete');
  });

  it('rejects creating an administrator with a stronger role, or assigning one', async () => {
    const strong = await access.role(['_Access::save', '_Commerce::save']);
    const username = access.unique('made');
    const admin = { username, email: `${username}@example.com`, password: PASSWORD };
    expectDenied(await access.call(clerk, 'POST', ADMINS, { admin: { ...admin, role_id: strong } }), '_Commerce::save');
    expectDenied(await access.call(clerk, 'POST', ADMINS, { admin: { ...admin, role_id: 1 } }), 'Kontor::all');
    const asleep = { admin: { ...admin, role_id: strong, is_active: 0 } };
    expectDenied(await access.call(clerk, 'POST', ADMINS, asleep), '_Commerce::save');
    const own = await access.call(clerk, 'POST', ADMINS, { admin: { ...admin, role_id: clerkAccount.role } });
    expect(own.status).toBe(200);
    for (const id of [own.body.id, clerkAccount.id]) {
      expectDenied(
        await access.call(clerk, 'PUT', `${ADMINS}/${id}`, { admin: { role_id: strong } }),
        '_Commerce::save',
      );
      expectDenied(await access.call(clerk, 'PUT', `${ADMINS}/${id}`, { admin: { role_id: 1 } }), 'Kontor::all');
    }
  });

  it('rejects activating an administrator or integration with more rights than the caller', async () => {
    const sleeper = await access.admin(['_Commerce::save'], { is_active: 0 });
    const wake = (fields: object) => access.call(clerk, 'PUT', `${ADMINS}/${sleeper.id}`, { admin: fields });
    expectDenied(await wake({ is_active: 1 }), '_Commerce::save');
    expectDenied(await wake({ is_active: 1, role_id: clerkAccount.role }), '_Commerce::save');
    const equal = await access.admin(['_Commerce::manage'], { is_active: 0 });
    const woken = await access.call(clerk, 'PUT', `${ADMINS}/${equal.id}`, { admin: { is_active: 1 } });
    expect(woken.status).toBe(200);
    const integration = { name: access.unique('sleeper'), resources: ['_Commerce::save'], is_active: 0 };
    const { id } = await access.app.good('POST', INTEGRATIONS, { integration });
    expectDenied(
      await access.call(clerk, 'PUT', `${INTEGRATIONS}/${id}`, { integration: { is_active: 1 } }),
      '_Commerce::save',
    );
  });

  it('rejects setting the password of an administrator with more rights than the caller', async () => {
    const strong = await access.admin([...ALL_ACCESS, '_Commerce::save']);
    const weak = await access.admin(['_Access::save']);
    const put = (id: number, fields: object) => access.call(clerk, 'PUT', `${ADMINS}/${id}`, { admin: fields });
    expectDenied(await put(strong.id, { password: 'another password' }), '_Commerce::save');
    expectDenied(await put(strong.id, { password: 'another password', role_id: weak.role }), '_Commerce::save');
    expect((await access.signIn(strong.username)).status).toBe(200);
    expect((await put(weak.id, { password: 'another password' })).status).toBe(200);
    expect((await access.signIn(weak.username)).status).toBe(401);
    expect((await access.signIn(weak.username, 'another password')).status).toBe(200);
  });

  it.each(['end-sessions', 'unlock'])(
    'rejects %s for an administrator with more rights than the caller',
    async (what) => {
      const strong = await access.admin([...ALL_ACCESS, '_Commerce::save']);
      const weak = await access.admin(['_Commerce::manage']);
      const post = (id: number, token = clerk) => access.call(token, 'POST', `${ADMINS}/${id}/${what}`);
      const token = await access.token(strong);
      expectDenied(await post(strong.id), '_Commerce::save');
      expect(await access.works(token)).toBe(true);
      expect(await post(weak.id)).toMatchObject({ status: 200, body: true });
      expect((await post(999_999)).status).toBe(404);
      expectDenied(await post(weak.id, await access.token(await access.admin(['_Access::manage']))), '_Access::save');
    },
  );

  it('rejects rotating an integration with more rights, and adding rights that the caller lacks', async () => {
    const integration = { name: access.unique('strong'), resources: ['_Commerce::save'] };
    const { id } = await access.app.good('POST', INTEGRATIONS, { integration });
    expectDenied(await access.call(clerk, 'POST', `${INTEGRATIONS}/${id}/rotate`), '_Commerce::save');
    const equal = await access.integration(['_Commerce::manage']);
    const widened = { integration: { resources: ['_Commerce::manage', '_Commerce::delete'] } };
    expectDenied(await access.call(clerk, 'PUT', `${INTEGRATIONS}/${equal}`, widened), '_Commerce::delete');
  });

  it('rejects integrations as callers in the same way', async () => {
    const token = await access.app.integrationToken('_Access::save');
    const role = { name: access.unique('role'), resources: ['_Access::delete'] };
    expectDenied(await access.call(token, 'POST', ROLES, { role }), '_Access::delete');
  });
});
