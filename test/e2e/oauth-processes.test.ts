import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  databases,
  describeOnDatabases,
  emptyDatabase,
  migratedDatabase,
  type TestDatabase,
} from '../support/databases.js';
import { authorizationOf, type Credentials } from '../support/oauth-signer.js';
import { KontorProcess, runCli } from '../support/process.js';
import { send } from '../support/send.js';

const PATH = '/rest/V1/access/roles/1';
const INTEGRATIONS = '/rest/V1/access/integrations';
const NAME = 'ERP';
const PAUSE_MS = 300;

/** A database with several servers and the command line. */
class House {
  readonly servers: KontorProcess[] = [];
  readonly urls: string[] = [];
  private token = '';

  constructor(
    readonly database: TestDatabase,
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  async cli(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(this.settings, args);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }

  async serve(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      const server = KontorProcess.start('main', this.settings);
      this.servers.push(server);
      this.urls.push(await server.url());
    }
  }

  /** Creates an integration that can create its own signing credentials with its bearer token. */
  async integration(): Promise<Credentials> {
    const rights = ['--resource', '_Access::manage', '--resource', '_Access::save'];
    this.token = (await this.cli('integration', 'create', '--name', NAME, ...rights)).trim();
    return this.made();
  }

  /** Creates new credentials for the integration. */
  async made(): Promise<Credentials> {
    return (await this.ask('POST', `${INTEGRATIONS}/1/oauth`)) as Credentials;
  }

  async end(): Promise<void> {
    await this.ask('DELETE', `${INTEGRATIONS}/1/oauth`);
  }

  /** The status that each server returns for a separate signed request. */
  statuses(credentials: Credentials): Promise<readonly number[]> {
    return Promise.all(this.urls.map((url) => this.status(url, credentials)));
  }

  async status(url: string, credentials: Credentials): Promise<number> {
    const authorization = authorizationOf({ method: 'GET', url: url + PATH, credentials });
    return (await send(url, { path: PATH, headers: { authorization } })).status;
  }

  private async ask(method: string, path: string): Promise<unknown> {
    const [url = ''] = this.urls;
    const { status, json, text } = await send(url, { method, path, token: this.token });
    if (status !== 200) throw new Error(text);
    return json as unknown;
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.signal('SIGTERM');
    await Promise.all(this.servers.map(({ exited }) => exited));
    await this.database.drop();
  }
}

const settingsFor = (database: TestDatabase, more: Readonly<Record<string, string>>) => ({
  DATABASE_URL: database.url,
  JWT_SECRET: 'x'.repeat(32),
  PUBLIC_BASE_URL: 'http://kontor.test',
  DRAIN_S: '0',
  ...more,
});

describeOnDatabases('OAuth with several servers', (kind) => {
  let house: House;
  let folder: string;
  let file: string;
  const [first, second] = [`first:${'a1'.repeat(32)}`, `second:${'b2'.repeat(32)}`];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-secrets-'));
    file = join(folder, 'keys');
    writeFileSync(file, `${first}\n`);
    const database = await migratedDatabase(kind);
    house = new House(database, settingsFor(database, { SECRETS_KEY_FILE: file }));
    await house.serve(2);
  });
  afterAll(async () => {
    await house.close();
    rmSync(folder, { recursive: true });
  });

  it('accepts a nonce only once, even for simultaneous requests', async () => {
    const credentials = await house.integration();
    const host = 'one.example';
    for (let round = 0; round < 10; round += 1) {
      const authorization = authorizationOf({ method: 'GET', url: `http://${host}${PATH}`, credentials });
      const sent = () => house.urls.map((url) => send(url, { path: PATH, headers: { authorization, host } }));
      const statuses = (await Promise.all([...sent(), ...sent()])).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    }
  });

  it('invalidates replaced or deleted credentials immediately on all servers', async () => {
    const before = await house.made();
    expect(await house.statuses(before)).toEqual([200, 200]);
    const after = await house.made();
    expect(await house.statuses(before)).toEqual([401, 401]);
    expect(await house.statuses(after)).toEqual([200, 200]);
    await house.end();
    expect(await house.statuses(after)).toEqual([401, 401]);
  });

  it('encrypts secrets with a new key while the servers run', async () => {
    const credentials = await house.made();
    expect(await house.statuses(credentials)).toEqual([200, 200]);
    writeFileSync(file, `${second},\n${first}\n`);
    for (const server of house.servers) server.signal('SIGHUP');
    for (const server of house.servers) await server.line('SECRETS_KEY reloaded');
    expect(await house.cli('secrets:rotate')).toMatch(
      /^Secrets encrypted with the key second: 2\. Secrets that already used this key: 0\./,
    );
    expect(await house.statuses(credentials)).toEqual([200, 200]);
    writeFileSync(file, `${second}\n`);
    for (const server of house.servers) server.signal('SIGHUP');
    expect(await house.statuses(credentials)).toEqual([200, 200]);
    expect(await house.cli('secrets:rotate')).toMatch(
      /^Secrets encrypted .*: 0\. Secrets that already used this key: 2\./,
    );
  });

  it('refuses signatures without the key, and logs the missing key', async () => {
    const credentials = await house.made();
    const lost = new House(house.database, settingsFor(house.database, { SECRETS_KEY: 'c3'.repeat(32) }));
    await lost.serve(1);
    expect(await lost.statuses(credentials)).toEqual([401]);
    await lost.servers[0]?.line(/^a stored secret cannot be decrypted without the key second/);
    const { code, stderr } = await runCli(lost.settings, ['secrets:rotate']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('No key in SECRETS_KEY can decrypt the secrets of')]);
    lost.servers[0]?.signal('SIGTERM');
    await lost.servers[0]?.exited;
  });

  it('keeps the current keys if the new ones are invalid', async () => {
    const credentials = await house.made();
    writeFileSync(file, 'no key\n');
    for (const server of house.servers) server.signal('SIGHUP');
    for (const server of house.servers) await server.line(/^SECRETS_KEY is invalid\. Set it to comma-separated keys/);
    expect(await house.statuses(credentials)).toEqual([200, 200]);
  });
});

/** Signs requests and replaces credentials on all servers until a promise settles. */
class Traffic {
  private isOver = false;
  private readonly faults: string[] = [];
  /** The newest credentials of each integration. */
  private readonly made = new Map<string, Credentials>();

  constructor(
    private readonly house: House,
    private readonly token: string,
  ) {}

  async until(over: Promise<unknown>): Promise<void> {
    void over.then(
      () => (this.isOver = true),
      () => (this.isOver = true),
    );
    const making = [0, 1].flatMap((index) => this.house.urls.map((url) => this.makes(url, index)));
    await Promise.all([over, ...making]);
  }

  /** The faults, and the number of credentials that are valid on all servers. */
  async outcome(): Promise<{ readonly faults: readonly string[]; readonly holding: number }> {
    let holding = 0;
    for (const credentials of this.made.values())
      if ((await this.house.statuses(credentials)).every((status) => status === 200)) holding += 1;
    return { faults: this.faults, holding };
  }

  /** Creates an integration, then repeatedly replaces its credentials and signs requests on all servers. */
  private async makes(url: string, index: number): Promise<void> {
    const name = `${url} ${index}`;
    const integration = { name, resources: ['_Access::manage'] };
    const root = { method: 'POST', path: INTEGRATIONS, token: this.token };
    const { id } = (await send(url, { ...root, body: { integration } })).json as { readonly id: number };
    while (!this.isOver) {
      // From here on the old credentials may be invalid.
      this.made.delete(name);
      const { status, json } = await send(url, { ...root, path: `${INTEGRATIONS}/${id}/oauth` });
      if (status !== 200) this.faults.push(`${name} was refused: ${status}`);
      else this.made.set(name, json as Credentials);
      for (let times = 0; times < 3; times += 1) {
        for (const credentials of this.made.values()) await this.signs(credentials, name);
      }
      // Leaves processor time for the commands.
      await delay(PAUSE_MS);
    }
  }

  private async signs(credentials: Credentials, name: string): Promise<void> {
    const statuses = await this.house.statuses(credentials);
    // The credentials may have been replaced meanwhile.
    const isCurrent = [...this.made.values()].includes(credentials);
    if (isCurrent && statuses.some((status) => status !== 200)) this.faults.push(`${name} sees ${statuses.join()}`);
  }
}

describeOnDatabases('key rotation under load', (kind) => {
  const key = (name: string): string => `${name}:${createHash('sha256').update(name).digest('hex')}`;

  it('loses no secret on any server when two commands run at the same time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-secrets-'));
    const file = join(folder, 'keys');
    const database = await migratedDatabase(kind);
    // On SQLite the commands create the keys.
    const given: Readonly<Record<string, string>> = kind === 'sqlite' ? {} : { SECRETS_KEY_FILE: file };
    const house = new House(database, settingsFor(database, given));
    writeFileSync(file, key('0'));
    try {
      await house.serve(2);
      const rights = ['--resource', '_Access::manage', '--resource', '_Access::save'];
      const token = (await house.cli('integration', 'create', '--name', 'clerk', ...rights)).trim();
      const traffic = new Traffic(house, token);
      const rotations = async (): Promise<void> => {
        for (let round = 1; round <= 2; round += 1) {
          writeFileSync(file, [key(String(round)), key(String(round - 1))].join('\n'));
          const outputs = await Promise.all([house.cli('secrets:rotate'), house.cli('secrets:rotate')]);
          for (const text of outputs) expect(text).toMatch(/^Secrets encrypted with the key \S+: \d+\./);
        }
      };
      await traffic.until(rotations());
      expect(await traffic.outcome()).toEqual({ faults: [], holding: 4 });
      expect(await house.cli('secrets:rotate')).toMatch(/^Secrets encrypted with the key /);
      expect(await traffic.outcome()).toEqual({ faults: [], holding: 4 });
    } finally {
      await house.close();
      rmSync(folder, { recursive: true });
      if (kind === 'sqlite') rmSync(`${database.url.slice('sqlite:'.length)}.secrets-key`, { force: true });
    }
  });
});

describe('without SECRETS_KEY', () => {
  it('a server stores a key next to its SQLite database, readable only by its owner', async () => {
    const database = await emptyDatabase('sqlite');
    const house = new House(database, settingsFor(database, {}));
    const file = `${database.url.slice('sqlite:'.length)}.secrets-key`;
    try {
      await house.serve(1);
      expect(existsSync(file)).toBe(false);
      const credentials = await house.integration();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const [before] = readFileSync(file, 'utf8').trim().split('\n');
      expect(await house.statuses(credentials)).toEqual([200]);
      expect(await house.cli('secrets:rotate')).toMatch(/^Secrets encrypted with the key \w+: 2\./);
      const after = readFileSync(file, 'utf8').trim().split('\n');
      expect(after).toEqual([expect.stringMatching(/^[\da-f]{64}$/), before]);
      expect(await house.statuses(credentials)).toEqual([200]);
      expect(await house.cli('secrets:rotate')).toMatch(/^Secrets encrypted with the key \w+: 2\./);
      expect(await house.statuses(credentials)).toEqual([200]);
      expect(readFileSync(file, 'utf8')).not.toContain(before);
    } finally {
      await house.close();
      rmSync(file, { force: true });
    }
  });

  if (databases().includes('mysql'))
    it('a server on MySQL starts, but creates no credentials', async () => {
      const database = await migratedDatabase('mysql');
      const house = new House(database, settingsFor(database, {}));
      try {
        await house.serve(1);
        await expect(house.integration()).rejects.toThrow('SECRETS_KEY');
      } finally {
        await house.close();
      }
    });
});
