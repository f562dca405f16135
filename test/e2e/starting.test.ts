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

/** Loaded before, so that no process ends for having let go of everything. */
const STAYS_OPEN = join(__dirname, '..', 'support', 'stays-open.cjs');

/** Loaded before, so that a signal comes amid an export, however short that is. */
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

/** Lets the process run in short steps until this holds; then it stands still. */
const stopped = async (child: KontorProcess, holds: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    child.signal('SIGSTOP');
    if (await holds()) return;
    child.signal('SIGCONT');
    await delay(10);
  }
};

describeOnDatabases('a start', (kind) => {
  let database: TestDatabase;
  let other: Persistence;
  let claim: MigrationClaim;

  /** Another process has begun to migrate, and is at it. */
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

  it('is live, and not ready with the reason, while it waits; then it migrates and tells each step', async () => {
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

  it.each(['SIGTERM', 'SIGINT'] as const)('that waits for another process ends at once on %s', async (signal) => {
    const child = start('main', settingsOn(database));
    await child.line('waiting for another process to migrate the schema');
    child.signal(signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ level: 'info', msg: `${signal}: stopped during startup` });
  });

  it('of a command that waits for another process ends at once, with 143', async () => {
    const child = start('cli/kontor', settingsOn(database), { args: ['migrate'] });
    await until(() => child.stderr.includes('Another process is migrating'));
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 143, signal: null });
    expect(child.stderr).toMatch(/SIGTERM: stopped\. Stored data is kept\.\n$/);
  });
});

describeOnMysql('a start whose database server cannot be reached', () => {
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

  it('is live, not ready with the reason, and goes on as soon as it can', async () => {
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
    // Whoever asks for health sees the loss; its log has one line of it, and one of the return.
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

  it('ends at once on a signal', async () => {
    await proxy.close();
    const child = start('main', { ...settingsOn(database), DATABASE_URL: url });
    await child.line(/^waiting for the database/);
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it('ends with 1 after DATABASE_START_S', async () => {
    const child = start('main', { ...settingsOn(database), DATABASE_URL: url, DATABASE_START_S: '1' });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ msg: expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/) });
  });

  it('ends with 1 at once where waiting does not help', async () => {
    const child = start('main', {
      ...settingsOn(database),
      DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such'),
    });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.some(({ msg }) => /^waiting/.test(String(msg)))).toBe(false);
  });
});

describeOnDatabases('a start that fails once the database is open ends with 1, whatever is open', (kind) => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  it('in a migration', async () => {
    database = await emptyDatabase(kind);
    const before = await openDatabase(database.url);
    // A journal that takes no entry.
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

  /** Before anything is migrated, so that another build can still start. */
  const expectEmpty = async (): Promise<void> => {
    const looked = await openDatabase(database.url, { migrations: MIGRATIONS });
    // Not even the journal of migrations is there.
    await expect(schemaState(looked)).rejects.toThrow(/\bmigration\b/);
    await looked.close();
  };

  it.each([
    [
      'a password that the policy refuses',
      { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'short' },
      [],
      /^ADMIN_PASSWORD is invalid\. Set it to 8 to 255 characters\.$/,
    ],
    [
      'a folder of documents that cannot be written',
      { STORAGE_URL: 'file:/dev/null/documents' },
      [],
      /^STORAGE_URL: cannot write to the folder \/dev\/null\/documents \(ENOTDIR\)\. /,
    ],
    ['too few file handles', {}, ['sh', '-c', 'ulimit -n 400 && exec "$@"', 'sh'], /may open only 400 files/],
  ])('at %s, with the schema as it was', async (_what, wrong, under, message) => {
    database = await emptyDatabase(kind);
    const child = start('main', { ...settingsOn(database), ...wrong }, { preload: [STAYS_OPEN], under });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(message) });
    await expectEmpty();
  });

  it('accepts fewer connections than MAX_CONNECTIONS where it may open fewer files, and says so', async () => {
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
  it('process 1 is tried where namespaces can be made', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a signal to process 1 before anything is loaded', () => {
    let database: TestDatabase;
    beforeAll(async () => (database = await migratedDatabase('sqlite')));
    afterAll(() => database.drop());

    it('ends a server with 0', async () => {
      const child = start('main', settingsOn(database), { under: AS_FIRST });
      await child.line(/^Node /);
      process.kill(forkedBy(child.pid), 'SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
      expect(child.lines.some(({ msg }) => msg === 'listening')).toBe(false);
    });

    it('ends a command with 143', async () => {
      // It waits for a password, for which nobody has to wait.
      const child = start('cli/kontor', settingsOn(database), {
        under: AS_FIRST,
        args: ['admin', 'create', '--username', 'x'],
      });
      let over = false;
      void child.exited.then(() => (over = true));
      await until(() => {
        // Those that come before Node has run a line are lost, for whoever listens.
        const command = forkedBy(child.pid);
        // Process 0 would be all processes of this test.
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

  it('amid an import ends behind a group of rows, and amid an export leaves nothing behind', async () => {
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
