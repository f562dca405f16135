import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const PRODUCTS = '/rest/V1/commerce/products';
const LINES = { 'content-type': 'application/x-ndjson' };

describeOnDatabases('rows with long lists (bulk.md, "Sending rows")', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
    const records = Array.from({ length: 1_100 }, (_, at) => ({ id: at + 1, name: 'c' }));
    await app.good('POST', '/rest/V1/commerce/categories/bulk', { records });
  });
  afterAll(() => app.close());

  const ids = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);
  const lines = (name: string, rows: number, fields: object): string =>
    ids(rows)
      .map((row) => JSON.stringify({ sku: `${name}-${row}`, name, price: 1, ...fields }))
      .join('\n');
  const send = (body: string) => app.call('POST', `${PRODUCTS}/bulk`, body, token, LINES);

  it.each([
    ['ids', { category_ids: ids(60_000).map((at) => at % 10) }, 'category_ids'],
    ['objects', { website_prices: ids(20_000).map(() => ({ website_id: 1 })) }, 'website_prices'],
    ['attributes', { attributes: { a: ids(60_000) } }, 'attributes'],
  ])('fail one by one above the limit: %s', async (name, fields, field) => {
    const { body } = await send(lines(name, 30, fields));
    expect(body).toMatchObject({ created: 0, failed: 30 });
    expect(body.items[0].error).toMatchObject({
      message: expect.stringContaining('at most %max are allowed'),
      parameters: { fieldName: field },
    });
  });

  it('are created, updated and returned within the limits', async () => {
    const name = 'L';
    const listed = async () => {
      const { id } = (await app.good('GET', `${PRODUCTS}/sku/${name}-7`)) as { id: number };
      return (await app.good('GET', `${PRODUCTS}/${id}`)).category_ids;
    };
    expect((await send(lines(name, 20, { category_ids: ids(1_000) }))).body).toMatchObject({ created: 20 });
    expect(await listed()).toEqual(ids(1_000));
    expect((await send(lines(name, 20, { category_ids: ids(1_000, 101) }))).body).toMatchObject({ updated: 20 });
    expect(await listed()).toEqual(ids(1_000, 101));
  });
});
