import { Clock, Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { LogDownloads } from '../../src/customer-documents/application/log-downloads.js';
import { BlobStore } from '../../src/customer-documents/ports/blob-store.js';
import { describeOnDatabases } from '../support/databases.js';
import { type Condition, criteria, DocumentShop } from '../support/document-shop.js';

const notFound = (id: number) => ({
  message: 'No such entity with %fieldName = %fieldValue',
  parameters: { fieldName: 'id', fieldValue: id },
});

describeOnDatabases('document visibility for customers and the public', (database) => {
  let shop: DocumentShop;
  let ada: { id: number; token: string };

  beforeAll(async () => {
    shop = await DocumentShop.open({ database });
    ada = await shop.app.customer();
  });
  afterAll(() => shop.close());

  const me = (path: string, token = ada.token, code = '') =>
    shop.app.call('GET', `/rest${code}/V1/customerdocuments/me/${path}`, undefined, token);
  const readAnonymously = (path: string, code = '') =>
    shop.app.call('GET', `/rest${code}/V1/customerdocuments/public/${path}`, undefined);
  const idsOf = ({ status, body }: { status: number; body: { items: { id: number }[] } }): readonly number[] => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.items.map(({ id }) => id);
  };
  const among = (ids: readonly number[], ...more: readonly Condition[]) =>
    `search${criteria([['id', 'in', ids.join(',')], ...more])}`;
  const now = (instant: string): void => {
    shop.app.get<Clock>(Clock).now = () => new Date(instant);
  };
  const realTime = (): void => {
    Reflect.deleteProperty(shop.app.get<object>(Clock), 'now');
  };
  afterEach(() => {
    realTime();
    jest.restoreAllMocks();
  });

  it('shows customers their own, their group’s and public documents, and anonymous callers only public ones', async () => {
    const [bob, other] = [await shop.customer(), await shop.group()];
    const ids = [
      (await shop.external({ is_public: 1 })).id,
      (await shop.external({ customer_ids: [ada.id] })).id,
      (await shop.external({ customer_group_ids: [1] })).id,
      (await shop.external({ customer_ids: [ada.id], customer_group_ids: [1], is_public: 1 })).id,
      (await shop.external({ customer_ids: [bob], customer_group_ids: [other] })).id,
      (await shop.external()).id,
      // A document without content.
      (await shop.document({ is_public: 1, customer_ids: [ada.id] })).id,
      await shop.local({ customer_ids: [ada.id] }),
    ] as const;
    const [open, hers, groups, all, , , , local] = ids;
    const found = await me(among(ids));
    expect([idsOf(found), found.body.total_count]).toEqual([[open, hers, groups, all, local], 5]);
    expect(idsOf(await readAnonymously(among(ids)))).toEqual([open, all]);
    for (const id of ids) {
      const [seen, publicly] = [[open, hers, groups, all, local].includes(id), [open, all].includes(id)];
      const content = await me(`${id}/content`);
      expect([id, content.status < 400]).toEqual([id, seen]);
      if (!seen) expect([content.status, content.body]).toEqual([404, notFound(id)]);
      expect([id, (await readAnonymously(`${id}/content`)).status]).toEqual([id, publicly ? 302 : 404]);
      const why = await shop.good('GET', `customerdocuments/${id}/visibility?customerId=${ada.id}`);
      expect([id, why.visible]).toEqual([id, seen]);
    }
    expect((await me('99999/content')).body).toEqual(notFound(99_999));
  });

  it('grants nothing through the group NOT LOGGED IN, even if a row assigns it', async () => {
    const bob = await shop.app.customer();
    await shop.good('PUT', `commerce/customers/${bob.id}`, { customer: { group_id: 0 } });
    const { id } = await shop.external();
    const database = shop.app.get<Database>(Database);
    // The API rejects this group, so the row is inserted directly.
    await shop.app
      .get<Transactions>(Transactions)
      .write(() =>
        database.run('INSERT INTO document_customer_group (document_id, customer_group_id) VALUES (?, 0)', [id]),
      );
    expect(idsOf(await me(among([id]), bob.token))).toEqual([]);
    expect((await me(`${id}/content`, bob.token)).status).toBe(404);
    const { id: product } = await shop.product();
    await shop.place(id, product, 1);
    expect(idsOf(await me(`search${criteria([['product_id', 'eq', product]])}`, bob.token))).toEqual([]);
  });

  it('does not reveal who else can see a document, or where it is stored', async () => {
    const { id } = await shop.external({ customer_ids: [ada.id], customer_group_ids: [1], is_public: 1 });
    const answer = await me(among([id]));
    expect(answer.body.items).toEqual([
      {
        id,
        name: expect.any(String),
        description: null,
        is_external: 1,
        is_public: 1,
        category_id: null,
        website_id: 0,
        show_in_sidebar: 0,
        valid_from: null,
        valid_to: null,
        file: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await readAnonymously(among([id]))).body.items).toEqual(answer.body.items);
    for (const field of ['customer_ids', 'customer_group_ids', 'external_url']) {
      expect((await me(`search${criteria([[field, 'eq', ada.id]])}`)).body.message).toContain(
        'attribute name is invalid',
      );
    }
  });

  it('requires a customer token for /me/ and no token for /public/', async () => {
    expect((await shop.app.call('GET', '/rest/V1/customerdocuments/me/search?searchCriteria=')).status).toBe(401);
    expect((await me('search?searchCriteria=', await shop.app.adminToken())).status).toBe(403);
    expect((await me('1/content', 'no token')).status).toBe(401);
    const url = '/rest/V1/customerdocuments/public/search?searchCriteria=';
    expect((await shop.app.call('GET', url, undefined, 'no token')).status).toBe(200);
    expect((await shop.app.call('GET', '/rest/V1/customerdocuments/public/search')).status).toBe(400);
  });

  it('serves content unchanged, with support for conditional and range requests', async () => {
    const id = await shop.local({ is_public: 1, customer_ids: [ada.id] }, 'the whole content', 'größe.txt');
    for (const path of [`me/${id}/content`, `public/${id}/content`]) {
      const whole = await shop.app.call('GET', `/rest/V1/customerdocuments/${path}`, undefined, ada.token);
      expect([whole.status, whole.text]).toEqual([200, 'the whole content']);
      expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fe.txt");
      expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
      const etag = whole.headers.get('etag') ?? '';
      const headers = { 'if-none-match': etag };
      const same = await shop.app.call('GET', `/rest/V1/customerdocuments/${path}`, undefined, ada.token, headers);
      expect([same.status, same.text]).toEqual([304, '']);
      const part = await shop.app.call('GET', `/rest/V1/customerdocuments/${path}`, undefined, ada.token, {
        range: 'bytes=4-8',
      });
      expect([part.status, part.text]).toEqual([206, 'whole']);
      const head = await shop.app.call('HEAD', `/rest/V1/customerdocuments/${path}`, undefined, ada.token);
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '17']);
    }
  });

  it('redirects to an external document', async () => {
    const { id } = await shop.external({ is_public: 1, external_url: 'https://docs.example/größe.pdf?a=b' });
    const { status, headers, text } = await readAnonymously(`${id}/content`);
    expect([status, headers.get('location'), text]).toEqual([302, 'https://docs.example/gr%C3%B6%C3%9Fe.pdf?a=b', '']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    // The administrator's route serves only stored files.
    expect((await shop.ask('GET', `customerdocuments/${id}/file/content`)).status).toBe(404);
  });

  it('logs each download with its customer, size and route', async () => {
    // With a fixed clock, repeated downloads share one 15-minute log entry.
    now(new Date().toISOString());
    const id = await shop.local({ is_public: 1, customer_ids: [ada.id] }, '0123456789');
    const { id: far } = await shop.external({ is_public: 1 });
    const path = `/rest/V1/customerdocuments/me/${id}/content`;
    await shop.app.call('GET', path, undefined, ada.token);
    await shop.app.call('GET', path, undefined, ada.token, { range: 'bytes=-3' });
    await readAnonymously(`${id}/content`);
    await me(`${far}/content`);
    const { url } = await shop.app.good('POST', `/rest/V1/customerdocuments/me/${id}/link`, undefined, ada.token);
    await shop.app.call('GET', url);
    // None of these requests downloads anything, so none is logged.
    await shop.app.call('HEAD', path, undefined, ada.token);
    await shop.app.call('HEAD', `/rest/V1/customerdocuments/me/${far}/content`, undefined, ada.token);
    await shop.app.call('GET', path, undefined, ada.token, { range: 'bytes=99-' });
    await shop.app.call('GET', path, undefined, ada.token, { 'if-none-match': '*' });
    await me('99999/content');
    const search = `customerdocuments/downloads/search${criteria([['document_id', 'in', `${id},${far},99999`]])}`;
    const { items, total_count } = await shop.good('GET', search);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const entry = (document_id: number, customer_id: number | null, via: string, bytes: number, count = 1) => ({
      id: expect.any(Number),
      document_id,
      customer_id,
      address: customer_id === null ? '127.0.0.1' : null,
      via,
      bytes,
      count,
      at,
    });
    expect([items, total_count]).toEqual([
      [
        // Two downloads: the whole file and a range.
        entry(id, ada.id, 'me', 13, 2),
        entry(id, null, 'public', 10),
        entry(far, ada.id, 'me', 0),
        entry(id, ada.id, 'link', 10),
      ],
      4,
    ]);
    // Log entries remain after the document is deleted.
    await shop.good('DELETE', `customerdocuments/${id}`);
    expect(await shop.ids('customerdocuments/downloads/search', [['document_id', 'eq', id]])).toHaveLength(3);
    expect(await shop.ids('customerdocuments/downloads/search', [['via', 'eq', 'public'], ['document_id', 'eq', id]])).toHaveLength(1); // prettier-ignore
    const token = await shop.app.integrationToken('_CustomerDocuments::save');
    expect((await shop.app.call('GET', `/rest/V1/${search}`, undefined, token)).status).toBe(403);
  });

  it('counts repeated downloads within 15 minutes in one log entry', async () => {
    now('2026-06-15T10:00:00Z');
    const id = await shop.local({ is_public: 1 }, '0123456789');
    const path = `/rest/V1/customerdocuments/public/${id}/content`;
    const ask = () => shop.app.call('GET', path, undefined, undefined, { range: 'bytes=0-0' });
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['206 0']));
    const search = `customerdocuments/downloads/search${criteria([['document_id', 'eq', id]])}`;
    const { items } = await shop.good('GET', search);
    expect(items).toEqual([expect.objectContaining({ bytes: 200, count: 200, at: '2026-06-15T10:00:00.000Z' })]);
    now('2026-06-15T10:15:00Z');
    await ask();
    expect((await shop.good('GET', search)).items).toHaveLength(2);
  });

  it('removes log entries that are older than DOWNLOAD_LOG_DAYS', async () => {
    const id = await shop.local({ is_public: 1 }, 'old');
    const search = `customerdocuments/downloads/search${criteria([['document_id', 'eq', id]])}`;
    const count = async () => (await shop.good('GET', search)).total_count;
    now('2024-01-01T10:00:00Z');
    await readAnonymously(`${id}/content`);
    const { schedules } = shop.app.server;
    now('2025-02-04T09:59:59Z');
    await schedules.runHourly();
    realTime();
    expect(await count()).toBe(1);
    await schedules.runHourly();
    expect(await count()).toBe(0);
  });

  it.each([
    ['is given another file', (id: number) => shop.file(id, 'another'), [7]],
    ['is deleted', (id: number) => shop.good('DELETE', `customerdocuments/${id}`), []],
  ])('logs only what was sent if the document %s just before the download', async (name, change, logged) => {
    const id = await shop.local({ is_public: 1 }, `of ${name} alone`);
    const store = shop.app.get<BlobStore>(BlobStore);
    const opened = store.open.bind(store);
    jest.spyOn(store, 'open').mockImplementationOnce(async (key, range) => {
      await change(id);
      return opened(key, range);
    });
    const { status, text } = await shop.app.call('GET', `/rest/V1/customerdocuments/public/${id}/content`);
    expect([status, status === 200 ? text : '']).toEqual(logged.length > 0 ? [200, 'another'] : [404, '']);
    const search = `customerdocuments/downloads/search${criteria([['document_id', 'eq', id]])}`;
    const { items } = await shop.good('GET', search);
    expect(items.map(({ bytes }: { bytes: number }) => bytes)).toEqual(logged);
  });

  it('returns 500 and closes the file if a download cannot be logged', async () => {
    const id = await shop.local({ is_public: 1 }, '0123456789');
    const store = shop.app.get<BlobStore>(BlobStore);
    const opened = jest.spyOn(store, 'open');
    jest.spyOn(shop.app.get(LogDownloads), 'note').mockRejectedValueOnce(new Error('no room'));
    expect((await readAnonymously(`${id}/content`)).status).toBe(500);
    const bytes = (await opened.mock.results[0]?.value) as unknown as { readonly destroyed: boolean };
    expect(bytes.destroyed).toBe(true);
    jest.restoreAllMocks();
    expect((await readAnonymously(`${id}/content`)).status).toBe(200);
  });

  it('keeps the customer ID in the log after the customer is deleted', async () => {
    const bob = await shop.app.customer();
    const { id } = await shop.external({ customer_ids: [bob.id] });
    expect((await me(`${id}/content`, bob.token)).status).toBe(302);
    await shop.good('DELETE', `commerce/customers/${bob.id}`);
    const found = await shop.ids('customerdocuments/downloads/search', [['customer_id', 'eq', bob.id]]);
    expect(found).toHaveLength(1);
  });

  describe('validity dates', () => {
    it.each([
      ['Asia/Tokyo', '2026-06-14T14:59:59Z', false],
      ['Asia/Tokyo', '2026-06-14T15:00:00Z', true],
      ['Asia/Tokyo', '2026-06-15T14:59:59Z', true],
      ['Asia/Tokyo', '2026-06-15T15:00:00Z', false],
      ['America/New_York', '2026-06-15T03:59:59Z', false],
      ['America/New_York', '2026-06-15T04:00:00Z', true],
      ['America/New_York', '2026-06-16T03:59:59Z', true],
      ['America/New_York', '2026-06-16T04:00:00Z', false],
    ])('use the time zone of the website: %s at %s', async (zone, instant, seen) => {
      const { code } = await shop.website(zone);
      const { id } = await shop.external({ is_public: 1, valid_from: '2026-06-15', valid_to: '2026-06-15' });
      now(instant);
      expect(idsOf(await readAnonymously(among([id]), `/${code}`))).toEqual(seen ? [id] : []);
      expect((await readAnonymously(`${id}/content`, `/${code}`)).status).toBe(seen ? 302 : 404);
    });
  });

  describe('websites', () => {
    it('are chosen by the path, else by the customer, else the default is used', async () => {
      const [one, two] = [await shop.website(), await shop.website()];
      const bob = await shop.app.customer({ website_id: 0 });
      await shop.good('PUT', `commerce/customers/${bob.id}`, { customer: { website_id: 0 } });
      const ids = [
        (await shop.external({ is_public: 1, website_id: one.id })).id,
        (await shop.external({ is_public: 1, website_id: two.id })).id,
        (await shop.external({ is_public: 1, website_id: 1 })).id,
        (await shop.external({ is_public: 1 })).id,
      ] as const;
      const [ofOne, ofTwo, ofBase, ofAll] = ids;
      expect(idsOf(await readAnonymously(among(ids), `/${one.code}`))).toEqual([ofOne, ofAll]);
      expect(idsOf(await readAnonymously(among(ids), `/${two.code}`))).toEqual([ofTwo, ofAll]);
      expect(idsOf(await readAnonymously(among(ids)))).toEqual([ofBase, ofAll]);
      // Store 0 and a customer of website 0 are on the default website.
      expect(idsOf(await readAnonymously(among(ids), '/all'))).toEqual([ofBase, ofAll]);
      expect(idsOf(await me(among(ids), bob.token))).toEqual([ofBase, ofAll]);
      expect(idsOf(await me(among(ids), bob.token, `/${one.code}`))).toEqual([ofOne, ofAll]);
      await shop.good('PUT', `commerce/customers/${bob.id}`, { customer: { website_id: two.id } });
      expect(idsOf(await me(among(ids), bob.token))).toEqual([ofTwo, ofAll]);
      expect(idsOf(await me(among(ids), bob.token, `/${two.code}`))).toEqual([ofTwo, ofAll]);
      // A customer of another website is refused.
      const elsewhere = await me(among(ids), bob.token, `/${one.code}`);
      expect([elsewhere.status, elsewhere.body.parameters]).toEqual([403, { resources: 'self' }]);
      expect(elsewhere.body.message).toContain('does not belong to website');
      expect((await me(`${ofOne}/content`, bob.token, `/${one.code}`)).status).toBe(403);
      const link = `/${one.code}/V1/customerdocuments/me/${ofOne}/link`;
      expect((await shop.app.call('POST', `/rest${link}`, {}, bob.token)).status).toBe(403);
      // The token is checked first.
      expect((await me(among(ids), 'forged', `/${one.code}`)).status).toBe(401);
    });
  });

  describe('the documents of a product', () => {
    it('are listed by position if visible; positions of the store view take precedence', async () => {
      const { id: product, sku } = await shop.product();
      const { storeId, code } = await shop.website();
      const document = async (fields: object = { is_public: 1 }): Promise<number> =>
        (await shop.external({ ...fields })).id;
      const [everywhere, here, twice, elsewhere, hidden, unplaced] = [
        await document(),
        await document(),
        await document(),
        await document(),
        await document({}),
        await document(),
      ];
      await shop.place(everywhere, product, 20);
      await shop.place(here, product, 10, storeId);
      await shop.place(twice, product, 1);
      await shop.place(twice, product, 30, storeId);
      await shop.place(elsewhere, product, 5, 1);
      await shop.place(hidden, product, 2);
      await shop.place(unplaced, (await shop.product()).id, 3);

      const page = (path: string, ...more: readonly Condition[]) =>
        readAnonymously(`search${criteria([['product_id', 'eq', product], ...more])}`, path);
      const found = await page(`/${code}`);
      expect([idsOf(found), found.body.total_count]).toEqual([[here, everywhere, twice], 3]);
      expect(idsOf(await page(''))).toEqual([twice, elsewhere, everywhere]);
      expect(idsOf(await page('/all'))).toEqual([twice, everywhere]);
      expect(idsOf(await page('', ['store_id', 'eq', storeId]))).toEqual([here, everywhere, twice]);
      expect(idsOf(await page(`/${code}`, ['store_id', 'eq', 0]))).toEqual([twice, everywhere]);
      const bySku = await readAnonymously(`search${criteria([['sku', 'eq', sku]])}`, `/${code}`);
      expect(idsOf(bySku)).toEqual([here, everywhere, twice]);
      expect(idsOf(await page(`/${code}`, ['sku', 'eq', sku], ['id', 'neq', here]))).toEqual([everywhere, twice]);
      expect(idsOf(await page(`/${code}`, ['sku', 'eq', 'of nothing']))).toEqual([]);
      // Without a store code in the path, a customer is on their own website.
      const bob = await shop.app.customer();
      await shop.good('PUT', `customerdocuments/${hidden}`, { document: { customer_ids: [bob.id] } });
      const hers = await me(`search${criteria([['sku', 'eq', sku]])}`, bob.token);
      expect(idsOf(hers)).toEqual([twice, hidden, elsewhere, everywhere]);
      const sorted = '&searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=DESC';
      const turned = await readAnonymously(`search${criteria([['sku', 'eq', sku]], sorted)}`);
      expect(idsOf(turned)).toEqual([elsewhere, twice, everywhere]);
      const second = '&searchCriteria[pageSize]=2&searchCriteria[currentPage]=2';
      const rest = await readAnonymously(`search${criteria([['sku', 'eq', sku]], second)}`);
      expect([idsOf(rest), rest.body.total_count]).toEqual([[everywhere], 3]);
    });

    it('use the default store view of the customer’s website if the path has no code', async () => {
      const { id: product } = await shop.product();
      const website = await shop.website();
      const bob = await shop.app.customer();
      await shop.good('PUT', `commerce/customers/${bob.id}`, { customer: { website_id: website.id } });
      const { id } = await shop.external({ is_public: 1 });
      await shop.place(id, product, 1, website.storeId);
      expect(idsOf(await me(`search${criteria([['product_id', 'eq', product]])}`, bob.token))).toEqual([id]);
      expect(idsOf(await me(`search${criteria([['product_id', 'eq', product]])}`))).toEqual([]);
    });

    it.each([
      [
        criteria([['store_id', 'eq', 1]]),
        'The filter "store_id" requires the filter "product_id" or "sku". Send one of them as well.',
      ],
      [
        criteria([['product_id', 'gt', 1]]),
        'The filter "%1" must be the only filter in its group and use the condition "eq".',
      ],
      [
        criteria([['sku', 'like', 'S%']]),
        'The filter "%1" must be the only filter in its group and use the condition "eq".',
      ],
      [
        `${criteria([['product_id', 'eq', 1]])}&searchCriteria[filter_groups][0][filters][1][field]=id&searchCriteria[filter_groups][0][filters][1][value]=1`,
        'The filter "%1" must be the only filter in its group and use the condition "eq".',
      ],
      [
        criteria([
          ['product_id', 'eq', 1],
          ['product_id', 'eq', 2],
        ]),
        'The filter "%1" is sent more than once. Send it once.',
      ],
      [
        criteria([['product_id', 'eq', 1]], '&searchCriteria[sortOrders][0][field]=store_id'),
        'The "%1" attribute name is invalid. Reset the name and try again.',
      ],
    ])('cannot be searched with %s', async (query, message) => {
      const { status, body } = await readAnonymously(`search${query}`);
      expect([status, body.message]).toEqual([400, message]);
    });
  });

  describe('the visibility explanation', () => {
    const why = (id: number, customerId: number | string, code = '') =>
      shop.app
        .adminToken()
        .then((token) =>
          shop.app.call(
            'GET',
            `/rest${code}/V1/customerdocuments/${id}/visibility?customerId=${customerId}`,
            undefined,
            token,
          ),
        );

    it('reports each rule for the customer’s website or the one in the path', async () => {
      const website = await shop.website();
      const { id } = await shop.external({ customer_ids: [ada.id], website_id: 1 });
      expect((await why(id, ada.id)).body).toEqual({
        visible: true,
        reason: 'customer',
        rules: [
          { rule: 'website', holds: true },
          { rule: 'valid_from', holds: true },
          { rule: 'valid_to', holds: true },
          { rule: 'public', holds: false },
          { rule: 'signed_in', holds: true },
          { rule: 'customer', holds: true },
          { rule: 'customer_group', holds: false },
          { rule: 'content', holds: true },
        ],
      });
      expect((await why(id, ada.id, `/${website.code}`)).body).toMatchObject({ visible: false, reason: 'website' });
      const off = await shop.customer({ is_active: 0 });
      await shop.good('PUT', `customerdocuments/${id}`, { document: { customer_ids: [off] } });
      expect((await why(id, off)).body).toMatchObject({ visible: false, reason: 'signed_in' });
      expect((await why(id, ada.id)).body).toMatchObject({ visible: false, reason: 'assigned' });
    });

    it('requires an existing document and customer, and the right to read documents', async () => {
      const { id } = await shop.external();
      expect((await why(99_999, ada.id)).body).toEqual(notFound(99_999));
      // A type error repeats the field name as it was sent. Other errors use the API's spelling.
      const refused = async (query: string) =>
        (await shop.ask('GET', `customerdocuments/${id}/visibility${query}`)).body;
      for (const name of ['customerId', 'customer_id']) {
        expect(await refused(`?${name}=99999`)).toEqual({
          message:
            'Invalid value of "%value" provided for the %fieldName field. Allowed: the id of an existing customer.',
          parameters: { fieldName: 'customer_id', value: 99_999 },
        });
        expect((await refused(`?${name}=x`)).message).toContain(`"${name}" processing`);
      }
      expect((await refused('')).parameters).toEqual({ fieldName: 'customer_id' });
      const token = await shop.app.integrationToken('_CustomerDocuments::save', '_CustomerDocuments::delete');
      const path = `/rest/V1/customerdocuments/${id}/visibility?customerId=${ada.id}`;
      expect((await shop.app.call('GET', path, undefined, token)).status).toBe(403);
    });
  });
});
