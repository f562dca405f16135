import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate, openDatabase, type Persistence, schemaState } from '../../libs/database/index.js';
import { MigrationClaim } from '../../libs/database/migration-claim.js';
import { MIGRATIONS } from '../support/rooms.js';
import { AS_FIRST, CAN_ISOLATE, forkedBy } from '../support/container.js';
import {
  describeOnDatabases,
  describeOnMysql,
  emptyDatabase,
  migratedDatabase,
  type TestDatabase,
} from '../support/databases.js';
import { priceBook, removeBooks } from '../support/price-book.js';
import { KontorProcess } from '../support/process.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const STARTED: KontorProcess[] = [];

/** Preloaded, so that no process ends only because it has nothing left to do. */
const STAYS_OPEN = join(__dirname, '..', 'support', 'stays-open.cjs');

/** Preloaded, so that a signal arrives during an export, however short it is. */
const WAITS_IN_MKDIR = join(__dirname, '..', 'support', 'waits-in-mkdir.cjs');

const settingsOn = ({ url }: TestDatabase): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  JWT_SECRET: 'a secret of the tests, long enough',
  PUBLIC_BASE_URL: 'http://kontor.test',
  DRAIN_S: '0',
});

const start = (...given: Parameters<typeof KontorProcess.start>): KontorProcess => {
  const child = KontorProcess.start(...given);
  STARTED.push(child);
  return child;
};

afterAll(async () => {
  for (const child of STARTED) child.signal('SIGKILL');
  await Promise.all(STARTED.map(({ exited }) => exited));
});

const asked = async (url: string, path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, body: await response.json(), headers: response.headers };
};

/** Runs the process in short steps until the condition holds, and leaves it suspended. */
const stopped = async (child: KontorProcess, holds: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    child.signal('SIGSTOP');
    if (await holds()) return;
    child.signal('SIGCONT');
    await delay(10);
  }
};

describeOnDatabases('a process that waits for another one to migrate', (kind) => {
  let database: TestDatabase;
  let other: Persistence;
  let claim: MigrationClaim;

  /** Another process has started a migration and has not finished it. */
  beforeEach(async () => {
    database = await emptyDatabase(kind);
    other = await openDatabase(database.url, { migrations: MIGRATIONS });
    await migrate({ ...other, migrations: other.migrations.slice(0, 1) });
    claim = await MigrationClaim.take(other.connections);
  });
  afterEach(async () => {
    await claim.release();
    await other.close();
    await database.drop();
  });

  it('is live but not ready, and then runs and logs the remaining migrations', async () => {
    const child = start('main', settingsOn(database));
    const url = await child.startingUrl();
    await child.line('waiting for another process to migrate the schema');
    expect(await asked(url, '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await asked(url, '/health/ready')).toMatchObject({
      status: 503,
      body: { status: 'starting', reason: 'waiting for another process to migrate the schema' },
    });
    const refused = await asked(url, '/rest/V1/commerce/websites/1');
    expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(/temporarily unavailable/) } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    await claim.release();
    expect(await child.url()).toBe(url);
    expect((await asked(url, '/health/ready')).status).toBe(200);
    const migrations = child.lines.flatMap(({ msg }) => /^running migration (\S+)$/.exec(String(msg))?.slice(1) ?? []);
    expect(migrations).toEqual(other.migrations.slice(1).map(({ name }) => name));
    child.signal('SIGTERM');
    await child.exited;
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits at once on %s', async (signal) => {
    const child = start('main', settingsOn(database));
    await child.line('waiting for another process to migrate the schema');
    child.signal(signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ level: 'info', msg: `${signal}: stopped during startup` });
  });

  it('exits at once with 143 on SIGTERM if it is a command', async () => {
    const child = start('cli/kontor', settingsOn(database), { args: ['migrate'] });
    await until(() => child.stderr.includes('Another process is migrating'));
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 143, signal: null });
    expect(child.stderr).toMatch(/SIGTERM: stopped\. Stored data is kept\.\n$/);
  });
});

describeOnMysql('a server that starts without its database', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => {
    database = await migratedDatabase('mysql');
    const through = await TcpProxy.before(database.url);
    ({ proxy, url } = through);
    await proxy.close();
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  it('is live but not ready, and continues once the database is reachable', async () => {
    const child = start('main', { ...settingsOn(database), DATABASE_URL: url });
    const base = await child.startingUrl();
    await child.line(/^waiting for the database for at most 120 s: .*ECONNREFUSED/);
    expect(await asked(base, '/health/live')).toMatchObject({ status: 200 });
    expect(await asked(base, '/health/ready')).toMatchObject({
      status: 503,
      body: { status: 'starting', reason: 'waiting for the database (ECONNREFUSED)' },
    });
    await proxy.open();
    await child.url();
    expect(await asked(base, '/health/ready')).toMatchObject({ status: 200 });
    expect(child.lines.filter(({ msg }) => /^waiting for the database/.test(String(msg)))).toHaveLength(1);
    await proxy.close();
    // Readiness fails, and the log has one line for the loss and one for the return.
    await until(async () => (await asked(base, '/health/ready')).status === 503);
    await child.line(/^the database connection is lost: .*ECONNREFUSED/);
    expect(await asked(base, '/health/ready')).toMatchObject({
      body: { status: 'unavailable', database: 'failed', migrations: 'unknown' },
    });
    await proxy.open();
    await until(async () => (await asked(base, '/health/ready')).status === 200);
    await child.line(/^the database is reachable again after \d+\.\d s$/);
    expect(
      child.lines.filter(({ msg }) => /^the database (?:connection is lost|is reachable again)/.test(String(msg))),
    ).toHaveLength(2);
    child.signal('SIGTERM');
    await child.exited;
  });

  it('exits at once on a signal', async () => {
    await proxy.close();
    const child = start('main', { ...settingsOn(database), DATABASE_URL: url });
    await child.line(/^waiting for the database/);
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it('exits with 1 after DATABASE_START_S', async () => {
    const child = start('main', { ...settingsOn(database), DATABASE_URL: url, DATABASE_START_S: '1' });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ msg: expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/) });
  });

  it('exits with 1 at once if waiting cannot help', async () => {
    const child = start('main', {
      ...settingsOn(database),
      DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such'),
    });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.some(({ msg }) => /^waiting/.test(String(msg)))).toBe(false);
  });
});

describeOnDatabases('a starting server with an open database', (kind) => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  it('exits with 1 if a migration fails', async () => {
    database = await emptyDatabase(kind);
    const before = await openDatabase(database.url);
    // This migration table accepts no row.
    await before.connections.schema(async (runner) => {
      await runner.query(
        'CREATE TABLE migration (name VARCHAR(190) PRIMARY KEY, applied_at INT NOT NULL CHECK (applied_at < 0))',
      );
    });
    await before.close();
    const child = start('main', settingsOn(database), { preload: [STAYS_OPEN] });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ level: 'fatal' });
  });

  /** The server must fail before it migrates, so that another build can still start. */
  const expectEmpty = async (): Promise<void> => {
    const looked = await openDatabase(database.url, { migrations: MIGRATIONS });
    // Not even the migration table exists.
    await expect(schemaState(looked)).rejects.toThrow(/\bmigration\b/);
    await looked.close();
  };

  it.each([
    [
      'an invalid password',
      { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'short' },
      [],
      /^ADMIN_PASSWORD is invalid\. Set it to a password of 8 to 255 characters\.$/,
    ],
    [
      'a document folder that is not writable',
      { STORAGE_URL: 'file:/dev/null/documents' },
      [],
      /^STORAGE_URL: cannot write to the folder \/dev\/null\/documents \(ENOTDIR\)\. /,
    ],
    ['too few file handles', {}, ['sh', '-c', 'ulimit -n 400 && exec "$@"', 'sh'], /may open only 400 files/],
  ])('exits with 1 and leaves the schema unchanged because of %s', async (_what, wrong, under, message) => {
    database = await emptyDatabase(kind);
    const child = start('main', { ...settingsOn(database), ...wrong }, { preload: [STAYS_OPEN], under });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(message) });
    await expectEmpty();
  });

  it('warns and accepts fewer connections if it can open only a few files', async () => {
    database = await migratedDatabase(kind);
    const child = start('main', settingsOn(database), { under: ['sh', '-c', 'ulimit -n 1024 && exec "$@"', 'sh'] });
    await child.line(/^MAX_CONNECTIONS is 2000, but the server accepts only 724 connections/);
    await child.url();
    child.signal('SIGTERM');
    await child.exited;
  });
});

/** Does nothing if the process has just ended. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

if (!CAN_ISOLATE) {
  it('signals to process 1 cannot be tested without namespaces', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a signal to process 1 before anything is loaded', () => {
    let database: TestDatabase;
    beforeAll(async () => (database = await migratedDatabase('sqlite')));
    afterAll(() => database.drop());

    it('makes a server exit with 0', async () => {
      const child = start('main', settingsOn(database), { under: AS_FIRST });
      await child.line(/^Node /);
      process.kill(forkedBy(child.pid), 'SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
      expect(child.lines.some(({ msg }) => msg === 'listening')).toBe(false);
    });

    it('makes a command exit with 143', async () => {
      // The command waits for a password, so it does not end by itself.
      const child = start('cli/kontor', settingsOn(database), {
        under: AS_FIRST,
        args: ['admin', 'create', '--username', 'x'],
      });
      let over = false;
      void child.exited.then(() => (over = true));
      await until(() => {
        // Signals that arrive before Node runs any code are lost, so the test repeats them.
        const command = forkedBy(child.pid);
        // A signal to process 0 would reach all processes of this test.
        if (!over && command > 0) signal(command, 'SIGTERM');
        return over;
      });
      expect(await child.exited).toEqual({ code: 143, signal: null });
    });
  });
}

describe('a command that is stopped', () => {
  const ROWS = 40_000;
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-stopped-'));
    database = await migratedDatabase('sqlite');
  });
  afterAll(async () => {
    removeBooks();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('stores only whole groups of rows of an import, and no file of an export', async () => {
    const products = Array.from({ length: ROWS }, (_, index) => `P${index},Lantern ${index},4.95,,,`);
    const persistence = await openDatabase(database.url);
    const count = async (): Promise<number> =>
      (await persistence.database.queryOne<{ n: number }>('SELECT count(*) AS n FROM product'))?.n ?? 0;
    const args = ['import', priceBook({ 'products.csv': products })];
    const importing = start('cli/kontor', settingsOn(database), { args });
    await stopped(importing, async () => (await count()) > 0);
    importing.signal('SIGTERM');
    importing.signal('SIGCONT');
    expect(await importing.exited).toEqual({ code: 143, signal: null });
    const stored = await count();
    expect(stored).toBeLessThan(ROWS);
    const last = 'SELECT max(CAST(substr(sku, 2) AS INTEGER)) AS n FROM product';
    expect((await persistence.database.queryOne<{ n: number }>(last))?.n).toBe(stored - 1);

    const options = { args: ['export', join(folder, 'all')], preload: [WAITS_IN_MKDIR] };
    const exporting = start('cli/kontor', settingsOn(database), options);
    await until(() => readdirSync(folder).length > 0);
    exporting.signal('SIGTERM');
    expect(await exporting.exited).toEqual({ code: 143, signal: null });
    expect(readdirSync(folder)).toEqual([]);
    await persistence.close();
  });
});
