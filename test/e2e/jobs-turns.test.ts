import { randomUUID } from 'node:crypto';
import { CALLS, JobQueue, type NewJob, STATUS } from '../../libs/jobs/index.js';
import { ServedOperations } from '../../libs/calls/index.js';
import { Jobs } from '../../libs/operations/index.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const MOST = 3;

describeOnDatabases('the order of jobs (jobs.md)', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ database, settings: { JOB_WORKERS: '0', JOBS_PER_CALLER: String(MOST) } });
  });
  afterAll(() => app.close());

  const queue = (): JobQueue => app.get<JobQueue>(JobQueue);
  const job = (userId: number | null, kind = 'test'): NewJob => ({
    uuid: randomUUID(),
    kind,
    owner: { userType: userId === null ? 4 : 1, userId },
    store: null,
    description: `of ${userId}`,
    input: '{}',
  });
  const call = { status: STATUS.open, input: '{}', message: null } as const;

  it('alternates between callers, and puts calls before older jobs', async () => {
    for (let count = 0; count < 5; count += 1) await queue().add(job(1), []);
    await queue().add(job(2), []);
    await queue().add(job(null), []);
    await queue().add(job(3, CALLS), [call]);
    const claimed: string[] = [];
    for (;;) {
      const found = await queue().claim('a test');
      if (!found) break;
      claimed.push(found.description);
      await queue().settle(found.lease, STATUS.complete, {});
    }
    expect(claimed).toEqual(['of 3', 'of 1', 'of 2', 'of null', 'of 1', 'of 1', 'of 1', 'of 1']);
  });

  const exported = (token: string) => app.call('POST', '/rest/V1/export', { areas: ['commerce'] }, token);

  it('limits open jobs per caller, also for simultaneous calls, and returns 429 above', async () => {
    const token = await app.integrationToken('_Export::manage', '_Commerce::manage', '_PriceSettings::manage');
    const atOnce = await Promise.all(Array.from({ length: MOST + 3 }, () => exported(token)));
    // Some of them may exceed the limit on heavy calls instead.
    const after: Answer[] = [];
    for (let count = 0; count < MOST + 1; count += 1) after.push(await exported(token));
    const answers = [...atOnce, ...after];
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(MOST);
    const refused = after.at(-1);
    expect(refused?.body.message).toContain('JOBS_PER_CALLER');
    expect(refused?.headers.get('retry-after')).toBe('30');
    const other = await app.integrationToken('_Export::manage', '_Commerce::manage', '_PriceSettings::manage');
    const { body } = await exported(other);
    await app.good('POST', `/rest/V1/jobs/${body.uuid}/cancel`, undefined, other);

    const open = answers.find(({ status }) => status !== 429);
    await app.good('POST', `/rest/V1/jobs/${open?.body.uuid}/cancel`, undefined, token);
    expect((await exported(token)).status).toBe(open?.status);
    expect((await exported(token)).status).toBe(429);
  });

  it('does not limit asynchronous calls', async () => {
    const token = await app.integrationToken('_Commerce::save');
    for (let count = 0; count < MOST + 2; count += 1) {
      const body = { category: { name: `turn ${count}` } };
      expect((await app.call('POST', '/rest/async/V1/commerce/categories', body, token)).status).toBe(202);
    }
  });

  it('excludes operations that start jobs from lists of calls', async () => {
    const lists = await app.call('POST', '/rest/async/bulk/V1/export', [{ areas: [] }], await app.adminToken());
    expect([lists.status, lists.body.message]).toEqual([404, 'Request does not match any route.']);
    const starting = app
      .get<ServedOperations>(ServedOperations)
      .all.map(({ operation }) => operation)
      .filter(({ by, output, startsJob }) => {
        const isFlagged = startsJob === true;
        const starts = [by].flat().includes(Jobs) || JSON.stringify(output).includes('"uuid"');
        return isFlagged !== starts && [by].flat().includes(Jobs);
      });
    expect(starting.map(({ service, name }) => `${service} ${name}`)).toEqual([]);
  });
});
