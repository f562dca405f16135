import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const YESTERDAY_MS = 86_400_000;

describeOnDatabases('job kinds of modules (jobs.md, "Kinds of jobs")', (kind) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-test-sweep-'));
    app = await startApp({ database: kind, settings: { STORAGE_URL: `file:${folder}` } });
    const product = { product: { sku: 'A1', name: 'A', price: 10, cost: 5 } };
    await app.good('POST', '/rest/V1/commerce/products', product);
    const customer = { customer: { customer_number: 'C-1', email: 'c1@example.com' } };
    const { id } = await app.good('POST', '/rest/V1/commerce/customers', customer);
    await app.good('POST', '/rest/V1/pricing/customerprice', {
      customerPrice: { customer_id: id, sku: 'A1', qty: 1, value: 4 },
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const settled = async (uuid: string) => {
    for (;;) {
      const job = await app.good('GET', `/rest/V1/jobs/${uuid}`);
      if (job.status !== 4) return job;
      await delay(50);
    }
  };
  const file = async (uuid: string, name: string): Promise<string> => {
    const token = await app.adminToken();
    return (await app.call('GET', `/rest/V1/jobs/${uuid}/files/${name}`, undefined, token)).text;
  };

  it('a price lint writes all findings of the chosen rules or severity as CSV', async () => {
    const { uuid } = await app.good('POST', '/rest/V1/pricing/lint/jobs', { rules: ['below_cost'] });
    const search = 'searchCriteria[filter_groups][0][filters][0]';
    const found = await app.good('GET', `/rest/V1/pricing/lint?${search}[field]=rule&${search}[value]=below_cost`);
    expect(found.total_count).toBeGreaterThan(0);
    expect(await settled(uuid)).toMatchObject({
      kind: 'price_lint',
      status: 1,
      rows_done: found.total_count,
      result: { findings: found.total_count },
      files: [`/V1/jobs/${uuid}/files/findings.csv`],
    });
    const [header, ...rows] = (await file(uuid, 'findings.csv')).trimEnd().split('\n');
    expect(header).toBe('rule,severity,resource,id,related,message');
    expect(rows).toHaveLength(found.total_count);
    const [{ rule, severity, resource, id }] = found.items;
    expect(rows).toContainEqual(expect.stringMatching(`^${rule},${severity},${resource},${id},`));
    const all = (await app.good('POST', '/rest/V1/pricing/lint/jobs', {})).uuid;
    const { result } = await settled(all);
    const errors = (await app.good('POST', '/rest/V1/pricing/lint/jobs', { severity: 'error' })).uuid;
    expect((await settled(errors)).result).toMatchObject({ findings: result.error, warning: 0, notice: 0 });
    const reader = await app.integrationToken('_Commerce::manage');
    expect(await app.call('POST', '/rest/V1/pricing/lint/jobs', {}, reader)).toMatchObject({ status: 403 });
    expect(
      await app.call('POST', '/rest/V1/pricing/lint/jobs', { rules: ['none'] }, await app.adminToken()),
    ).toMatchObject({ status: 400 });
  });

  it('a replay lists different and refused lines, and runs once per key', async () => {
    const csv =
      'sold,customer_id,sku,qty,unit_price,invoice\n2026-05-01,C-1,A1,1,4.00,I-1\n2026-05-01,C-1,A1,1,3.00,=I-2\n' +
      '2026-05-01,C-1,NONE,1,3.00,I-3\nno day,C-1,A1,1,3.00,I-4\n';
    const token = await app.adminToken();
    const send = async (path: string, body: FormData | Uint8Array<ArrayBuffer>, headers = {}) => {
      const response = await fetch(`${app.url}/rest/V1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
        body,
      });
      return { status: response.status, body: (await response.json()) as { readonly uuid: string } };
    };
    const form = new FormData();
    form.append('file', new Blob([csv]), 'mine.csv');
    const plain = await send('pricing/replay/jobs?dateColumn=sold', form);
    const packing = { 'content-type': 'application/gzip', 'idempotency-key': 'replay-1' };
    const packed = await send('pricing/replay/jobs?dateColumn=sold', Uint8Array.from(gzipSync(csv)), packing);
    expect(await send('pricing/replay/jobs?dateColumn=sold', Uint8Array.from(gzipSync(csv)), packing)).toEqual(packed);
    for (const { status, body } of [plain, packed]) {
      expect(status).toBe(202);
      expect(await settled(body.uuid)).toMatchObject({
        kind: 'price_replay',
        status: 1,
        rows_done: 4,
        rows_known: 4,
        result: { lines: 3, equal: 1, different: 1, unpriced: 1, refused: 1 },
      });
      expect(await file(body.uuid, 'differences.csv')).toBe(
        'line,invoice,date,customer_id,sku,qty,unit_price,final_price,price_code,problem\n' +
          "3,'=I-2,2026-05-01,C-1,A1,1,3,4,customer_price,other_price\n" +
          '4,I-3,2026-05-01,C-1,NONE,1,3,,,unknown_sku\n',
      );
      expect(await file(body.uuid, 'refused.csv')).toMatch(/^line,reason\n5,.*no day/);
    }
    const broken = await send('pricing/replay/jobs', Uint8Array.from(gzipSync(csv)), {
      'content-type': 'application/gzip',
    });
    expect(await settled(broken.body.uuid)).toMatchObject({
      status: 3,
      message: expect.stringMatching(/column "date" is missing/),
    });
  });

  it('a sweep deletes old files without a document, and a dry run only lists them', async () => {
    const [old, young] = [
      join(folder, 'ab', 'cd', `abcd${'0'.repeat(28)}`),
      join(folder, 'ab', 'cd', `abcd${'1'.repeat(28)}`),
    ];
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(folder, 'ab', 'cd'), { recursive: true });
    for (const path of [old, young]) await writeFile(path, 'orphan');
    const before = new Date(Date.now() - YESTERDAY_MS - 60_000);
    await utimes(old, before, before);
    const startJob = async (order: object) =>
      settled((await app.good('POST', '/rest/V1/customerdocuments/sweep/jobs', order)).uuid);
    const tried = await startJob({ dry_run: 1 });
    expect(tried).toMatchObject({ status: 1, rows_done: 2, result: { dry_run: true, seen: 2, removed: 1, young: 1 } });
    expect(await file(tried.uuid, 'removed.txt')).toMatch(/^.*abcd0{28}\n$/);
    await readFile(old);
    expect(await startJob({})).toMatchObject({ status: 1, result: { dry_run: false, removed: 1, young: 1 } });
    await expect(readFile(old)).rejects.toThrow('ENOENT');
    await readFile(young);
    const saver = await app.integrationToken('_CustomerDocuments::save');
    expect(await app.call('POST', '/rest/V1/customerdocuments/sweep/jobs', {}, saver)).toMatchObject({ status: 403 });
  });

  it('a passport import becomes a job with the same result for Prefer: respond-async', async () => {
    const token = await app.adminToken();
    const csv = 'sku,template_code,manufacturer.name\nA1,battery,Rheinpfad\nNONE,no template,x\n';
    const send = (query: string, headers: Readonly<Record<string, string>>) =>
      app.call('POST', `/rest/V1/dpp/manage/import${query}`, csv, token, { 'content-type': 'text/csv', ...headers });
    const tried = await send('?dryRun=1', {});
    expect(tried).toMatchObject({ status: 200, body: { created: 1, failed: 1, dry_run: 1 } });
    const later = await send('?dryRun=1', { prefer: 'handling=lenient, respond-async' });
    expect(later).toMatchObject({ status: 202, body: { uuid: expect.any(String) } });
    expect(later.headers.get('preference-applied')).toBe('respond-async');
    const { items, ...counts } = tried.body;
    expect(await settled(later.body.uuid)).toMatchObject({ status: 1, rows_done: 2, rows_known: 2, result: counts });
    expect(JSON.parse(await file(later.body.uuid, 'answer.json'))).toEqual({ ...counts, items });
    const keyed = { prefer: 'respond-async', 'idempotency-key': 'passports-1' };
    const stored = await send('', keyed);
    expect((await send('', keyed)).body).toEqual(stored.body);
    expect(await settled(stored.body.uuid)).toMatchObject({ status: 1, result: { created: 1, failed: 1, dry_run: 0 } });
    expect(await send('', {})).toMatchObject({ status: 200, body: { created: 0, unchanged: 1, failed: 1 } });
    const typed = await send('', { prefer: 'respond-async', 'content-type': 'text/plain' });
    expect(typed.status).toBe((await send('', { 'content-type': 'text/plain' })).status);
  });
});
