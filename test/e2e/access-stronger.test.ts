import { RightMissing } from '../../libs/kernel/index.js';
import { actorWith, ROOT, SYSTEM } from '../../src/access/domain/rights.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { AccessHttp, ADMINS, ALL_ACCESS, denied, INTEGRATIONS, type MadeAdmin, ROLES } from '../support/access-http.js';
import type { Answer } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const STRONG = '_Commerce::save';
const OTHER = 'another long password';

describeOnDatabases('accounts with more rights than the caller (access.md, "Who may change whom")', (kind) => {
  let access: AccessHttp;
  let clerk: string;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind });
    clerk = await access.token(await access.admin(ALL_ACCESS));
  });

  afterAll(() => access.close());

  const expectDenied = (answer: Answer): void =>
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 403, body: denied(STRONG) });

  const put = (path: string, wrapper: string, fields: object, token = clerk): Promise<Answer> =>
    access.call(token, 'PUT', path, { [wrapper]: fields });

  it('cannot be renamed, moved, restricted, deactivated, deleted or given a password', async () => {
    const strong = await access.admin([STRONG]);
    const weak = await access.role([]);
    const before = await access.app.good('GET', `${ADMINS}/${strong.id}`);
    for (const fields of [
      { username: access.unique('renamed') },
      { email: `${access.unique('moved')}@example.com` },
      { role_id: weak },
      { is_active: 0 },
      { password: OTHER },
      { role_id: weak, password: OTHER },
      {},
    ])
      expectDenied(await put(`${ADMINS}/${strong.id}`, 'admin', fields));
    expectDenied(await access.call(clerk, 'DELETE', `${ADMINS}/${strong.id}`));
    expect(await access.app.good('GET', `${ADMINS}/${strong.id}`)).toEqual(before);
    expect((await access.signIn(strong.username)).status).toBe(200);
  });

  it('protect their role from renaming and restricting, even while inactive', async () => {
    for (const fields of [{}, { is_active: 0 }]) {
      const { role } = await access.admin([STRONG, '_Access::save'], fields);
      expectDenied(await put(`${ROLES}/${role}`, 'role', { name: access.unique('renamed') }));
      expectDenied(await put(`${ROLES}/${role}`, 'role', { resources: ['_Access::save'] }));
    }
  });

  it('cannot be renamed, restricted, deactivated, rotated or deleted as integrations', async () => {
    const id = await access.integration([STRONG]);
    const { body: token } = await access.rotate(id);
    for (const fields of [{ name: access.unique('renamed') }, { resources: [] }, { is_active: 0 }])
      expectDenied(await put(`${INTEGRATIONS}/${id}`, 'integration', fields));
    expectDenied(await access.rotate(id, clerk));
    expectDenied(await access.call(clerk, 'DELETE', `${INTEGRATIONS}/${id}`));
    expect(await access.works(token)).toBe(true);
  });

  it('do not include accounts with equal or fewer rights, which can be changed and deleted', async () => {
    const equal = await access.admin(['_Access::save']);
    expect((await put(`${ADMINS}/${equal.id}`, 'admin', { password: OTHER, is_active: 0 })).status).toBe(200);
    expect((await put(`${ROLES}/${equal.role}`, 'role', { name: access.unique('renamed') })).status).toBe(200);
    expect((await access.call(clerk, 'DELETE', `${ADMINS}/${equal.id}`)).status).toBe(200);
    const integration = await access.integration(['_Access::manage']);
    expect((await put(`${INTEGRATIONS}/${integration}`, 'integration', { resources: [] })).status).toBe(200);
    expect((await access.call(clerk, 'DELETE', `${INTEGRATIONS}/${integration}`)).status).toBe(200);
  });

  describe('a password or token set by a caller with fewer rights', () => {
    /** An administrator with a password set by the clerk, and a token. */
    const ofClerk = async (): Promise<MadeAdmin & { readonly token: string }> => {
      const role = await access.role(['_Access::manage']);
      const username = access.unique('made');
      const admin = { username, email: `${username}@example.com`, role_id: role, password: OTHER };
      const made = await access.call(clerk, 'POST', ADMINS, { admin });
      return { id: made.body.id, username, role, token: (await access.signIn(username, OTHER)).body };
    };

    const expectLost = async ({ username, token }: { username: string; token: string }): Promise<void> => {
      expect((await access.signIn(username, OTHER)).status).toBe(401);
      expect(await access.works(token)).toBe(false);
    };

    it('is lost when the account gets a stronger role', async () => {
      const made = await ofClerk();
      const role_id = await access.role(['_Access::manage', STRONG]);
      expect((await put(`${ADMINS}/${made.id}`, 'admin', { role_id }, access.root)).status).toBe(200);
      await expectLost(made);
      // Returning to the weaker role does not restore the password; only setting a new one does.
      await put(`${ADMINS}/${made.id}`, 'admin', { role_id: made.role }, access.root);
      await expectLost(made);
      await put(`${ADMINS}/${made.id}`, 'admin', { password: 'a third long password' }, access.root);
      expect((await access.signIn(made.username, 'a third long password')).status).toBe(200);
    });

    it('is lost for all accounts of a role that becomes stronger', async () => {
      const made = await ofClerk();
      const username = access.unique('second');
      const second = { username, email: `${username}@example.com`, role_id: made.role, password: OTHER };
      await access.call(clerk, 'POST', ADMINS, { admin: second });
      const third = { ...second, username: access.unique('third'), email: `${access.unique('third')}@example.com` };
      await access.app.good('POST', ADMINS, { admin: third });
      const token = (await access.signIn(username, OTHER)).body;
      await put(`${ROLES}/${made.role}`, 'role', { resources: ['_Access::manage', STRONG] }, access.root);
      await expectLost(made);
      await expectLost({ username, token });
      expect((await access.signIn(third.username, OTHER)).status).toBe(200);
    });

    it("is kept if the account is renamed, loses a right or gains one of the setter's", async () => {
      const made = await ofClerk();
      await put(`${ADMINS}/${made.id}`, 'admin', { email: `${access.unique('mail')}@example.com` }, access.root);
      await put(`${ROLES}/${made.role}`, 'role', { resources: ALL_ACCESS }, access.root);
      await put(`${ROLES}/${made.role}`, 'role', { resources: ['_Access::manage'] }, access.root);
      expect(await access.works(made.token)).toBe(true);
      expect((await access.signIn(made.username, OTHER)).status).toBe(200);
    });

    it('is kept if the same request sets a new one, whose setter then counts', async () => {
      const made = await ofClerk();
      const role_id = await access.role([STRONG]);
      await put(`${ADMINS}/${made.id}`, 'admin', { role_id, password: 'the right one' }, access.root);
      expect((await access.signIn(made.username, 'the right one')).status).toBe(200);
      await put(`${ROLES}/${role_id}`, 'role', { resources: [ROOT] }, access.root);
      expect((await access.signIn(made.username, 'the right one')).status).toBe(200);
    });

    it('is lost when an integration gains a right, unless a stronger caller rotated the token', async () => {
      const id = await access.integration(['_Access::manage']);
      const { body: weak } = await access.rotate(id, clerk);
      await put(
        `${INTEGRATIONS}/${id}`,
        'integration',
        { resources: ['_Access::manage', '_Access::save'] },
        access.root,
      );
      expect(await access.works(weak)).toBe(true);
      await put(`${INTEGRATIONS}/${id}`, 'integration', { resources: ['_Access::manage', STRONG] }, access.root);
      expect(await access.works(weak)).toBe(false);
      const { body: strong } = await access.rotate(id);
      await put(`${INTEGRATIONS}/${id}`, 'integration', { resources: [ROOT] }, access.root);
      expect(await access.works(strong)).toBe(true);
    });
  });
});

describeOnDatabases('concurrent changes of rights and passwords (access.md, "Who may change whom")', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await openAccess(kind);
    await access.manage.createAdmin({ username: 'root', password: OTHER });
  });

  afterEach(() => access.close());

  /** The account's rights, its password and the rights of the password's setter. */
  const standing = async (username: string) => {
    const account = await access.admins.byUsername(username);
    return { resources: account?.resources, password: account?.passwordHash, setter: account?.setterRights };
  };

  const clerkOf = async (resources: readonly string[]) => {
    const role = await access.manage.createRole('Clerks', resources);
    const { id } = await access.manage.createAdmin({ username: 'clerk', password: OTHER, role: 'Clerks' });
    return { id, role: role.id, actor: actorWith('admin', id, resources) };
  };

  it.each([1, 2, 3, 4, 5])(
    'leave no password to an account with a right that its setter lacks (round %i)',
    async () => {
      const clerk = await clerkOf(['_Access::save']);
      const [weak, strong] = [
        await access.manage.createRole('Weak', []),
        await access.manage.createRole('Strong', ['_Pricing::calculate']),
      ];
      const { id } = await access.manage.createAdmin({ username: 'victim', password: OTHER, role: 'Weak' });
      const [set, promoted] = await Promise.allSettled([
        access.administrators.as(clerk.actor).update(id, { password: 'known to the clerk' }),
        access.administrators.as(SYSTEM).update(id, { role_id: strong.id }),
      ]);
      expect(promoted.status).toBe('fulfilled');
      const after = await standing('victim');
      expect(after.resources).toEqual(['_Pricing::calculate']);
      expect(after.password).not.toBe('cheap:known to the clerk');
      if (set.status === 'rejected') expect(set.reason).toBeInstanceOf(RightMissing);
      expect(weak.id).not.toBe(strong.id);
    },
  );

  it.each([1, 2, 3, 4, 5])(
    'leave no token to an integration with a right that its setter lacks (round %i)',
    async () => {
      const clerk = await clerkOf(['_Access::save']);
      const { id } = await access.integrations.as(SYSTEM).create({ name: 'ERP', resources: [] });
      const [rotated] = await Promise.allSettled([
        access.integrations.rotate(clerk.actor, id),
        access.integrations.as(SYSTEM).update(id, { resources: ['_Pricing::calculate'] }),
      ]);
      if (rotated.status === 'fulfilled') expect(await access.recognise.bearer(rotated.value)).toBeUndefined();
      else expect(rotated.reason).toBeInstanceOf(RightMissing);
    },
  );

  it("use the caller's present rights, not those at the time of the token check", async () => {
    const clerk = await clerkOf(['_Access::save', '_Pricing::calculate']);
    const { id } = await access.integrations.as(SYSTEM).create({ name: 'ERP', resources: ['_Pricing::calculate'] });
    await access.roles.as(SYSTEM).update(clerk.role, { resources: ['_Access::save'] });
    await expect(access.integrations.rotate(clerk.actor, id)).rejects.toThrow('_Pricing::calculate');
    await access.roles.as(SYSTEM).update(clerk.role, { resources: ['_Pricing::calculate'] });
    await expect(access.integrations.rotate(clerk.actor, id)).rejects.toThrow('_Access::save');
    await access.administrators.as(SYSTEM).update(clerk.id, { is_active: 0 });
    await expect(access.integrations.rotate(clerk.actor, id)).rejects.toThrow('self');
  });

  it('do not count an administrator without a password as a remaining administrator', async () => {
    const clerk = await clerkOf(['_Access::save']);
    await access.manage.createRole('Weak', []);
    const made = await access.administrators.as(clerk.actor).create({
      username: 'made',
      email: 'made@example.com',
      password: OTHER,
      role_id: (await access.manage.createRole('Free', [])).id,
    });
    await access.administrators.as(SYSTEM).update(made.id, { role_id: 1 });
    expect((await standing('made')).password).toBeNull();
    expect(await access.admins.countHolding(ROOT)).toBe(1);
    await expect(access.manage.deactivateAdmin('root')).rejects.toThrow('The last active administrator');
    await access.manage.setAdminPassword('made', OTHER);
    await access.manage.deactivateAdmin('root');
  });

  it('delete a password with an unknown setter at the first right that the account gains', async () => {
    const clerk = await clerkOf(['_Access::save']);
    const { database, transactions } = access.persistence;
    await transactions.write(() => database.run('UPDATE admin_account SET setter_rights = NULL'));
    await access.roles.as(SYSTEM).update(clerk.role, { resources: [] });
    expect((await standing('clerk')).password).toBe(`cheap:${OTHER}`);
    await access.roles.as(SYSTEM).update(clerk.role, { resources: ['_Access::manage'] });
    expect((await standing('clerk')).password).toBeNull();
  });
});
