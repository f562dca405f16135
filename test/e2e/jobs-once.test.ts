import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Persistence } from '../../libs/database/index.js';
import { JobQueue, WorkWaiting } from '../../libs/jobs/index.js';
import { type Change, ChangeLog, Unavailable } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';

const TIMES = 6;
const DAY_MS = 86_400_000;
const CSV = 'code\nonce\n';
const INVOICES = 'date,customer_id,sku,qty,unit_price\n2026-05-01,C-1,A1,1,4.00\n';

describeOnDatabases('jobs and repeated calls (jobs.md)', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { JOB_WORKERS: '0', HEAVY_CALLS_PER_CALLER: '8' } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const counted = async (sql: string): Promise<number> =>
    Number((await app.get<Persistence>(Persistence).database.queryOne<{ n: number }>(sql))?.n);
  const jobs = (): Promise<number> => counted('SELECT COUNT(*) AS n FROM job');
  const run = (sql: string, params: readonly (string | number)[]): Promise<unknown> => {
    const { transactions, database } = app.get<Persistence>(Persistence);
    return transactions.write(() => database.run(sql, params));
  };

  interface StartedJob {
    readonly status: number;
    readonly uuid: string;
  }
  const startJob = async (
    path: string,
    body: FormData | string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ): Promise<StartedJob> => {
    const response = await fetch(`${app.url}/rest/V1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
    return { status: response.status, uuid: ((await response.json()) as { readonly uuid: string }).uuid };
  };
  const form = (name: string, text: string): FormData => {
    const sent = new FormData();
    sent.append('file', new Blob([text]), name);
    return sent;
  };
  const gzip = { 'content-type': 'application/gzip' };
  const csv = { 'content-type': 'text/csv', prefer: 'respond-async' };
  const packed = (text: string): FormData | string | Uint8Array<ArrayBuffer> => Uint8Array.from(gzipSync(text));

  /** Holds back the first upload until a second one arrives, for at most 500 ms. */
  const sideBySide = async <T>(work: () => Promise<T>): Promise<T> => {
    const queue = app.get<JobQueue>(JobQueue);
    const add = queue.addFilled.bind(queue);
    const met = new AbortController();
    let count = 0;
    queue.addFilled = async (...job) => {
      count += 1;
      if (count === 2) met.abort();
      await delay(500, undefined, { signal: met.signal }).catch(() => undefined);
      await add(...job);
    };
    try {
      return await work();
    } finally {
      queue.addFilled = add;
    }
  };

  it.each<[string, string, () => FormData | string | Uint8Array<ArrayBuffer>, Readonly<Record<string, string>>]>([
    ['an import by a form', 'import', () => form('customer_group.csv', CSV), {}],
    ['a packed import', 'import?file=customer_group.csv', () => packed(CSV), gzip],
    ['a replay by a form', 'pricing/replay/jobs', () => form('invoices.csv', INVOICES), {}],
    ['a packed replay', 'pricing/replay/jobs', () => packed(INVOICES), gzip],
    ['an import of passports', 'dpp/manage/import', () => 'sku,template_code\nA1,battery\n', csv],
    ['an export', 'export', () => '{}', { 'content-type': 'application/json' }],
  ])('%s sent several times at once with one key starts one job', async (what, path, body, headers) => {
    const before = await jobs();
    const keyed = { ...headers, 'idempotency-key': what.replaceAll(' ', '-') };
    const answers = await sideBySide(() =>
      Promise.all(Array.from({ length: TIMES }, () => startJob(path, body(), keyed))),
    );
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect((await startJob(path, body(), keyed)).uuid).toBe(first?.uuid);
    expect(await jobs()).toBe(before + 1);
    expect(await app.good('GET', `/rest/V1/jobs/${first?.uuid}`)).toMatchObject({ status: 4 });
    const { uuid } = await startJob(path, body(), { ...headers, 'idempotency-key': `${keyed['idempotency-key']}-2` });
    expect(uuid).not.toBe(first?.uuid);
  });

  it('workers are notified after a job is stored, not before', async () => {
    const queue = app.get<JobQueue>(JobQueue);
    await run('UPDATE job SET status = 5', []);
    expect(await queue.isWaiting()).toBe(false);
    const { transactions } = app.get<Persistence>(Persistence);
    const seen: Promise<boolean>[] = [];
    const tell = (): void => void seen.push(transactions.isOpen ? Promise.resolve(false) : queue.isWaiting());
    const unlisten = app.get<WorkWaiting>(WorkWaiting).listen(tell);
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'told' };
    await startJob('pricing/lint/jobs', '{}', headers);
    unlisten();
    expect(await Promise.all(seen)).toEqual([true]);
    await run('UPDATE job SET status = 5', []);
  });

  it('a bulk call that stopped continues after its stored rows, even weeks later', async () => {
    const records = Array.from({ length: 600 }, (_, at) => ({ name: `weeks-${at}` }));
    const path = '/rest/async/V1/commerce/categories/bulk';
    const { bulk_uuid: uuid } = (await app.call('POST', path, { records }, token)).body;
    const stored = (): Promise<number> => counted("SELECT COUNT(*) AS n FROM category WHERE name LIKE 'weeks-%'");
    const log = app.get<ChangeLog>(ChangeLog);
    const append = log.append.bind(log);
    log.append = (changes: readonly Change[]) => {
      append(changes);
      if (changes.some(({ scope }) => scope === 'category')) started += 1;
      if (started > 300) throw new Unavailable(1);
    };
    let started = 0;
    try {
      await doJobs(app);
    } finally {
      log.append = append;
    }
    const half = await stored();
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(600);
    const status = async () => (await app.good('GET', `/rest/V1/bulk/${uuid}/status`)).operations_list[0].status;
    expect(await status()).toBe(2);
    // Idempotency records, which are stored for a day, are deleted by then.
    await run('UPDATE kept_answer SET at = ?', [new Date(Date.now() - 20 * DAY_MS).toISOString()]);
    await app.server.schedules.runHourly();
    await app.good('POST', `/rest/V1/bulk/${uuid}/retry`);
    await doJobs(app);
    expect(await status()).toBe(1);
    expect(await stored()).toBe(600);
    const steps = (): Promise<number> =>
      counted(`SELECT COUNT(*) AS n FROM kept_answer WHERE caller = 'job' AND route = '${uuid}'`);
    expect(await steps()).toBe(1);
    await run('UPDATE job SET finished_at = ? WHERE uuid = ?', [
      new Date(Date.now() - 31 * DAY_MS).toISOString(),
      uuid,
    ]);
    await app.server.schedules.runHourly();
    expect(await steps()).toBe(0);
  });
});
