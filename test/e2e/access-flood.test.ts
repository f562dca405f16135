import { setTimeout as delay } from 'node:timers/promises';
import { HASHES_PER_ADDRESS, Passwords } from '../../src/access/application/passwords.js';
import { PasswordHashing } from '../../src/access/ports/secrets.js';
import { AccessHttp, PASSWORD } from '../support/access-http.js';
import { describeOnDatabases } from '../support/databases.js';

const TOKEN = '/rest/V1/integration/admin/token';
const CONNECTIONS = 24;
/** Half of the pool is for writes, so that no sign-in waits for a connection even on a busy machine. */
const POOL = 60;
const SIGN_INS = 12;
const WRONG = 'wrong password';
/** Pause between attempts of a connection. The attack shares the server's process and must not starve itself. */
const PAUSE_MS = 50;

describeOnDatabases('password attempts over many connections from one address (access.md, "Signing in")', (kind) => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({
      database: kind,
      settings: { TRUST_PROXY: 'loopback', DATABASE_POOL: String(POOL) },
    });
  });

  afterAll(() => access.close());

  const signIn = (username: string, password: string, from: string) =>
    access.app.call('POST', TOKEN, { username, password }, undefined, { 'x-forwarded-for': from });

  /** For each right password: the number of wrong ones whose check started while it waited. */
  const countOvertaken = (): readonly number[] => {
    const [passwords, hashing] = [
      access.app.get<Passwords>(Passwords),
      access.app.get<PasswordHashing>(PasswordHashing),
    ];
    const [wait, check] = [passwords.verify.bind(passwords), hashing.verify.bind(hashing)];
    const counts: number[] = [];
    let wrong = 0;
    let before = 0;
    passwords.verify = (hash, password, share) => {
      if (password === PASSWORD) before = wrong;
      return wait(hash, password, share);
    };
    hashing.verify = (hash, password) => {
      if (password === PASSWORD) counts.push(wrong - before);
      else wrong += 1;
      return check(hash, password);
    };
    return counts;
  };

  it('delay other sign-ins by no more checks than one address may run at once', async () => {
    const { username } = await access.admin([]);
    const counts = countOvertaken();
    let attacks = true;
    const answered: number[] = [];
    const attack = async (connection: number): Promise<void> => {
      for (let count = 0; attacks; count += 1) {
        const name = `${username}${connection % 3 === 0 ? '' : count}`;
        const { status, body } = await signIn(name, WRONG, '203.0.113.6');
        answered.push(status);
        await delay(PAUSE_MS);
        if (status === 429) expect(body.message).toMatch(/from this address/);
      }
    };
    const statuses: number[] = [];
    const attackers = Array.from({ length: CONNECTIONS }, (_, connection) => attack(connection));
    try {
      for (let count = 0; count < SIGN_INS || answered.length <= CONNECTIONS; count += 1)
        statuses.push((await signIn(username, PASSWORD, `198.51.100.${count % 250}`)).status);
    } finally {
      attacks = false;
      await Promise.all(attackers);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(counts).toHaveLength(statuses.length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(HASHES_PER_ADDRESS);
    expect(new Set(answered)).toEqual(new Set([401, 429]));
  });
});
