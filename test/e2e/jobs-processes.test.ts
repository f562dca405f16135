import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { JobQueue, RunCalls } from '../../libs/jobs/index.js';
import { openDatabase, Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type DatabaseKind, describeOnDatabases, migratedDatabase } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';
import { until } from '../support/until.js';

const MANY = '/rest/async/bulk/V1/commerce/categories';
const CALLS = 2_500;
const BULKS = 2;

interface Target {
  readonly url: string;
  readonly token: string;
}

const call = async ({ url, token }: Target, verb: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  return (await (await fetch(url + path, { method: verb, headers, ...sent })).json()) as any;
};

const accepted = async (target: Target): Promise<readonly string[]> => {
  const uuids: string[] = [];
  for (let bulk = 0; bulk < BULKS; bulk += 1) {
    const calls = Array.from({ length: CALLS }, (_, at) => ({ category: { name: `once-${bulk}-${at}` } }));
    uuids.push((await call(target, 'POST', MANY, calls)).bulk_uuid as string);
  }
  return uuids;
};

const countOf = async (target: Target, uuids: readonly string[], status: number): Promise<number> => {
  let count = 0;
  for (const uuid of uuids)
    count += (await call(target, 'GET', `/rest/V1/bulk/${uuid}/operation-status/${status}`)) as number;
  return count;
};

const allStarted = (target: Target, uuids: readonly string[]): Promise<void> =>
  until(async () => (await countOf(target, uuids, 1)) > 0);

const settled = (target: Target, uuids: readonly string[]): Promise<void> =>
  until(async () => (await countOf(target, uuids, 4)) === 0, 250);

interface Names {
  readonly records: number;
  readonly names: number;
}

const stored = async ({ database }: Persistence): Promise<Names> => {
  const found = await database.queryOne<Names>(
    "SELECT COUNT(*) AS records, COUNT(DISTINCT name) AS names FROM category WHERE name LIKE 'once-%'",
  );
  return { records: Number(found?.records), names: Number(found?.names) };
};

const EXPIRE = 'UPDATE job SET ready_at = 1 WHERE status = 4';

/** Expires all leases. False if another transaction is writing jobs. */
const areExpired = async (kind: DatabaseKind, url: string): Promise<boolean> => {
  if (kind === 'sqlite') {
    const file = new Sqlite(url.slice('sqlite:'.length), { timeout: 0 });
    try {
      file.exec(EXPIRE);
      return true;
    } catch {
      return false;
    } finally {
      file.close();
    }
  }
  const connection = await createConnection(url);
  try {
    await connection.query('SET SESSION innodb_lock_wait_timeout = 0');
    await connection.query(EXPIRE);
    return true;
  } catch {
    return false;
  } finally {
    await connection.end();
  }
};

const ALL = BULKS * CALLS;
/** A worker that sends no message for this long is killed. */
const SILENT_MS = 20_000;

describeOnDatabases('job workers (jobs.md, "Workers")', (kind) => {
  let app: TestApp;
  let target: Target;
  beforeEach(async () => {
    app = await startApp({ database: kind });
    target = { url: app.url, token: await app.adminToken() };
  });
  afterEach(async () => {
    await app.close();
    jest.restoreAllMocks();
  });

  const workerPid = (): number => {
    const [pid] = app.server.jobs.pids;
    if (pid === undefined) throw new Error('nobody does jobs');
    return pid;
  };

  it('that hang are killed, and another worker continues the job', async () => {
    const uuids = await accepted(target);
    await allStarted(target, uuids);
    const pid = workerPid();
    process.kill(pid, 'SIGSTOP');
    expect(await countOf(target, uuids, 4)).toBeGreaterThan(0);
    expect(app.server.jobs.pids).toContain(pid);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + SILENT_MS);
    await until(() => !app.server.jobs.pids.includes(pid));
    await settled(target, uuids);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await stored(app.get<Persistence>(Persistence))).toEqual({ records: ALL, names: ALL });
  });

  it('that resume after losing the lease store nothing more of the job', async () => {
    const uuids = await accepted(target);
    await allStarted(target, uuids);
    const pid = workerPid();
    const persistence = app.get<Persistence>(Persistence);
    process.kill(pid, 'SIGSTOP');
    // If it was stopped during a transaction, it blocks other writers.
    while (!(await areExpired(kind, app.databaseUrl))) {
      process.kill(pid, 'SIGCONT');
      await delay(2);
      process.kill(pid, 'SIGSTOP');
    }
    const queue = app.get<JobQueue>(JobQueue);
    const calls = app.get<RunCalls>(RunCalls);
    const claimed = [];
    for (let job = await queue.claim('elsewhere'); job; job = await queue.claim('elsewhere')) claimed.push(job);
    expect(claimed.length).toBeGreaterThan(0);
    // Longer than a lease, so that the duration of the test does not matter.
    const { transactions, database } = persistence;
    await transactions.write(() => database.run('UPDATE job SET ready_at = ready_at + 3600000 WHERE status = 4'));
    const before = await stored(persistence);
    expect(before.records).toBeLessThan(ALL);
    process.kill(pid, 'SIGCONT');
    // A worker that runs the next job has finished with the previous ones.
    const next = (await call(target, 'POST', MANY, [{ category: { name: 'next' } }])).bulk_uuid as string;
    await settled(target, [next]);
    expect(await stored(persistence)).toEqual(before);
    for (const job of claimed) expect(await calls.run(job, new AbortController().signal)).toBe(true);
    expect(await stored(persistence)).toEqual({ records: ALL, names: ALL });
    expect(await countOf(target, uuids, 1)).toBe(ALL);
  });
});

describeOnDatabases('SIGTERM (jobs.md, "Workers")', (kind) => {
  it('completes the current group, releases the rest, and the next server continues', async () => {
    const database = await migratedDatabase(kind);
    const settings = {
      DATABASE_URL: database.url,
      DRAIN_S: '0',
      JWT_SECRET: 'x'.repeat(32),
      PUBLIC_BASE_URL: 'http://kontor.test',
      SECRETS_KEY: 'ab'.repeat(32),
    };
    const { stdout } = await runCli(settings, [
      'integration',
      'create',
      '--name',
      'jobs',
      '--resource',
      '_Commerce::save',
    ]);
    const token = stdout.trim();
    let server = KontorProcess.start('main', settings);
    const persistence = await openDatabase(database.url, {});
    try {
      let target = { url: await server.url(), token };
      const uuids = await accepted(target);
      await allStarted(target, uuids);
      server.signal('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
      const done = await persistence.database.queryOne<{ n: number }>(
        'SELECT COUNT(*) AS n FROM job_call WHERE status = 1',
      );
      const { records } = await stored(persistence);
      expect(records).toBe(Number(done?.n));
      expect(records).toBeLessThan(ALL);
      // A killed worker would leave its lease, and a claim without progress.
      expect(await persistence.database.query('SELECT id FROM job WHERE worker IS NOT NULL OR claims > 0')).toEqual([]);
      server = KontorProcess.start('main', settings);
      target = { url: await server.url(), token };
      await settled(target, uuids);
      expect(await stored(persistence)).toEqual({ records: ALL, names: ALL });
    } finally {
      server.signal('SIGTERM');
      await server.exited;
      await persistence.close();
      await database.drop();
    }
  });
});
