import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Clock } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const LIST = '/rest/V1/dpp/passports';
const filter = (field: string, value: string, condition = 'eq', group = 0): string =>
  `searchCriteria[filter_groups][${group}][filters][0][field]=${field}` +
  `&searchCriteria[filter_groups][${group}][filters][0][value]=${encodeURIComponent(value)}` +
  `&searchCriteria[filter_groups][${group}][filters][0][condition_type]=${condition}`;

describeOnDatabases('public passport reads', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    const good = (path: string, body: object) => app.good('POST', `/rest/V1/commerce/${path}`, body);
    await good('websites', {
      website: { id: 5, code: 'tokyo', name: 'Tokyo', base_currency: 'JPY', timezone: 'Asia/Tokyo' },
    });
    await good('stores', {
      store: {
        id: 51,
        code: 'tokyo',
        name: 'Tokyo',
        website_id: 5,
        is_default: 1,
        locale: 'de_DE',
        issuer: { name: 'Aussteller', url: 'https://issuer.example', operator_id: 'DE1' },
      },
    });
  });
  afterAll(() => app.close());

  const uuidOf = async (sku: string, query = ''): Promise<string | null> =>
    ((await shop.read(sku, query)).body as { uuid: string } | null)?.uuid ?? null;

  it.each(['A/B', 'ÄÖÜ ß', '100%', 'a b+c', '漢字', '%2F', "O'Neil & Co", '😀'])('find the SKU %j', async (sku) => {
    const { uuid } = await shop.published({ sku });
    const { status, body } = await shop.read(sku);
    expect([status, body.sku, body.uuid]).toEqual([200, sku, uuid]);
    const linked = await app.call('GET', `/rest/V1/dpp/passport/${encodeURIComponent(sku)}/jsonld`);
    expect(JSON.parse(linked.body as string)).toMatchObject({ '@type': 'DigitalProductPassport' });
    // The URL in the response returns the same document.
    const { pathname, search } = new URL(body.jsonld_url as string);
    expect((await app.call('GET', pathname + search)).text).toBe(linked.text);
  });

  it('return null for unknown, impossible and unpublished SKUs', async () => {
    const { sku } = await shop.draft();
    for (const one of [sku, 'nobody', ' x ', 'x'.repeat(2000)]) {
      const { status, text, headers } = await shop.read(one);
      expect([status, text]).toEqual([200, 'null']);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    expect((await app.call('GET', '/rest/V1/dpp/passport/%00')).text).toBe('null');
    expect((await app.call('GET', '/rest/V1/dpp/passport/%E0%A4')).status).toBe(400);
  });

  it('ignore tokens, even invalid ones', async () => {
    const { sku } = await shop.published();
    expect((await app.call('GET', `/rest/V1/dpp/passport/${sku}`, undefined, 'broken')).body.sku).toBe(sku);
  });

  it('prefer storeId to the path, and passports of the store to global ones', async () => {
    const sku = shop.sku();
    const general = (await shop.published({ sku })).uuid as string;
    const own = (await shop.published({ sku, store_id: 51 })).uuid as string;
    expect(await uuidOf(sku)).toBe(general);
    expect(await uuidOf(sku, '?storeId=51')).toBe(own);
    expect(await uuidOf(sku, '?store_id=0')).toBe(general);
    expect(await uuidOf(sku, '?storeId=4711')).toBeNull();
    expect(await uuidOf(sku, '?storeId=-1')).toBeNull();
    expect(await uuidOf(sku, '?storeId=99999999999')).toBeNull();
    expect((await shop.read(sku, '?storeId=one')).status).toBe(400);
    expect((await shop.read(sku, '?storeId=1.5')).status).toBe(400);
    const at = (code: string, query = '') => app.call('GET', `/rest/${code}/V1/dpp/passport/${sku}${query}`);
    expect((await at('tokyo')).body.uuid).toBe(own);
    expect((await at('all')).body.uuid).toBe(general);
    expect((await at('tokyo', '?storeId=0')).body.uuid).toBe(general);
  });

  it('neither return nor list passports of other stores', async () => {
    const { sku } = await shop.published({ store_id: 51 });
    expect(await uuidOf(sku)).toBeNull();
    const total = async (query: string) =>
      (await app.call('GET', `${LIST}?${filter('sku', sku)}${query}`)).body.total_count;
    expect([await total(''), await total('&storeId=51'), await total('&storeId=4711')]).toEqual([0, 1, 0]);
    expect((await app.call('GET', `${LIST}?storeId=x`)).status).toBe(400);
  });

  it('prefer models to batches to items, then the newest, unless batch or serial is sent', async () => {
    const sku = shop.sku();
    const item = (await shop.published({ sku, serial: 'S1' })).uuid as string;
    expect(await uuidOf(sku)).toBe(item);
    const newer = (await shop.published({ sku, serial: 'S2' })).uuid as string;
    expect(await uuidOf(sku)).toBe(newer);
    const batch = (await shop.published({ sku, batch: 'B1' })).uuid as string;
    expect(await uuidOf(sku)).toBe(batch);
    const both = (await shop.published({ sku, batch: 'B1', serial: 'S3' })).uuid as string;
    const model = (await shop.published({ sku })).uuid as string;
    expect(await uuidOf(sku)).toBe(model);
    expect(await uuidOf(sku, '?batch=B1')).toBe(batch);
    expect(await uuidOf(sku, '?serial=S1')).toBe(item);
    expect(await uuidOf(sku, '?batch=B1&serial=S3')).toBe(both);
    expect(await uuidOf(sku, '?batch=B2')).toBeNull();
    expect(await uuidOf(sku, `?serial=${'9'.repeat(40)}`)).toBeNull();
  });

  it('return an ETag and digests of the public data, and 304 for a known ETag', async () => {
    const { sku } = await shop.published({ gtin: '9524000010018' });
    const { body, text, headers } = await shop.read(sku);
    const { content_digest, ...rest } = body as Record<string, unknown>;
    const sha256 = (of: string) => createHash('sha256').update(of);
    expect(content_digest).toBe(`sha-256:${sha256(canonicalize(rest) as string).digest('hex')}`);
    expect(headers.get('repr-digest')).toBe(`sha-256=:${sha256(text).digest('base64')}:`);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const path = `/rest/V1/dpp/passport/${sku}`;
    const again = await app.call('GET', path, undefined, undefined, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await app.call('GET', path, undefined, undefined, { 'if-none-match': '"other"' });
    expect(other.text).toBe(text);
    const trimmed = await app.call('GET', `${path}?fields=sku,manufacturer[name]`);
    expect(trimmed.body).toEqual({ sku, manufacturer: { name: 'Rheinpfad GmbH' } });
    expect(trimmed.headers.get('etag')).not.toBe(etag);
  });

  it('contain only public payload values, and no internal fields', async () => {
    const payload = { material: 'steel', supplier: 'SECRET', repairs: 7, recipe: 'SECRET' };
    const { sku } = await shop.published({ dpp_payload: payload });
    const { body, text } = await shop.read(sku);
    expect(JSON.parse(body.dpp_payload as string)).toEqual({ material: 'steel' });
    expect(text).not.toContain('SECRET');
    expect(body).not.toHaveProperty('archive_reason');
  });

  it('keep the name, issuer and score of the publication', async () => {
    const sku = shop.sku();
    const product = await app.good('POST', '/rest/V1/commerce/products', {
      product: { sku, name: 'Bohrer', price: 1 },
    });
    await shop.published({ sku, store_id: 51 });
    const before = (await shop.read(sku, '?storeId=51')).text;
    expect(JSON.parse(before)).toMatchObject({
      product_name: { de: 'Bohrer' },
      issuer: { name: 'Aussteller', url: 'https://issuer.example', operator_id: 'DE1' },
    });
    await app.good('PUT', `/rest/V1/commerce/products/${product.id}`, {
      product: { name: 'Anders', sku: `${sku}-new` },
    });
    await app.good('DELETE', `/rest/V1/commerce/products/${product.id}`);
    expect((await shop.read(sku, '?storeId=51')).text).toBe(before);
    const unknown = await shop.published();
    expect(unknown.product_name).toEqual({ en: unknown.sku });
  });

  describe('of the list', () => {
    it('contain only published passports; filters for other statuses match nothing', async () => {
      const { sku } = await shop.published();
      await shop.draft();
      const ask = async (query: string) => (await app.call('GET', `${LIST}?${query}`)).body;
      const all = await ask('');
      expect(all.items.every(({ status }: { status: string }) => status === 'published')).toBe(true);
      for (const status of ['draft', 'active', 'archived', 'x']) {
        const { items, total_count } = await ask(filter('status', status));
        expect([items, total_count]).toEqual([[], 0]);
      }
      expect((await ask(filter('status', 'draft', 'neq'))).total_count).toBe(all.total_count);
      const { items } = await ask(filter('sku', sku));
      expect(items).toEqual([(await shop.read(sku)).body]);
    });

    it('support sorting and pages', async () => {
      const mpn = shop.sku();
      for (const hs_code of ['850760', '850761', '850762']) await shop.published({ mpn, hs_code });
      const page = async (number: number) => {
        const query = `${filter('mpn', mpn)}&searchCriteria[pageSize]=2&searchCriteria[currentPage]=${number}&searchCriteria[sortOrders][0][field]=hs_code&searchCriteria[sortOrders][0][direction]=DESC`;
        const { items, total_count } = (await app.call('GET', `${LIST}?${query}`)).body;
        return [total_count, ...items.map((one: { hs_code: string }) => one.hs_code)];
      };
      expect([await page(1), await page(2), await page(3)]).toEqual([[3, '850762', '850761'], [3, '850760'], [3]]);
    });

    it.each(['archive_reason', 'archived_at', 'id', 'template_id', 'dpp_payload', 'preference', 'predecessor_id', 'x'])(
      'reject the field %s',
      async (field) => {
        expect((await app.call('GET', `${LIST}?${filter(field, '1')}`)).status).toBe(400);
        const sorted = `searchCriteria[sortOrders][0][field]=${field}`;
        expect((await app.call('GET', `${LIST}?${sorted}`)).status).toBe(400);
      },
    );
  });

  describe('follow validity dates in the time zone of the store’s website', () => {
    // In Tokyo it is already the next day.
    const now = new Date('2026-06-30T20:00:00Z');
    let clock: jest.SpyInstance;
    beforeAll(() => (clock = jest.spyOn(app.get<Clock>(Clock), 'now').mockReturnValue(now)));
    afterAll(() => clock.mockRestore());

    it.each([
      [{ valid_from: '2026-07-01' }, 0, false],
      [{ valid_from: '2026-07-01' }, 51, true],
      [{ valid_to: '2026-06-30' }, 0, true],
      [{ valid_to: '2026-06-30' }, 51, false],
      [{ valid_from: '2026-06-30', valid_to: '2026-07-01' }, 51, true],
      [{ valid_from: '2027-01-01' }, 51, false],
      [{ valid_to: '2026-01-01' }, 51, false],
    ])('(%j in store %i: public %s)', async (days, store_id, isPublic) => {
      const { sku } = await shop.published({ ...days, store_id });
      expect((await uuidOf(sku, '?storeId=51')) !== null).toBe(isPublic);
      const { total_count } = (await app.call('GET', `${LIST}?storeId=51&${filter('sku', sku)}`)).body;
      expect(total_count).toBe(isPublic ? 1 : 0);
    });

    it('so that a passport not valid yet does not hide another one', async () => {
      const sku = shop.sku();
      const item = (await shop.published({ sku, serial: 'S1' })).uuid as string;
      await shop.published({ sku, valid_from: '2026-07-01' });
      expect(await uuidOf(sku)).toBe(item);
    });
  });
});
