import { gunzipSync } from 'node:zlib';
import { Kontor, KontorError } from '../../clients/typescript/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { ScriptedServer } from '../support/scripted-server.js';

const UUID = '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1';
const TIMELY = { timeoutMs: 60_000 };

describeOnDatabases('jobs of the TypeScript client', (database) => {
  let app: TestApp;
  let kontor: Kontor;
  beforeAll(async () => {
    app = await startApp({ database });
    kontor = new Kontor({ baseUrl: app.url, credentials: { token: await app.adminToken() } });
  });
  afterAll(() => app.close());

  const group = (code: string) => ({ customerGroup: { code } });
  const codes = async (): Promise<readonly string[]> =>
    (await kontor.search('/V1/commerce/customerGroups/search').all()).map(({ code }) => code);

  it('return the outcome of each call, and report progress', async () => {
    const accepted = await kontor.jobs.submitMany('POST', '/V1/commerce/customerGroups', [
      group('client-1'),
      group('General'),
      { customerGroup: { nope: 1 } },
    ]);
    expect(accepted).toMatchObject({ errors: true, request_items: [{}, {}, { status: 'rejected', error_code: 0 }] });
    const open: number[] = [];
    const job = await kontor.jobs.wait(accepted, { ...TIMELY, onProgress: (count) => open.push(count) });
    expect(job.operations_list.map(({ status }) => status)).toEqual([1, 3, 5]);
    expect(open.at(-1)).toBe(0);
    expect(await codes()).toContain('client-1');
    const { operations_list: calls } = await kontor.jobs.detailedStatus(accepted.bulk_uuid);
    const made = JSON.parse(calls[0]?.result_serialized_data ?? '') as { readonly id: number };
    const changed = await kontor.jobs.submit('PUT', `/V1/commerce/customerGroups/${made.id}`, group('client-2'));
    await kontor.jobs.wait(changed, TIMELY);
    expect(await codes()).toContain('client-2');
  });

  it('import a CSV file with a dry run, a key and rejected rows', async () => {
    const csv = `code\nfile-1\n${'x'.repeat(400)}\nfile-2\n`;
    const tried = await kontor.jobs.importFile('customer_group.csv', csv, { dryRun: true });
    expect((await kontor.jobs.finished(tried, TIMELY)).result).toMatchObject({
      dry_run: true,
      files: [{ created: 2 }],
    });
    expect(await codes()).not.toContain('file-1');

    const startedJob = await kontor.jobs.importFile('customer_group.csv', new Blob([csv]), { key: 'night' });
    expect(await kontor.jobs.importFile('customer_group.csv', csv, { key: 'night' })).toEqual(startedJob);
    const rows: number[] = [];
    const job = await kontor.jobs.finished(startedJob, { ...TIMELY, onProgress: (count) => rows.push(count) });
    expect(job).toMatchObject({ status: 1, rows_done: 3, result: { files: [{ created: 2, failed: 1 }] } });
    expect(rows.at(-1)).toBe(3);
    expect(await codes()).toEqual(expect.arrayContaining(['file-1', 'file-2']));
    const refused = await kontor.jobs.file(startedJob, 'refused.csv');
    expect(await refused.text()).toMatch(/^file,line,reason\ncustomer_group\.csv,3,/);

    const whole = await kontor.jobs.importFile('customer_group.csv', csv.replaceAll('file', 'all'), {
      allOrNothing: true,
    });
    expect((await kontor.jobs.finished(whole, TIMELY)).result).toMatchObject({ rolled_back: true });
    await expect(kontor.jobs.file(startedJob, 'nothing.csv')).rejects.toBeInstanceOf(KontorError);
  });

  it('download the files of an export unchanged', async () => {
    const { data } = await kontor.api.POST('/V1/export', { body: { areas: ['commerce'] } });
    const { uuid } = data as { readonly uuid: string };
    const { files } = await kontor.jobs.finished({ uuid }, TIMELY);
    const file = files.find((name) => name.endsWith('customer_group.csv.gz')) ?? '';
    const packed = await kontor.jobs.file({ uuid }, file);
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toMatch(/^code\n(?:.*\n)*General\n/);
  });
});

describe('waiting for jobs of the TypeScript client', () => {
  let script: ScriptedServer;
  let kontor: Kontor;
  beforeAll(async () => {
    script = await ScriptedServer.start();
    kontor = new Kontor({ baseUrl: script.url });
  });
  afterAll(() => script.stop());

  const calls = (...statuses: readonly number[]) => ({
    operations_list: statuses.map((status, id) => ({ id, status, result_message: null, error_code: null })),
  });
  const accepted = { bulk_uuid: UUID };
  const startedJob = { uuid: UUID };
  const until = (body: object, signal?: AbortSignal) => {
    script.answers(() => ({ body }));
    return 'status' in body
      ? kontor.jobs.finished(startedJob, { timeoutMs: 100, ...(signal ? { signal, timeoutMs: 60_000 } : {}) })
      : kontor.jobs.wait(accepted, { timeoutMs: 100, ...(signal ? { signal, timeoutMs: 60_000 } : {}) });
  };

  it('polls until no call is open, with growing pauses', async () => {
    const states = [calls(4, 4), calls(1, 4), calls(1, 3)];
    script.answers(() => ({ body: states.shift() ?? calls(1, 3) }));
    const open: number[] = [];
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await kontor.jobs.wait(accepted, { onProgress: (left) => open.push(left) })).toEqual(calls(1, 3));
    const pauses = timers.mock.calls.flatMap(([, ms]) => (ms === 200 || ms === 300 ? [ms] : []));
    timers.mockRestore();
    expect(open).toEqual([2, 1, 0]);
    expect(pauses).toEqual([200, 300]);
  });

  it.each([['asynchronous calls', calls(4)] as const, ['another job', { status: 4, rows_done: null }] as const])(
    'ends at the timeout or on an abort signal, even during a request: %s',
    async (_, open) => {
      await expect(until(open)).rejects.toMatchObject({ name: 'JobUnfinished', job: open });
      const later = new AbortController();
      const waiting = until(open, later.signal);
      later.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      script.asked.length = 0;
      await expect(until(open, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
      expect(script.asked).toEqual([]);

      const during = new AbortController();
      script.answers(() => {
        during.abort(new Error('while it asks'));
        return { held: true };
      });
      const asking =
        'status' in open
          ? kontor.jobs.finished(startedJob, { signal: during.signal })
          : kontor.jobs.wait(accepted, { signal: during.signal });
      await expect(asking).rejects.toThrow('while it asks');
    },
  );
});
