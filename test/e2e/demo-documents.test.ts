import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');
const PASSWORD = 'a password of the demo customer';

interface DemoDocument {
  readonly file: string;
  readonly document: { readonly name: string };
  readonly products?: readonly string[];
}

const documents = JSON.parse(
  readFileSync(join(ROOT, 'demo/documents/documents.json'), 'utf8'),
) as readonly DemoDocument[];

describe('the demo documents', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    const group = await app.good('POST', '/rest/V1/commerce/customerGroups', {
      customerGroup: { code: 'Wholesale UK' },
    });
    const customer = { customer_number: '17850', group_id: group.id };
    await app.good('POST', '/rest/V1/commerce/customers', { customer });
    for (const sku of new Set(documents.flatMap(({ products = [] }) => products)))
      await app.good('POST', '/rest/V1/commerce/products', { product: { sku, name: sku } });
  });
  afterAll(() => app.close());

  /** Loads the documents as quickstart does. */
  const load = async (): Promise<string> => {
    const script =
      `import { tryDownload } from ${JSON.stringify(join(ROOT, 'scripts/demo-load.mjs'))};` +
      'const [base, token, password] = process.argv.slice(1);' +
      'console.log(await tryDownload(base, token, password));';
    const args = ['--input-type=module', '-e', script, app.url, await app.adminToken(), PASSWORD];
    return (await run(process.execPath, args)).stdout;
  };

  it('are the files that their script generates', async () => {
    await run(process.execPath, [join(ROOT, 'scripts/demo-documents.mjs'), '--check']);
  });

  it('are loaded once, and the printed command downloads one as a customer', async () => {
    const output = await load();
    const [, address = '', bearer = ''] = /curl -sSOJ '(\S+)' -H 'Authorization: Bearer (\S+)'/.exec(output) ?? [];
    const response = await fetch(address, { headers: { authorization: `Bearer ${bearer}` } });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=agreement-17850.pdf');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(readFileSync(join(ROOT, 'demo/documents/agreement-17850.pdf')))).toBe(true);
    expect(output).toContain(`This command saves agreement-17850.pdf (${bytes.length} bytes).`);

    await load();
    const { items } = await app.good('GET', '/rest/V1/customerdocuments/search?searchCriteria=');
    expect(items.map(({ name }: { readonly name: string }) => name).sort()).toEqual(
      documents.map(({ document }) => document.name).sort(),
    );
    for (const { file } of items) expect(file.size).toBeGreaterThan(0);
    const seen = await app.call('GET', '/rest/V1/customerdocuments/me/search?searchCriteria=', undefined, bearer);
    expect(seen.body.total_count).toBe(documents.length);
  });
});
