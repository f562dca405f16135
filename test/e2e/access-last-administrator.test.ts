import { InputRefused } from '../../libs/kernel/index.js';
import type { Input } from '../../libs/records/index.js';
import type { AdminRecord } from '../../src/access/index.js';
import { ROOT, SYSTEM } from '../../src/access/domain/rights.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { describeOnDatabases } from '../support/databases.js';

const PASSWORD = 'a long enough password';
const REFUSAL =
  'The last active administrator with the right Kontor::all cannot be deleted, deactivated or restricted.';

describeOnDatabases('the last administrator with Kontor::all (wire.md §6)', (kind) => {
  let access: OpenAccess;
  let ada: AdminRecord;
  let clerks: number;

  beforeEach(async () => {
    access = await openAccess(kind);
    ada = await access.manage.createAdmin({ username: 'ada', password: PASSWORD });
    clerks = (await access.manage.createRole('Clerks', ['_Access::save', '_Pricing::calculate'])).id;
  });

  afterEach(() => access.close());

  const admins = () => access.administrators.as(SYSTEM);
  const roles = () => access.roles.as(SYSTEM);
  const update = (id: number, input: Input) => admins().update(id, input);

  const another = (username: string): Promise<AdminRecord> =>
    access.manage.createAdmin({ username, password: PASSWORD });

  const refused = async (work: Promise<unknown>): Promise<void> => {
    await expect(work).rejects.toThrow(REFUSAL);
    expect(await access.admins.countHolding(ROOT)).toBe(1);
    expect((await admins().get(ada.id)).isActive).toBe(1);
  };

  it('cannot be deleted, deactivated or given another role', async () => {
    await refused(admins().remove(ada.id));
    await refused(update(ada.id, { is_active: 0 }));
    await refused(update(ada.id, { role_id: clerks }));
    await refused(access.manage.deactivateAdmin('ada'));
  });

  it('cannot lose Kontor::all through a change of the role', async () => {
    await refused(roles().update(ada.roleId, { resources: ['_Access::all'] }));
    expect((await roles().update(ada.roleId, { resources: [ROOT, '_Access::all'] })).resources).toContain(ROOT);
  });

  it('can be renamed and get another password or another role with Kontor::all', async () => {
    const owners = await access.manage.createRole('Owners', [ROOT]);
    await update(ada.id, { username: 'eve', password: 'another long password', role_id: owners.id });
    expect((await admins().get(ada.id)).username).toBe('eve');
  });

  it("stays protected if others are inactive, have another role or only an area's rights", async () => {
    await update((await another('asleep')).id, { is_active: 0 });
    await access.manage.createAdmin({ username: 'clerk', password: PASSWORD, role: 'Clerks' });
    await access.manage.createRole('Area', ['_Access::all']);
    await access.manage.createAdmin({ username: 'area', password: PASSWORD, role: 'Area' });
    await refused(update(ada.id, { is_active: 0 }));
  });

  it('can be deleted, deactivated or restricted once there is another', async () => {
    const eve = await another('eve');
    await update(ada.id, { role_id: clerks });
    await update(ada.id, { role_id: eve.roleId });
    await update(ada.id, { is_active: 0 });
    await admins().remove(ada.id);
    expect(await access.admins.countHolding(ROOT)).toBe(1);
  });

  it('is not required where none existed before', async () => {
    const empty = await openAccess(kind);
    try {
      await empty.manage.createRole('Clerks', ['_Access::save']);
      const clerk = await empty.manage.createAdmin({ username: 'clerk', password: PASSWORD, role: 'Clerks' });
      await empty.administrators.as(SYSTEM).remove(clerk.id);
    } finally {
      await empty.close();
    }
  });

  describe('after concurrent changes', () => {
    /** Runs all at once and returns the number of rejections, which must all name the rule. */
    const race = async (...works: readonly (() => Promise<unknown>)[]): Promise<number> => {
      const outcomes = await Promise.allSettled(works.map((work) => work()));
      const reasons: unknown[] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      for (const reason of reasons) {
        expect(reason).toBeInstanceOf(InputRefused);
        expect(String(reason)).toContain(REFUSAL);
      }
      return reasons.length;
    };

    it.each([1, 2, 3, 4, 5])('still exists when two remove each other (round %i)', async () => {
      const eve = await another('eve');
      expect(
        await race(
          () => admins().remove(ada.id),
          () => admins().remove(eve.id),
        ),
      ).toBe(1);
      expect(await access.admins.countHolding(ROOT)).toBe(1);
    });

    it('still exists when each of many deletes, deactivates or restricts another', async () => {
      const others = await Promise.all(['b', 'c', 'd', 'e', 'f', 'g'].map(another));
      const works = [ada, ...others].map(({ id }, index) => () => {
        if (index % 3 === 0) return admins().remove(id);
        return update(id, index % 3 === 1 ? { is_active: 0 } : { role_id: clerks });
      });
      expect(await race(...works)).toBe(1);
      expect(await access.admins.countHolding(ROOT)).toBe(1);
    });

    it("still exists when one loses the role and the other's role loses the right", async () => {
      const owners = await access.manage.createRole('Owners', [ROOT]);
      const eve = await access.manage.createAdmin({ username: 'eve', password: PASSWORD, role: 'Owners' });
      expect(
        await race(
          () => update(ada.id, { role_id: clerks }),
          () => roles().update(owners.id, { resources: ['_Access::all'] }),
        ),
      ).toBe(1);
      expect(await access.admins.countHolding(ROOT)).toBe(1);
      expect((await admins().get(eve.id)).isActive).toBe(1);
    });
  });

  it('adds one change log version per change of access, as others do', async () => {
    const loggedBy = async (work: () => Promise<unknown>) => {
      const before = await access.persistence.changes.version();
      await work();
      return (await access.persistence.changes.since(before, 100)).map(({ version, scope, id }) => [
        version - before,
        scope,
        id,
      ]);
    };
    const eve = await another('eve');
    expect(await loggedBy(() => update(eve.id, { role_id: clerks }))).toEqual([[1, 'account', eve.id]]);
    expect(await loggedBy(() => update(eve.id, { password: 'another long password' }))).toEqual([
      [1, 'account', eve.id],
    ]);
    expect(await loggedBy(() => access.revoke.ofAdmin(eve.id))).toEqual([[1, 'account', eve.id]]);
    expect(await loggedBy(() => roles().update(clerks, { resources: [] }))).toEqual([[1, 'account', null]]);
    expect(await loggedBy(() => update(eve.id, { username: 'evelyn' }))).toEqual([]);
    expect(await loggedBy(() => admins().remove(eve.id))).toEqual([[1, 'account', eve.id]]);
  });
});

describeOnDatabases('accounts managed by the operator (running.md)', (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await openAccess(kind);
  });

  afterEach(() => access.close());

  const signIn = (username: string, password: string) => access.signIn.admin({ username, password, address: 'home' });

  it('include a first administrator with Kontor::all, created only if there is none', async () => {
    expect(await access.firstAdministrator.ensure('Ada', PASSWORD)).toBe(true);
    expect(await access.admins.countHolding(ROOT)).toBe(1);
    expect(await access.recognise.bearer(await signIn('ada', PASSWORD))).toMatchObject({ kind: 'admin' });
    expect(await access.firstAdministrator.ensure('Ada', 'another long password')).toBe(false);
    expect(await access.firstAdministrator.ensure('Eve', PASSWORD)).toBe(false);
    await expect(signIn('eve', PASSWORD)).rejects.toThrow();
  });

  it('get one first administrator when many processes start at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => access.firstAdministrator.ensure('ada', PASSWORD)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await access.manage.listAdmins()).toHaveLength(1);
  });

  it('reject an invalid ADMIN_PASSWORD at once with the reason', async () => {
    await expect(access.firstAdministrator.ensure('ada', 'short')).rejects.toThrow('ADMIN_PASSWORD');
  });

  it('recreate the Administrators role if it was deleted', async () => {
    await access.roles.as(SYSTEM).remove(1);
    await access.manage.createAdmin({ username: 'ada', password: PASSWORD });
    expect(await access.manage.listRoles()).toMatchObject([{ name: 'Administrators', resources: [ROOT] }]);
  });

  it('let administrators be created, listed, given a password and deactivated by name', async () => {
    await access.manage.createAdmin({ username: 'ada', password: PASSWORD });
    await access.manage.createRole('Clerks', ['_Access::manage']);
    await access.manage.createAdmin({ username: 'Zoë O’Hara', password: PASSWORD, role: 'Clerks' });
    const listed = await access.manage.listAdmins();
    expect(listed.map(({ username }) => username)).toEqual(['ada', 'Zoë O’Hara']);
    expect(JSON.stringify(listed)).not.toContain(PASSWORD);
    const before = await signIn('zoë o’hara', PASSWORD);
    await access.manage.setAdminPassword('ZOË O’HARA', 'another long password');
    expect(await access.recognise.bearer(before)).toBeUndefined();
    const after = await signIn('zoë o’hara', 'another long password');
    expect(await access.recognise.bearer(after)).toBeDefined();
    await access.manage.deactivateAdmin('zoë o’hara');
    expect(await access.recognise.bearer(after)).toBeUndefined();
  });

  it('reject unknown names', async () => {
    await expect(access.manage.createAdmin({ username: 'x', password: PASSWORD, role: 'Nobodies' })).rejects.toThrow(
      'Nobodies',
    );
    await expect(access.manage.setAdminPassword('x', PASSWORD)).rejects.toThrow('username = x');
    await expect(access.manage.rotateIntegration('x')).rejects.toThrow('name = x');
    await expect(access.manage.createRole('x', ['_Nowhere::save'])).rejects.toThrow('_Nowhere::save');
  });

  it('let integrations be created with a token, rotated and revoked by name', async () => {
    const { token, record } = await access.manage.createIntegration('ERP', ['_Pricing::calculate']);
    expect(await access.recognise.bearer(token)).toMatchObject({ kind: 'integration', id: record.id });
    const rotated = await access.manage.rotateIntegration('ERP');
    expect(await access.recognise.bearer(token)).toBeUndefined();
    expect(await access.recognise.bearer(rotated)).toMatchObject({ id: record.id });
    const { consumerKey } = await access.manage.makeOAuthCredentials('ERP');
    expect(await access.oauthAccounts.byConsumerKey(consumerKey)).toMatchObject({ accessSecret: expect.any(String) });
    await access.manage.revokeIntegration('ERP');
    expect(await access.recognise.bearer(rotated)).toBeUndefined();
    // Its OAuth secrets are deleted too, so it can no longer sign requests.
    expect((await access.oauthAccounts.byConsumerKey(consumerKey))?.accessSecret ?? null).toBeNull();
    expect(await access.recognise.bearer(await access.manage.rotateIntegration('ERP'))).toBeDefined();
    expect(await access.manage.listIntegrations()).toEqual([record]);
  });

  it('are all listed, whatever their number', async () => {
    for (let index = 0; index < 305; index += 1) await access.manage.createRole(`role ${index}`, []);
    expect(await access.manage.listRoles()).toHaveLength(306);
  });
});
