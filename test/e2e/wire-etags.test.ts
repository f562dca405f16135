import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const AT_ONCE = 6;

describeOnDatabases('writes with If-Match (wire.md, "3. Responses")', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const etagAt = async (path: string): Promise<string> =>
    (await app.call('GET', path, undefined, token)).headers.get('etag') ?? '';
  const put = (path: string, body: unknown, etag: string) => app.call('PUT', path, body, token, { 'if-match': etag });
  const products = '/rest/V1/commerce/products';
  const product = async (): Promise<{ readonly id: number; readonly sku: string }> =>
    app.good('POST', products, { product: { sku: shop.sku(), name: 'Pen', price: 1 } });

  it.each([
    ['a record', async () => [`${products}/${(await product()).id}`, 'product', 'name']],
    ['a record by its business key', async () => [`${products}/sku/${(await product()).sku}`, 'product', 'name']],
    [
      'a role',
      async () => {
        const { id } = await app.good('POST', '/rest/V1/access/roles', { role: { name: shop.sku(), resources: [] } });
        return [`/rest/V1/access/roles/${id}`, 'role', 'name'];
      },
    ],
    [
      'a passport',
      async () => {
        const { passport_id } = await shop.good('POST', 'passports', { passport: publishable({ sku: shop.sku() }) });
        return [`/rest/V1/dpp/manage/passports/${passport_id}`, 'passport', 'mpn'];
      },
    ],
    [
      'a passport template',
      async () => {
        const { id } = await shop.good('POST', 'templates', {
          template: tinyTemplate({ code: 'raced', version: '1.0.0' }),
        });
        return [`/rest/V1/dpp/manage/templates/${id}`, 'template', 'labels'];
      },
    ],
  ])('succeed once if several change %s at the same time', async (_, make) => {
    const [path = '', wrapper = '', field = ''] = await make();
    const etag = await etagAt(path);
    expect(etag).toMatch(/^"/);
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_one, index) =>
        put(path, { [wrapper]: { [field]: field === 'labels' ? { en: `by ${index}` } : `by ${index}` } }, etag),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: AT_ONCE - 1 }, () => 412),
    ]);
    expect((await app.good('GET', path))[field]).toEqual(winners[0]?.body[field]);
    expect(winners[0]?.headers.get('etag')).toBe(await etagAt(path));
    expect((await app.call('DELETE', path, undefined, token, { 'if-match': etag })).status).toBe(412);
    expect((await app.call('DELETE', path, undefined, token, { 'if-match': await etagAt(path) })).status).toBe(200);
  });

  it('succeed once for a whole matrix, whose ETag changes with its rows', async () => {
    const path = '/rest/V1/pricing/productcustomermatrix';
    const wrapped = (fields: object) => ({ productCustomerMatrixComplete: fields });
    const condition = (attribute_value: string) => ({ attribute_code: 'color', attribute_value });
    const fields = { name: shop.sku(), price: 1, conditions: [condition('red')] };
    const { matrix } = await app.good('PUT', `${path}/0/complete`, wrapped(fields));
    const whole = `${path}/${matrix.id}/complete`;
    const former = await etagAt(whole);
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_one, index) =>
        put(whole, wrapped({ conditions: [condition(`by ${index}`)] }), former),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: AT_ONCE - 1 }, () => 412),
    ]);
    const now = await app.call('GET', whole, undefined, token);
    const { conditions } = now.body as { conditions: readonly { id: number; attribute_value: string }[] };
    expect(conditions).toHaveLength(1);
    expect(replies.find(({ status }) => status === 200)?.body.added.conditions).toEqual(conditions);
    const etag = now.headers.get('etag') ?? '';
    expect((await app.call('GET', whole, undefined, token, { 'if-none-match': etag })).status).toBe(304);
    // Sending the response back is accepted, and changes nothing.
    expect(await put(whole, wrapped(now.body), `W/${etag}`)).toMatchObject({
      status: 200,
      body: { matrix: { id: matrix.id } },
    });
    expect(await etagAt(whole)).toBe(etag);
    await app.good('DELETE', `${path}attribute/${conditions[0]?.id}`);
    for (const query of ['', '?dryRun=1'])
      expect((await put(`${whole}${query}`, wrapped({ price: 2 }), etag)).status).toBe(412);
    expect(await app.good('GET', whole)).toMatchObject({ price: 1, conditions: [] });
    expect((await put(`${path}/0/complete`, wrapped({ ...fields, name: shop.sku() }), '*')).status).toBe(412);
    expect((await put(`${path}/999999/complete`, wrapped({}), '*')).status).toBe(404);
  });

  it('return 412 for a business key that no record has', async () => {
    const reply = await put(`${products}/sku/${shop.sku()}`, { product: { name: 'x', price: 1 } }, '*');
    expect(reply.status).toBe(412);
  });

  it('return the same ETag when repeated with the same Idempotency-Key', async () => {
    const path = `${products}/${(await product()).id}`;
    const send = () => app.call('PUT', path, { product: { name: 'once' } }, token, { 'idempotency-key': shop.sku() });
    const key = { 'idempotency-key': shop.sku(), 'if-match': await etagAt(path) };
    const again = () => app.call('PUT', path, { product: { name: 'once' } }, token, key);
    const replies = [await again(), await again()];
    expect((await send()).status).toBe(200);
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 2 }, () => [200, replies[0]?.text]),
    );
    expect(replies[1]?.headers.get('etag')).toBe(replies[0]?.headers.get('etag'));
    expect(replies[0]?.headers.get('etag')).toBe(await etagAt(path));
  });

  it('ignore If-Match in bulk and asynchronous calls', async () => {
    const { id, sku } = await product();
    const stale = { 'if-match': '"stale"' };
    const bulk = { records: [{ id, name: 'by bulk' }] };
    expect((await app.call('POST', `${products}/bulk`, bulk, token, stale)).body).toMatchObject({ updated: 1 });
    const later = await app.call(
      'PUT',
      `/rest/async/V1/commerce/products/${id}`,
      { product: { name: sku } },
      token,
      stale,
    );
    expect(later.status).toBe(202);
  });
});
