import { randomUUID } from 'node:crypto';
import { Persistence } from '../../libs/database/index.js';
import { type ClaimedJob, JobQueue, JobRights, LeaseLost } from '../../libs/jobs/index.js';
import { InputRefused, Unavailable } from '../../libs/kernel/index.js';
import { type JobKind, jobKind, type JobWork, needs } from '../../libs/operations/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs, runnerOf } from '../support/done-jobs.js';
import { newestAct } from '../support/newest-act.js';
import { until } from '../support/until.js';

const ADMIN = { userType: 2, userId: 1 };

/** The service of the test's job kind, which runs a function of the test. */
class Doing {
  constructor(readonly run: (work: JobWork) => Promise<object>) {}
}

const KIND: JobKind = jobKind({
  name: 'of_a_test',
  summary: 'Does what a test says',
  right: needs.right('_Commerce::save'),
  by: Doing,
  run: (service: Doing, work: JobWork) => service.run(work),
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

describeOnDatabases('jobs and their leases (jobs.md, "How they run")', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { JOB_WORKERS: '0' } });
    await app.adminToken();
    // No module declares this kind, so no rule says who can read its results and files.
    const rights = app.get<JobRights>(JobRights);
    jest.spyOn(rights, 'mayReadResult').mockReturnValue(true);
    jest.spyOn(rights, 'mustReadFile').mockReturnValue(undefined);
  });
  afterAll(() => app.close());

  const queue = (): JobQueue => app.get<JobQueue>(JobQueue);
  const run = (sql: string, params: readonly (string | number)[]): Promise<unknown> => {
    const { transactions, database } = app.get<Persistence>(Persistence);
    return transactions.write(() => database.run(sql, params));
  };
  const added = async (owner: { userType: number; userId: number | null } = ADMIN): Promise<string> => {
    const uuid = randomUUID();
    await queue().add({ uuid, kind: KIND.name, owner, store: null, description: 'A test', input: '{}' }, []);
    return uuid;
  };
  const jobOf = (uuid: string) => app.good('GET', `/rest/V1/jobs/${uuid}`);
  const fileOf = async (uuid: string, name: string): Promise<string> =>
    (await app.call('GET', `/rest/V1/jobs/${uuid}/files/${name}`, undefined, await app.adminToken())).text;
  const expire = (uuid: string): Promise<unknown> => run('UPDATE job SET ready_at = 1 WHERE uuid = ?', [uuid]);
  const claimed = async (worker: string): Promise<ClaimedJob> => {
    const job = await queue().claim(worker);
    if (!job) throw new Error('it is there to be claimed');
    return job;
  };
  const done = (job: ClaimedJob, work: (work: JobWork) => Promise<object>, stop = new AbortController().signal) =>
    runnerOf(app, KIND, new Doing(work)).run(job, stop, () => undefined);

  it('report their result, progress and total number of rows', async () => {
    const uuid = await added();
    const work = new Doing(async ({ files, progress }) => {
      progress(3);
      await files.write('made.txt', bytesOf('made'));
      return { made: 1 };
    });
    expect(await doJobs(app, { kinds: [[KIND, work]] })).toBe(1);
    expect(await jobOf(uuid)).toMatchObject({
      status: 1,
      result: { made: 1 },
      rows_done: 3,
      rows_known: 3,
      files: [`/V1/jobs/${uuid}/files/made.txt`],
    });
    expect(await fileOf(uuid, 'made.txt')).toBe('made');
  });

  it('are not settled, nor their files changed, by a worker that lost the lease', async () => {
    const uuid = await added();
    const first = await claimed('first');
    await expire(uuid);
    const second = await claimed('second');
    await done(second, async ({ files }) => {
      await files.write('made.txt', bytesOf('by the second'));
      await expect(
        done(first, async (work) => {
          await work.files.write('made.txt', bytesOf('by the first'));
          return { by: 'first' };
        }),
      ).rejects.toThrow(LeaseLost);
      // Work that stores nothing cannot settle the job either.
      await expect(done(first, () => Promise.resolve({ by: 'first' }))).rejects.toThrow(LeaseLost);
      return { by: 'second' };
    });
    expect(await jobOf(uuid)).toMatchObject({ status: 1, result: { by: 'second' } });
    expect(await fileOf(uuid, 'made.txt')).toBe('by the second');
    await expect(done(first, () => Promise.resolve({ by: 'first' }))).rejects.toThrow(LeaseLost);
    expect(await jobOf(uuid)).toMatchObject({ result: { by: 'second' } });
  });

  it('stop a read-only worker at its next safe point once it has lost the lease', async () => {
    const uuid = await added();
    const reading = new Doing(async ({ progress }) => {
      await run('UPDATE job SET worker = ? WHERE uuid = ?', ['second', uuid]);
      // Never ends by itself.
      await until(() => {
        progress(1);
        return false;
      });
      return {};
    });
    await doJobs(app, { kinds: [[KIND, reading]], renewedMs: 10 });
    expect(await jobOf(uuid)).toMatchObject({ status: 4, rows_done: null });
    await run('UPDATE job SET status = 5 WHERE uuid = ?', [uuid]);
  });

  it('fail with the text of REST, without running, if the caller has lost the right', async () => {
    const uuid = await added({ userType: 1, userId: 4_711 });
    let hasStarted = false;
    const work = new Doing(() => {
      hasStarted = true;
      return Promise.resolve({});
    });
    await doJobs(app, { kinds: [[KIND, work]] });
    expect(hasStarted).toBe(false);
    expect(await jobOf(uuid)).toMatchObject({
      status: 3,
      message: "The consumer isn't authorized to access _Commerce::save.",
    });
  });

  it('fail for refused input and bugs, and can be retried', async () => {
    for (const [error, message] of [
      [InputRefused.sentence('There is nothing to do.'), /^There is nothing to do\.$/],
      [new TypeError('a bug'), /^Internal Error\. Details are available in the log\. Report ID/],
    ] as const) {
      const uuid = await added();
      await doJobs(app, { kinds: [[KIND, new Doing(() => Promise.reject(error))]] });
      expect(await jobOf(uuid)).toMatchObject({ status: 3, message: expect.stringMatching(message) });
      expect(await app.good('POST', `/rest/V1/jobs/${uuid}/retry`)).toBe(true);
      expect(await newestAct(app)).toEqual(['POST /rest/V1/jobs/:bulkUuid/retry', 'retried']);
      expect(await jobOf(uuid)).toMatchObject({ status: 4, message: null, finished_at: null });
      await doJobs(app, { kinds: [[KIND, new Doing(() => Promise.resolve({ again: 1 }))]] });
      expect(await jobOf(uuid)).toMatchObject({ status: 1, result: { again: 1 } });
    }
  });

  it('are retried five times while a service is unavailable, then get status 2', async () => {
    const uuid = await added();
    let tries = 0;
    const away = new Doing(() => {
      tries += 1;
      return Promise.reject(new Unavailable(1));
    });
    for (let round = 1; round <= 6; round += 1) {
      await doJobs(app, { kinds: [[KIND, away]] });
      expect(tries).toBe(round);
      if (round === 6) break;
      expect(await jobOf(uuid)).toMatchObject({ status: 4 });
      // It waits before it is tried again.
      expect(await queue().isWaiting()).toBe(false);
      await expire(uuid);
    }
    expect(await jobOf(uuid)).toMatchObject({ status: 2, message: expect.stringMatching(/temporarily unavailable/) });
  });

  it('get status 2 after their worker exited five times', async () => {
    const uuid = await added();
    for (let death = 0; death <= 5; death += 1) {
      await claimed(`dies ${death}`);
      await expire(uuid);
    }
    let hasStarted = false;
    const work = new Doing(() => {
      hasStarted = true;
      return Promise.resolve({});
    });
    await doJobs(app, { kinds: [[KIND, work]] });
    expect(hasStarted).toBe(false);
    expect(await jobOf(uuid)).toMatchObject({ status: 2, message: expect.stringMatching(/exited 5 times/) });
  });

  it('are released at a safe point when the worker is asked to stop', async () => {
    const uuid = await added();
    const stop = new AbortController();
    const work = new Doing(({ progress }) => {
      progress(1);
      stop.abort();
      progress(2);
      return Promise.resolve({});
    });
    await doJobs(app, { kinds: [[KIND, work]], stop: stop.signal });
    expect(await jobOf(uuid)).toMatchObject({ status: 4 });
    expect(await queue().claim('elsewhere')).toMatchObject({ uuid, claims: 0 });
    await run('UPDATE job SET status = 5 WHERE uuid = ?', [uuid]);
  });
});
