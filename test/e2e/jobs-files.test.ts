import { gunzipSync, gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const GROUPS = 'customer_group_code\nretail-x\nwholesale-x\n';

describeOnDatabases('imports and exports as jobs (csv.md, "Over REST")', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { IMPORT_MAX_MB: '1' } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const upload = async (name: string, bytes: string | Buffer, query = '', as = token, key?: string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const headers = { authorization: `Bearer ${as}`, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const response = await fetch(`${app.url}/rest/V1/import${query}`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as { readonly uuid: string } };
  };
  const settled = async (uuid: string) => {
    for (;;) {
      const job = await app.good('GET', `/rest/V1/jobs/${uuid}`);
      if (job.status !== 4) return job;
      await delay(50);
    }
  };
  const codes = async (): Promise<readonly string[]> =>
    (await app.good('GET', '/rest/V1/commerce/customerGroups/search?searchCriteria=')).items.map(
      ({ code }: { readonly code: string }) => code,
    );

  it('export files that can be imported again, and list refused rows in a file', async () => {
    const begun = await app.call('POST', '/rest/V1/export', { areas: ['commerce'] }, token);
    expect([begun.status, begun.body]).toEqual([202, { uuid: expect.any(String) }]);
    const { uuid } = begun.body;
    const exported = await settled(uuid);
    expect(exported).toMatchObject({ kind: 'export', status: 1, description: 'Export of commerce', message: null });
    const file = exported.files.find(
      (path: string) => path.endsWith('customer_groups.csv.gz') || path.endsWith('customer_group.csv.gz'),
    );
    const response = await fetch(`${app.url}/rest${file}`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get('content-type')).toBe('application/gzip');
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    const [header = ''] = text.split('\n');
    const name = file.split('/').at(-1).replace(/\.gz$/, '');
    const columns = header.split(',');
    const row = (code: string): string => columns.map((one) => (/code/.test(one) ? code : '')).join(',');
    const csv = `${header}\n${row('later-1')}\n${row('x'.repeat(400))}\n${row('later-2')}\n`;

    const tried = await upload(name, csv, '?dryRun=1');
    expect(tried).toMatchObject({ status: 202, body: { uuid: expect.any(String) } });
    expect((await settled(tried.body.uuid)).result).toMatchObject({
      dry_run: true,
      files: [{ created: 2, failed: 1 }],
    });
    expect(await codes()).not.toContain('later-1');

    const kept = await upload(name, csv, '', token, 'file-1');
    expect(await upload(name, csv, '', token, 'file-1')).toEqual(kept);
    const done = await settled(kept.body.uuid);
    expect(done).toMatchObject({
      status: 1,
      rows_done: 3,
      result: { dry_run: false, files: [{ created: 2, failed: 1 }] },
    });
    expect(await codes()).toEqual(expect.arrayContaining(['later-1', 'later-2']));
    expect(done.files).toContain(`/V1/jobs/${kept.body.uuid}/files/refused.csv`);
    const refused = await app.call('GET', `/rest/V1/jobs/${kept.body.uuid}/files/refused.csv`, undefined, token);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="refused.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(refused.text).toMatch(new RegExp(`^file,line,reason\\n${name},3,`));

    const whole = await upload(name, csv.replace('later-2', 'later-3'), '?allOrNothing=1');
    expect(await settled(whole.body.uuid)).toMatchObject({
      status: 3,
      result: { rolled_back: true, files: [{ failed: 1 }] },
    });
    expect(await codes()).not.toContain('later-3');

    const packed = await fetch(`${app.url}/rest/V1/import?file=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
      body: gzipSync(`${header}\n${row('later-4')}\n`),
    });
    expect(packed.status).toBe(202);
    await settled(((await packed.json()) as { uuid: string }).uuid);
    expect(await codes()).toContain('later-4');
  });

  it('list the changes of 20 rows in a dry run, if the caller can read them', async () => {
    const { id: group } = await app.good('POST', '/rest/V1/commerce/customerGroups', {
      customerGroup: { code: 'compared' },
    });
    const rows = Array.from({ length: 22 }, (_, at) => `compared-${at},after,compared`);
    for (const row of rows) {
      const [number] = row.split(',');
      await app.good('POST', '/rest/V1/commerce/customers', {
        customer: { customer_number: number, email: `${number}@example.com`, first_name: 'before' },
      });
    }
    const csv = ['customer_number,first_name,customer_group_code', ...rows].join('\n');
    const { body } = await upload('customer.csv', csv, '?dryRun=1');
    const done = await settled(body.uuid);
    expect(done.result.files).toMatchObject([{ updated: 22, failed: 0 }]);
    const path = `/V1/jobs/${body.uuid}/files/differences.csv`;
    expect(done.files).toContain(path);
    const { text } = await app.call('GET', `/rest${path}`, undefined, token);
    const lines = text.trim().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'file,line,record,column,before,after',
      'customer.csv,2,customer_number compared-0,customer_group_code,General,compared',
      'customer.csv,2,customer_number compared-0,first_name,before,after',
    ]);
    expect(lines).toHaveLength(1 + 2 * 20);
    expect(lines.at(-1)).toMatch(/^customer\.csv,21,/);

    const json = JSON.stringify({ customer_number: 'compared-0', email: 'compared-0@example.com', group_id: group });
    const inLines = await upload('customer.ndjson', json, '?dryRun=1');
    expect((await settled(inLines.body.uuid)).result.files).toMatchObject([{ updated: 1, failed: 0 }]);
    const ofLines = `/rest/V1/jobs/${inLines.body.uuid}/files/differences.csv`;
    expect((await app.call('GET', ofLines, undefined, token)).text).toBe(
      'file,line,record,column,before,after\n' +
        'customer.ndjson,1,customer_number compared-0,customer_group_code,General,compared\n',
    );

    const writer = await app.integrationToken('_Import::save', '_Commerce::save');
    const unread = await upload('customer.csv', csv, '?dryRun=1', writer);
    await settled(unread.body.uuid);
    const refused = await app.call('GET', `/rest/V1/jobs/${unread.body.uuid}/files/differences.csv`, undefined, writer);
    expect(refused).toMatchObject({
      status: 403,
      body: { parameters: { resources: expect.stringMatching(/_Commerce::manage$/) } },
    });

    const stored = await settled((await upload('customer.csv', csv)).body.uuid);
    expect(stored.result.files).toMatchObject([{ updated: 22 }]);
    expect(stored.files.join()).not.toContain('differences.csv');
  });

  it('fail for a gzip file that is damaged or too large when unpacked', async () => {
    const sent = async (bytes: Buffer) => {
      const response = await fetch(`${app.url}/rest/V1/import?file=customer_group.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
        body: Uint8Array.from(bytes),
      });
      expect(response.status).toBe(202);
      return settled(((await response.json()) as { uuid: string }).uuid);
    };
    const large = gzipSync(Buffer.alloc(1_048_577, 'a'));
    expect(large.length).toBeLessThan(5_000);
    expect(await sent(large)).toMatchObject({
      status: 3,
      message:
        'customer_group.csv.gz: the unpacked file is larger than 1048576 bytes (IMPORT_MAX_MB). Split it into several files.',
    });
    expect(await sent(gzipSync(Buffer.alloc(1_048_576, 'a')))).toMatchObject({
      status: 3,
      message: expect.not.stringContaining('IMPORT_MAX_MB'),
    });
    expect(await sent(Buffer.from('no gzip'))).toMatchObject({
      status: 3,
      message: 'customer_group.csv.gz is damaged or not a gzip file. Compress the file with gzip again.',
    });
  });

  it('return 400 for an empty file, with and without an Idempotency-Key', async () => {
    for (const path of ['import?file=customer_group.csv', 'import?file=customer_group.ndjson', 'pricing/replay/jobs']) {
      for (const key of [undefined, 'empty']) {
        const form = new FormData();
        form.append('file', new Blob([]), 'customer_group.csv');
        for (const [type, body] of [
          ['application/gzip', new Uint8Array()],
          [undefined, form],
        ] as const) {
          const response = await fetch(`${app.url}/rest/V1/${path}`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              ...(type && { 'content-type': type }),
              ...(key && { 'idempotency-key': `${key}-${type}` }),
            },
            body,
          });
          expect([response.status, await response.json()]).toEqual([
            400,
            { message: 'The file is empty. Send a file with content.' },
          ]);
        }
      }
    }
  });

  it('refuse invalid file names, missing rights, unknown modules and unknown files', async () => {
    const narrow = await app.integrationToken('_Import::save', '_Export::manage');
    expect(await upload('../x.csv', GROUPS)).toMatchObject({ status: 400 });
    expect(await upload('customer_group.csv', GROUPS, '', await app.integrationToken('_Commerce::save'))).toMatchObject(
      { status: 403 },
    );
    expect(await app.call('POST', '/rest/V1/export', { areas: [] }, narrow)).toMatchObject({ status: 403 });
    expect(await upload('nothing.csv', GROUPS)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('is not the name of an export file') },
    });
    const areas = await app.call('POST', '/rest/V1/export', { areas: ['nope', 'x'.repeat(70_000)] }, token);
    expect([areas.status, areas.text]).toEqual([400, expect.stringContaining('The module \\"%area\\" does not exist')]);
    const broken = await upload('customer_group.csv', 'nothing\n1\n');
    expect(await settled(broken.body.uuid)).toMatchObject({ status: 3, message: expect.stringContaining('"nothing"') });
    expect(await app.call('GET', `/rest/V1/jobs/${broken.body.uuid}`, undefined, narrow)).toMatchObject({
      status: 404,
    });
    expect(await app.call('GET', `/rest/V1/jobs/${broken.body.uuid}/files/other.csv`, undefined, token)).toMatchObject({
      status: 404,
    });
  });
});
