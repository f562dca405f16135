import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Persistence } from '../../libs/database/index.js';
import { CALLS, JobQueue, type NewJob } from '../../libs/jobs/index.js';
import { ROOMS } from '../../src/app.module.js';
import { runCommand } from '../../src/cli/program.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';

const MANY = '/rest/async/bulk/V1/commerce/categories';
const DAY_MS = 86_400_000;
const OWNER = { userType: 2, userId: 1 };
const LEFT_OUT = 'pricing-list';

describeOnDatabases('stored jobs (jobs.md)', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    const addOns = ROOMS.flatMap(({ manifest: { name, addOn } }) => (addOn && name !== LEFT_OUT ? name : []));
    app = await startApp({ database: kind, addOns, settings: { JOB_WORKERS: '0', JOB_DAYS: '3' } });
  });
  afterAll(() => app.close());

  const queue = (): JobQueue => app.get<JobQueue>(JobQueue);
  const sent = async (...names: readonly string[]): Promise<string> =>
    (
      await app.call(
        'POST',
        MANY,
        names.map((name) => ({ category: { name } })),
        await app.adminToken(),
      )
    ).body.bulk_uuid as string;
  const work = (): Promise<number> => doJobs(app);
  const statuses = async (uuid: string): Promise<readonly number[]> =>
    (await app.good('GET', `/rest/V1/bulk/${uuid}/status`)).operations_list.map(
      ({ status }: { readonly status: number }) => status,
    );
  const isThere = async (uuid: string): Promise<boolean> =>
    (await app.call('GET', `/rest/V1/jobs/${uuid}`, undefined, await app.adminToken())).status === 200;
  const run = (sql: string, params: readonly (string | number | Date)[]): Promise<unknown> => {
    const { transactions, database } = app.get<Persistence>(Persistence);
    return transactions.write(() => database.run(sql, params));
  };
  const rowsOf = async (table: string): Promise<number> => {
    const { database } = app.get<Persistence>(Persistence);
    return Number((await database.queryOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n);
  };
  const job = (more: Partial<NewJob>): NewJob => ({
    uuid: randomUUID(),
    kind: CALLS,
    owner: OWNER,
    store: null,
    description: 'Topic of a test',
    input: '{}',
    ...more,
  });

  /** The standard output and standard error of a command. */
  const kontor = async (...args: readonly string[]): Promise<{ readonly out: string; readonly complaint: string }> => {
    const { DATABASE_URL, JWT_SECRET = '', PUBLIC_BASE_URL = '' } = testSettings(app.databaseUrl);
    const before = { ...process.env };
    Object.assign(process.env, { DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL });
    const printed = { out: '', complaint: '' };
    const output = jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => (printed.out += String(text)) !== '');
    const errors = jest
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => (printed.complaint += String(text)) !== '');
    try {
      await runCommand(['node', 'kontor', ...args]);
    } finally {
      output.mockRestore();
      errors.mockRestore();
      process.env = before;
      process.exitCode = 0;
    }
    return printed;
  };

  it('logs with JOB_WORKERS=0 that another server must run the jobs', async () => {
    expect(app.logs.all).toContainEqual(
      expect.objectContaining({ msg: 'JOB_WORKERS is 0: this server accepts jobs, but another server must run them' }),
    );
    expect(app.server.jobs.pids).toEqual([]);
    const other = await startApp({ database: kind });
    try {
      expect(other.logs.all.filter(({ msg = '' }) => msg.includes('JOB_WORKERS'))).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('are listed newest first, retried and canceled by kontor jobs', async () => {
    expect((await kontor('jobs')).out).toBe('No jobs found.\n');
    const failing = await sent('fails', 'fails too');
    await run('UPDATE job_call SET status = 3 WHERE position = 1', []);
    await work();
    expect(await statuses(failing)).toEqual([1, 3]);
    const open = await sent('open', 'open too', 'open as well');
    const lines = (await kontor('jobs')).out.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${open}  [\\d-]{10} [\\d:]{8}  open +0 of 3  Topic async\\.commerce`)),
      expect.stringMatching(new RegExp(`^${failing}  [\\d-]{10} [\\d:]{8}  failed +2 of 2  Topic async\\.commerce`)),
    ]);
    expect(await kontor('jobs', 'retry', failing)).toEqual({ out: 'Parts retried: 1.\n', complaint: '' });
    expect(await statuses(failing)).toEqual([1, 4]);
    expect(await kontor('jobs', 'cancel', open)).toEqual({ out: 'Parts canceled: 3.\n', complaint: '' });
    expect(await statuses(open)).toEqual([5, 5, 5]);
    expect((await kontor('jobs', 'cancel', 'nothing')).complaint).toMatch(/The job nothing does not exist\./);
    await work();
    expect(await statuses(failing)).toEqual([1, 1]);
  });

  it('are deleted with calls and responses JOB_DAYS after they finish; open ones stay', async () => {
    const [old, young] = [await sent('old'), await sent('young')];
    await work();
    const open = await sent('still open');
    const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
    await run('UPDATE job SET finished_at = ? WHERE uuid = ?', [ago(3.01), old]);
    await run('UPDATE job SET finished_at = ? WHERE uuid = ?', [ago(2.99), young]);
    await run('UPDATE job SET created_at = ? WHERE uuid = ?', [ago(30), open]);
    const before = [await rowsOf('job_call'), await rowsOf('job_answer')] as const;
    await app.server.schedules.runHourly();
    expect(await Promise.all([old, young, open].map(isThere))).toEqual([false, true, true]);
    expect([await rowsOf('job_call'), await rowsOf('job_answer')]).toEqual([before[0] - 1, before[1] - 1]);
    await work();
  });

  it('are kept with their calls if they are retried while old jobs are being deleted', async () => {
    const uuid = await sent('fails', 'fails too');
    await run('UPDATE job_call SET status = 3 WHERE status = 4', []);
    await work();
    expect(await statuses(uuid)).toEqual([3, 3]);
    await run('UPDATE job SET finished_at = ? WHERE uuid = ?', [new Date(Date.now() - 30 * DAY_MS), uuid]);
    const { database } = app.get<Persistence>(Persistence);
    const query = database.query.bind(database);
    let isRetried = false;
    // Immediately after the query for old jobs.
    database.query = (async (...args: Parameters<typeof query>) => {
      const found = await query(...args);
      if (!isRetried && typeof args[0] === 'string' && /FROM job WHERE finished_at/.test(args[0]) && found.length > 0) {
        isRetried = true;
        await app.good('POST', `/rest/V1/bulk/${uuid}/retry`);
      }
      return found;
    }) as typeof query;
    try {
      await app.server.schedules.runHourly();
    } finally {
      database.query = query;
    }
    expect(isRetried).toBe(true);
    expect(await statuses(uuid)).toEqual([4, 4]);
    await work();
    expect(await statuses(uuid)).toEqual([1, 1]);
  });

  it('are deleted if their upload takes more than a day', async () => {
    const ends = new EventTarget();
    const arriving = (uuid: string) =>
      queue()
        .addFilled(
          job({ uuid, kind: 'import' }),
          async (files) => {
            await files.write('customer_price.csv', [Buffer.from('half')] as unknown as AsyncIterable<Uint8Array>);
            await once(ends, 'end');
          },
          (open) => app.get<Persistence>(Persistence).transactions.write(open),
        )
        .catch((error: unknown) => error);
    const [dead, alive] = [randomUUID(), randomUUID()];
    const uploads = Promise.all([arriving(dead), arriving(alive)]);
    while ((await rowsOf('job_file')) < 2) await new Promise((resolve) => setImmediate(resolve));
    // No worker can claim it yet, but its status can be requested.
    expect(await queue().isWaiting()).toBe(false);
    expect(await app.good('GET', `/rest/V1/jobs/${dead}`)).toMatchObject({ status: 0, rows_done: null });
    await run('UPDATE job SET ready_at = ready_at - ? WHERE uuid = ?', [DAY_MS + 60_000, dead]);
    await run('UPDATE job SET ready_at = ready_at - ? WHERE uuid = ?', [DAY_MS - 60_000, alive]);
    await app.server.schedules.runHourly();
    expect(await Promise.all([dead, alive].map(isThere))).toEqual([false, true]);
    expect(await rowsOf('job_file')).toBe(1);
    ends.dispatchEvent(new Event('end'));
    // The client of the deleted upload receives an error.
    expect(await uploads).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/unavailable/) }),
      undefined,
    ]);
    expect(await app.good('GET', `/rest/V1/jobs/${alive}`)).toMatchObject({ status: 4 });
    await work();
  });

  it('of a module that is not installed have no route, and fail if accepted before', async () => {
    const token = await app.adminToken();
    const call = (path: string, body: unknown) => app.call('POST', `/rest/async/${path}`, body, token);
    const priceList = { priceList: { name: 'Autumn' } };
    expect(await call('V1/pricing/pricelist', priceList)).toMatchObject({ status: 404 });
    expect(await call('bulk/V1/pricing/pricelist', [priceList])).toMatchObject({ status: 404 });
    const customerPrice = { customerPrice: { customer_id: 1, sku: 'A', value: 1 } };
    expect(await call('V1/pricing/customerprice', customerPrice)).toMatchObject({ status: 202 });
    const input = { service: 'pricingListPriceListRepositoryV1', name: 'save', listed: false, params: {}, query: {} };
    const before = job({ input: JSON.stringify(input) });
    await queue().add(before, [{ status: 4, input: JSON.stringify(priceList), message: null }]);
    const nobodys = job({ kind: 'of a room that is gone' });
    await queue().add(nobodys, []);
    await work();
    const { operations_list } = await app.good('GET', `/rest/V1/bulk/${before.uuid}/status`);
    expect(operations_list).toMatchObject([{ status: 3, result_message: 'Request does not match any route.' }]);
    expect(await app.good('GET', `/rest/V1/jobs/${nobodys.uuid}`)).toMatchObject({
      status: 3,
      message: 'No installed module handles jobs of this kind. Add the module that handles them to ADD_ONS.',
    });
  });
});
