import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const LINES = readFileSync(join(__dirname, '..', 'fixtures', 'passports', 'samples.ndjson'), 'utf8');
const SKUS = LINES.trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { sku: string }).sku);
const MANAGE = '/rest/V1/dpp/manage';

describeOnDatabases('sample passports of other projects', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ database });
  });
  afterAll(() => app.close());

  it('can be imported into the shipped templates, published and read publicly', async () => {
    const type = { 'content-type': 'application/x-ndjson' };
    const answer = await app.call('POST', `${MANAGE}/import`, LINES, await app.adminToken(), type);
    const items = answer.body.items as { status: string; passport_id: number; error: unknown }[];
    expect(items.map(({ status, error }) => [status, error])).toEqual(SKUS.map(() => ['created', null]));
    for (const [index, { passport_id: id }] of items.entries()) {
      const published = await app.good('POST', `${MANAGE}/passports/${id}/publish`, {});
      expect(published.status).toBe('published');
      const sku = encodeURIComponent(SKUS[index] ?? '');
      const read = await app.good('GET', `/rest/V1/dpp/passport/${sku}`);
      expect(read).toMatchObject({ passport_id: id, status: 'published' });
      const document = JSON.parse(await app.good('GET', `/rest/V1/dpp/passport/${sku}/jsonld`)) as object;
      expect(document).toMatchObject({ '@type': 'DigitalProductPassport', about: { gtin: read.gtin } });
    }
  });
});
