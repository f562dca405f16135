import { SignInRefused } from '../../libs/kernel/index.js';
import { type OpenAccess, openAccess } from '../support/access.js';
import { AccessHttp, PASSWORD, ROLES } from '../support/access-http.js';
import { describeOnDatabases } from '../support/databases.js';

const ME = '/rest/V1/access/me/password';
const NEW = 'a better and longer password';

describeOnDatabases('PUT /V1/access/me/password (access.md)', (kind) => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
  });

  afterAll(() => access.close());

  const change = (token: string | undefined, current_password: unknown, password: unknown = NEW) =>
    access.call(token, 'PUT', ME, { current_password, password });

  it('sets a new password with the current one, whatever the role, and ends all tokens', async () => {
    const admin = await access.admin([]);
    const [token, other] = [await access.token(admin), await access.token(admin)];
    expect(await change(token, PASSWORD)).toMatchObject({ status: 200, body: true });
    expect(await Promise.all([token, other].map((one) => access.works(one)))).toEqual([false, false]);
    expect((await access.signIn(admin.username)).status).toBe(401);
    expect((await access.signIn(admin.username, NEW)).status).toBe(200);
  });

  it('returns 401 for a wrong current password, and locks after six', async () => {
    const admin = await access.admin([]);
    const token = await access.token(admin);
    for (let count = 0; count < 6; count += 1) expect((await change(token, 'wrong')).status).toBe(401);
    expect((await change(token, PASSWORD)).status).toBe(401);
    expect((await access.signIn(admin.username)).status).toBe(401);
    expect(await access.works(token)).toBe(true);
  });

  it('is only for administrators, and returns 400 for an invalid password or a missing field', async () => {
    const token = await access.token(await access.admin([]));
    expect((await change(undefined, PASSWORD)).status).toBe(401);
    expect((await change((await access.app.customer()).token, PASSWORD)).status).toBe(403);
    expect((await change(await access.app.integrationToken('Kontor::all'), PASSWORD)).status).toBe(403);
    expect((await change(token, PASSWORD, 'short')).status).toBe(400);
    expect((await access.call(token, 'PUT', ME, { password: NEW })).status).toBe(400);
    expect(await access.works(token)).toBe(true);
  });

  it("keeps the rights of the original setter, so a weaker setter's password is still lost", async () => {
    const clerk = await access.token(await access.admin(['_Access::save']));
    const role_id = await access.role([]);
    const username = access.unique('made');
    const admin = { username, email: `${username}@example.com`, role_id, password: PASSWORD };
    expect((await access.call(clerk, 'POST', '/rest/V1/access/admins', { admin })).status).toBe(200);
    expect((await change(await access.token({ username }), PASSWORD)).status).toBe(200);
    const own = await access.admin([]);
    expect((await change(await access.token(own), PASSWORD)).status).toBe(200);
    for (const role of [role_id, own.role])
      await access.app.good('PUT', `${ROLES}/${role}`, { role: { resources: ['_Commerce::save'] } });
    expect((await access.signIn(username, NEW)).status).toBe(401);
    expect((await access.signIn(own.username, NEW)).status).toBe(200);
  });
});

describeOnDatabases("concurrent changes of one's own password (access.md)", (kind) => {
  let access: OpenAccess;

  beforeEach(async () => {
    access = await openAccess(kind);
  });

  afterEach(() => access.close());

  const HOME = { address: 'home', isProxy: true };

  it('let one of several with the same current password succeed', async () => {
    const { id } = await access.manage.createAdmin({ username: 'ada', password: PASSWORD });
    const release = access.hashing.hold();
    const changes = ['first new one', 'second new one', 'third new one'].map((password) =>
      access.ownPassword.change(id, { password: PASSWORD, ...HOME }, password),
    );
    release();
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(SignInRefused);
  });

  it('do not overwrite a password that someone else has set meanwhile', async () => {
    const { id } = await access.manage.createAdmin({ username: 'ada', password: PASSWORD });
    const release = access.hashing.hold();
    const changed = access.ownPassword.change(id, { password: PASSWORD, ...HOME }, 'of the thief');
    while (access.hashing.verified.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await access.manage.setAdminPassword('ada', 'of the operator');
    release();
    await expect(changed).rejects.toBeInstanceOf(SignInRefused);
    expect((await access.admins.byId(id))?.passwordHash).toBe('cheap:of the operator');
  });
});
