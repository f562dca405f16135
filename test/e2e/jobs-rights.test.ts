import { gunzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

interface Account {
  readonly id: number;
  readonly token: string;
}

const INTEGRATIONS = '/rest/V1/access/integrations';
const FORBIDDEN = (right: string) => [403, { resources: right }];

describeOnDatabases('rights to stored job data', (database) => {
  let app: TestApp;
  let made = 0;
  beforeAll(async () => {
    app = await startApp({ database });
  });
  afterAll(() => app.close());

  const account = async (...resources: readonly string[]): Promise<Account> => {
    made += 1;
    const { id } = await app.good('POST', INTEGRATIONS, { integration: { name: `of jobs ${made}`, resources } });
    return { id, token: await app.good('POST', `${INTEGRATIONS}/${id}/rotate`) };
  };
  const rights = (one: Account, ...resources: readonly string[]) =>
    app.good('PUT', `${INTEGRATIONS}/${one.id}`, { integration: { resources } });
  const settled = async (uuid: string) => {
    for (;;) {
      const job = await app.good('GET', `/rest/V1/jobs/${uuid}`);
      if (job.status !== 4 && job.status !== 0) return job;
      await delay(50);
    }
  };
  const file = async ({ token }: Account, path: string) => {
    const { status, body } = await app.call('GET', `/rest${path}`, undefined, token);
    return status === 200 ? status : [status, body.parameters];
  };
  const job = ({ token }: Account, uuid: string) => app.good('GET', `/rest/V1/jobs/${uuid}`, undefined, token);

  it('export files require the rights to read their records, for every caller', async () => {
    const EXPORT = ['_Export::manage', '_Commerce::manage', '_PriceSettings::manage'];
    const one = await account(...EXPORT);
    const { uuid } = await app.good('POST', '/rest/V1/export', { areas: ['commerce'] }, one.token);
    const { files } = await settled(uuid);
    const [first] = files as readonly string[];
    if (first === undefined) throw new Error('the export has no file');
    expect(await file(one, first)).toBe(200);
    expect((await job(one, uuid)).result).toEqual({ files: expect.anything() as object });
    await rights(one, '_Export::manage');
    expect(await file(one, first)).toEqual(FORBIDDEN('_Commerce::manage'));
    await rights(one, '_Commerce::manage');
    expect(await file(one, first)).toEqual(FORBIDDEN('_Export::manage'));
    expect(await job(one, uuid)).toMatchObject({ status: 1, files, result: null });

    const overseer = await account('_Jobs::manage');
    expect(await file(overseer, first)).toEqual(FORBIDDEN('_Export::manage'));
    expect(await job(overseer, uuid)).toMatchObject({ status: 1, files, result: null });
    await rights(overseer, '_Jobs::manage', ...EXPORT);
    expect(await file(overseer, first)).toBe(200);
  });

  it('an export for spreadsheets escapes formulas, and an unknown module returns 400', async () => {
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'SHEET', name: '=1+1', price: 1 } });
    const text = async (more: object): Promise<string> => {
      const { uuid } = await app.good('POST', '/rest/V1/export', { areas: ['commerce'], ...more });
      await settled(uuid);
      const path = `${app.url}/rest/V1/jobs/${uuid}/files/product.csv.gz`;
      const response = await fetch(path, { headers: { authorization: `Bearer ${await app.adminToken()}` } });
      return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    };
    expect(await text({})).toContain('SHEET,=1+1,');
    expect(await text({ for_spreadsheets: 1 })).toContain("SHEET,'=1+1,");
    const token = await app.adminToken();
    for (const area of ['nope', 'x'.repeat(5_000)]) {
      const refused = await app.call('POST', '/rest/V1/export', { areas: [area] }, token);
      expect([refused.status, refused.text.length < 1_000]).toEqual([400, true]);
    }
  });

  it('import files require the rights to save their records', async () => {
    const IMPORT = ['_Import::save', '_Commerce::save'];
    const one = await account(...IMPORT);
    const form = new FormData();
    form.append('file', new Blob([`code\nright-x\n${'x'.repeat(400)}\n`]), 'customer_group.csv');
    const headers = { authorization: `Bearer ${one.token}` };
    const sent = await fetch(`${app.url}/rest/V1/import`, { method: 'POST', headers, body: form });
    const { files } = await settled(((await sent.json()) as { readonly uuid: string }).uuid);
    expect(files).toHaveLength(2);
    for (const path of files) expect(await file(one, path)).toBe(200);
    await rights(one, '_Import::save');
    for (const path of files) expect(await file(one, path)).toEqual(FORBIDDEN('_Commerce::save'));
  });

  it('bodies and responses of calls require the right to make the call', async () => {
    const one = await account('_Commerce::save');
    made += 1;
    const body = { product: { sku: `JOB-${made}`, name: 'A', price: 1 } };
    const { bulk_uuid: uuid } = (await app.call('POST', '/rest/async/V1/commerce/products', body, one.token)).body;
    await settled(uuid);
    const seen = async ({ token }: Account) => {
      const detailed = await app.good('GET', `/rest/V1/bulk/${uuid}/detailed-status`, undefined, token);
      const filter = `searchCriteria[filterGroups][0][filters][0]`;
      const search = `${filter}[field]=bulk_uuid&${filter}[value]=${uuid}`;
      const found = await app.good('GET', `/rest/V1/bulk?${search}`, undefined, token);
      expect(found.items[0].status).toBe(1);
      return [...detailed.operations_list, ...found.items].map((call) => call.result_serialized_data !== null);
    };
    expect(await seen(one)).toEqual([true, true]);
    await rights(one);
    expect(await seen(one)).toEqual([false, false]);
    const overseer = await account('_Jobs::manage');
    expect(await seen(overseer)).toEqual([false, false]);
    await rights(overseer, '_Jobs::manage', '_Commerce::save');
    expect(await seen(overseer)).toEqual([true, true]);
  });

  it('a response stored for an Idempotency-Key requires the right to make the call', async () => {
    const one = await account('_Commerce::save');
    made += 1;
    const body = { product: { sku: `JOB-${made}`, name: 'A', price: 1 } };
    const again = () =>
      app.call('POST', '/rest/V1/commerce/products', body, one.token, { 'idempotency-key': 'kept-answer-1' });
    const first = await again();
    expect([first.status, (await again()).text]).toEqual([200, first.text]);
    await rights(one);
    expect((await again()).status).toBe(403);
  });
});
