import { setTimeout as delay } from 'node:timers/promises';
import { AccessHttp, PASSWORD } from '../support/access-http.js';
import { describeOnDatabases } from '../support/databases.js';
import { inThisTrial, measures } from '../support/measured.js';

measures();

const TOKEN = '/rest/V1/integration/admin/token';
const CONNECTIONS = 60;
const SIGN_INS = 12;
/** Between the attempts of a connection: the attack runs in the same process, and is to wait for the server, not for itself. */
const PAUSE_MS = 50;
/** A check takes some 30 ms. */
const PATIENCE_MS = 5000;
/** On a machine that does much else at the same time: so many times as long as without the attack. */
const PATIENCE_FACTOR = 50;

describeOnDatabases('60 connections of one address try passwords (access.md, "Signing in")', (kind) => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
  });

  afterAll(() => access.close());

  const signIn = (username: string, password: string, from: string) =>
    access.app.call('POST', TOKEN, { username, password }, undefined, { 'x-forwarded-for': from });

  it('others sign in meanwhile, at once', async () => {
    const { username } = await access.admin([]);
    const attacker = inThisTrial('203.0.113.6');
    let attacks = true;
    const answered: number[] = [];
    const attack = async (connection: number): Promise<void> => {
      for (let count = 0; attacks; count += 1) {
        const { status, body } = await signIn(`${username}${connection % 3 === 0 ? '' : count}`, 'wrong', attacker);
        answered.push(status);
        await delay(PAUSE_MS);
        if (status === 429) expect(body.message).toMatch(/from this address/);
      }
    };
    const statuses: number[] = [];
    /** Sign-ins from elsewhere, one after the other; how long the slowest took. */
    const others = async (times: number): Promise<number> => {
      const waited: number[] = [];
      for (let count = 0; count < times; count += 1) {
        const began = performance.now();
        statuses.push((await signIn(username, PASSWORD, `198.51.100.${count}`)).status);
        waited.push(performance.now() - began);
      }
      return Math.max(...waited);
    };
    const calm = await others(3);
    const attackers = Array.from({ length: CONNECTIONS }, (_, connection) => attack(connection));
    let worst: number;
    try {
      worst = await others(SIGN_INS);
    } finally {
      attacks = false;
      await Promise.all(attackers);
    }
    expect(statuses).toEqual(Array.from({ length: 3 + SIGN_INS }, () => 200));
    expect(worst).toBeLessThan(Math.max(PATIENCE_MS, PATIENCE_FACTOR * calm));
    expect(answered.length).toBeGreaterThan(CONNECTIONS);
    expect(new Set(answered)).toEqual(new Set([401, 429]));
  });
});
