import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const HEADER = 'sku;name;price;;';

describeOnDatabases('CSV files of spreadsheets over REST (csv.md, "Dialects")', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const upload = async (path: string, name: string, bytes: string | Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const response = await fetch(`${app.url}/rest/V1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as { uuid: string; message: string } };
  };
  const settled = async ({ status, body }: { status: number; body: { uuid: string } }) => {
    expect(status).toBe(202);
    for (;;) {
      const job = await app.good('GET', `/rest/V1/jobs/${body.uuid}`);
      if (job.status !== 4) return job;
      await delay(50);
    }
  };
  const jobs = async (): Promise<number> =>
    (await app.good('GET', '/rest/V1/jobs?searchCriteria[pageSize]=1')).total_count;
  const priceOf = async (sku: string): Promise<unknown> =>
    (await app.good('GET', `/rest/V1/commerce/products/search?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=${sku}`)).items[0]?.price; // prettier-ignore

  it('are imported with the stated dialect, and rejected with the name of another one', async () => {
    const csv = `sep=;\r\n${HEADER}\r\nD-1;Ärmel;4,95;;\r\n;;;;\r\nD-2;"a;b";1.000,5;;\r\n`;
    const before = await jobs();
    const refused = await upload('import', 'product.csv', csv);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'product.csv: the file uses the dialect semicolon, not comma; use dialect=semicolon',
    ]);
    expect(await jobs()).toBe(before);
    expect(await upload('import?dialect=colon', 'product.csv', csv)).toMatchObject({ status: 400 });

    const tried = await settled(await upload('import?dryRun=1', 'product.csv', csv));
    expect(tried.result).toMatchObject({ dry_run: true, files: [{ dialect: 'semicolon', created: 1, failed: 1 }] });
    expect(await priceOf('D-1')).toBeUndefined();

    const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le');
    const done = await settled(await upload('import?dialect=semicolon', 'product.csv', utf16));
    expect(done.result).toMatchObject({ files: [{ dialect: 'semicolon', created: 1, failed: 1 }] });
    expect(await priceOf('D-1')).toBe(4.95);
    const reasons = await app.call('GET', `/rest/V1/jobs/${done.uuid}/files/refused.csv`, undefined, token);
    expect(reasons.text).toMatch(/^file,line,reason\nproduct.csv,5,"price: ""1.000,5"" contains ""."".*thousands/);

    const old = Buffer.from('sku\tname\tprice\nD-3\tÄrmel\t0.50\n', 'latin1');
    const windows = await upload('import?dialect=tab-point&encoding=windows-1252', 'product.csv', old);
    expect((await settled(windows)).result).toMatchObject({ files: [{ created: 1, failed: 0 }] });
    expect(await priceOf('D-3')).toBe(0.5);
  });

  it('produce warnings in a dry run if a spreadsheet damaged keys', async () => {
    for (const sku of ['00417', 'E-1'])
      await app.good('POST', '/rest/V1/commerce/products', { product: { sku, name: sku } });
    const csv = 'sku,name\n417,a\n4.00638E+12,b\nE-1,c\n9000,d\n';
    const { result } = await settled(await upload('import?dryRun=1', 'product.csv', csv));
    expect(result.files[0]).toMatchObject({ created: 3, updated: 1, failed: 0 });
    expect(result.files[0].warnings).toEqual([
      {
        line: 2,
        reason:
          'sku "417" is new, but "00417" exists; if a spreadsheet removed the leading zeros, format the column as text',
      },
      {
        line: 3,
        reason:
          'sku "4.00638E+12" is new and looks like a number that a spreadsheet rounded; format the column as text in the spreadsheet',
      },
    ]);
    const passports = await app.call(
      'POST',
      '/rest/V1/dpp/manage/import?dryRun=1',
      'sku;template_code\n417;generic\n4,00638E+12;generic\n',
      token,
      { 'content-type': 'text/csv' },
    );
    expect([passports.status, passports.body.dialect]).toEqual([200, 'semicolon']);
    expect(passports.body.warnings.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
  });

  it('of invoice lines and passports also require their dialect', async () => {
    const lines = 'date;customer_id;sku;qty;unit_price\n2026-01-31;C-1;D-1;1,5;4,95\n';
    const refused = await upload('pricing/replay/jobs', 'invoices.csv', lines);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'invoices.csv: the file uses the dialect semicolon, not comma; use dialect=semicolon',
    ]);
    const replayed = await settled(await upload('pricing/replay/jobs?dialect=semicolon', 'invoices.csv', lines));
    expect(replayed.result).toMatchObject({ lines: 1, refused: 0 });

    const rows = 'sku;template_code\nD-P;generic\n';
    const send = (query: string, headers: object = {}) =>
      app.call('POST', `/rest/V1/dpp/manage/import${query}`, rows, token, { 'content-type': 'text/csv', ...headers });
    for (const headers of [{}, { prefer: 'respond-async' }]) {
      const { status, body } = await send('', headers);
      expect([status, body.message]).toEqual([
        400,
        'the file uses the dialect semicolon, not comma; use dialect=semicolon',
      ]);
    }
    expect((await send('?dialect=semicolon')).body).toMatchObject({ created: 1, failed: 0, dialect: 'semicolon' });
  });
});
