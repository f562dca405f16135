import { Clock } from '../../libs/kernel/index.js';
import { BlobStore } from '../../src/customer-documents/ports/blob-store.js';
import { describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';

const LINK = '/rest/V1/customerdocuments/link/';

/** The only error for invalid links, which never repeats the token. */
const GONE = {
  message: 'No such entity with %fieldName = %fieldValue',
  parameters: { fieldName: 'token', fieldValue: '…' },
};

describeOnDatabases('a link to a document', (database) => {
  let shop: DocumentShop;
  let ada: { id: number; token: string };

  beforeAll(async () => {
    shop = await DocumentShop.open({ database, settings: { LINK_SECONDS: '120' } });
    ada = await shop.app.customer();
  });
  afterAll(() => shop.close());
  afterEach(() => void Reflect.deleteProperty(shop.app.get<object>(Clock), 'now'));

  const ask = (id: number, token = ada.token, body?: unknown) =>
    shop.app.call('POST', `/rest/V1/customerdocuments/me/${id}/link`, body, token);
  const linkTo = async (id: number, token = ada.token): Promise<string> => {
    const { status, body } = await ask(id, token);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.url;
  };
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    shop.app.call('GET', url, undefined, undefined, headers);
  const expectGone = async (url: string) => {
    const { status, body, headers } = await get(url);
    expect([status, body]).toEqual([404, GONE]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  };

  it('returns the content without a token, ranges included, and is never cached', async () => {
    const id = await shop.local({ customer_ids: [ada.id] }, 'linked content');
    const before = Date.now();
    const { status, body } = await ask(id);
    expect([status, body]).toEqual([200, { url: expect.any(String), expires_at: expect.any(String) }]);
    expect(body.url.startsWith(LINK)).toBe(true);
    const expires = Date.parse(body.expires_at);
    expect(expires).toBeGreaterThanOrEqual(before + 120_000);
    expect(expires).toBeLessThan(Date.now() + 240_000);
    const whole = await get(body.url);
    expect([whole.status, whole.text]).toEqual([200, 'linked content']);
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    expect(whole.headers.get('referrer-policy')).toBe('no-referrer');
    expect(whole.headers.get('content-disposition')).toContain('note.txt');
    const part = await get(body.url, { range: 'bytes=7-13' });
    expect([part.status, part.text]).toEqual([206, 'content']);
    const head = await shop.app.call('HEAD', body.url);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '14']);
    // The link works with any store code.
    expect((await get(body.url.replace('/V1/', '/default/V1/'))).status).toBe(200);
  });

  it('is created only for documents that the customer can see', async () => {
    const hidden = await shop.local();
    const { status, body } = await ask(hidden);
    expect([status, body.parameters]).toEqual([404, { fieldName: 'id', fieldValue: hidden }]);
    expect((await ask(99_999)).status).toBe(404);
    expect((await ask(hidden, await shop.app.adminToken())).status).toBe(403);
    const seen = await shop.local({ customer_ids: [ada.id] });
    expect((await ask(seen, ada.token, {})).status).toBe(200);
    expect((await ask(seen, ada.token, { seconds: 9 })).status).toBe(400);
  });

  it('stops working at its expires_at', async () => {
    const id = await shop.local({ customer_ids: [ada.id] });
    const { url, expires_at } = (await ask(id)).body;
    const at = (ms: number): void => {
      shop.app.get<Clock>(Clock).now = () => new Date(Date.parse(expires_at) + ms);
    };
    at(-1);
    expect((await get(url)).status).toBe(200);
    at(0);
    await expectGone(url);
  });

  it('stops working when the customer can no longer see the document', async () => {
    const id = await shop.local({ customer_ids: [ada.id] });
    const url = await linkTo(id);
    await shop.good('PUT', `customerdocuments/${id}`, { document: { customer_ids: [] } });
    await expectGone(url);
    await shop.good('PUT', `customerdocuments/${id}`, { document: { customer_group_ids: [1] } });
    expect((await get(url)).status).toBe(200);
    await shop.good('PUT', `customerdocuments/${id}`, { document: { valid_to: '2020-01-01' } });
    await expectGone(url);
    await shop.good('DELETE', `customerdocuments/${id}`);
    await expectGone(url);
  });

  it('stops working when the file changes, and works again for the same bytes', async () => {
    const id = await shop.local({ customer_ids: [ada.id] }, 'one');
    const url = await linkTo(id);
    await shop.file(id, 'another');
    await expectGone(url);
    await shop.file(id, 'one');
    expect((await get(url)).text).toBe('one');
    await shop.good('PUT', `customerdocuments/${id}`, {
      document: { is_external: 1, external_url: 'https://docs.example/a.pdf' },
    });
    await expectGone(url);
  });

  it('returns no other file, even if the file is replaced just before it is opened', async () => {
    const id = await shop.local({ customer_ids: [ada.id] }, 'one');
    const url = await linkTo(id);
    const store = shop.app.get<BlobStore>(BlobStore);
    const opened = store.open.bind(store);
    const spy = jest.spyOn(store, 'open').mockImplementationOnce(async (key, range) => {
      await shop.file(id, 'another');
      return opened(key, range);
    });
    expect((await get(url)).status).toBe(404);
    spy.mockRestore();
  });

  it.each([
    ['is deactivated', { is_active: 0 }],
    ['moves to another website', {}],
  ])('stops working when the customer %s, even for a public document', async (_, change) => {
    const bob = await shop.app.customer();
    const id = await shop.local({ is_public: 1 });
    const url = await linkTo(id, bob.token);
    expect((await get(url)).status).toBe(200);
    const website = await shop.website();
    const customer = 'is_active' in change ? change : { website_id: website.id };
    await shop.good('PUT', `commerce/customers/${bob.id}`, { customer });
    await expectGone(url);
  });

  it('stops working with its website, even if the default website would show the document', async () => {
    // Has no store view, because a website with one can't be deleted.
    const fields = { code: 'passing', name: 'Passing', base_currency: 'USD', timezone: 'UTC' };
    const website = await shop.commerce('websites', 'website', fields);
    const bob = await shop.app.customer();
    const belongsTo = (website_id: number) =>
      shop.good('PUT', `commerce/customers/${bob.id}`, { customer: { website_id } });
    await belongsTo(website.id);
    const url = await linkTo(await shop.local({ is_public: 1 }), bob.token);
    await belongsTo(0);
    expect((await get(url)).status).toBe(200);
    await shop.good('DELETE', `commerce/websites/${website.id}`);
    await expectGone(url);
  });

  it('stops working with the customer', async () => {
    const bob = await shop.app.customer();
    const url = await linkTo(await shop.local({ is_public: 1 }), bob.token);
    await shop.good('DELETE', `commerce/customers/${bob.id}`);
    await expectGone(url);
  });

  it('redirects to an external document until its URL changes', async () => {
    const { id } = await shop.external({ customer_ids: [ada.id], external_url: 'https://docs.example/a.pdf' });
    const url = await linkTo(id);
    const { status, headers } = await get(url);
    expect([status, headers.get('location')]).toEqual([302, 'https://docs.example/a.pdf']);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'private, no-store',
      'no-referrer',
    ]);
    await shop.good('PUT', `customerdocuments/${id}`, { document: { external_url: 'https://docs.example/b.pdf' } });
    await expectGone(url);
  });

  it('cannot be changed: another document, customer or expiry returns 404', async () => {
    const id = await shop.local({ customer_ids: [ada.id] });
    const url = await linkTo(id);
    const [claims = '', seal = ''] = url.slice(LINK.length).split('.');
    const text = Buffer.from(claims, 'base64url').toString();
    const [document, hash, customer, website, end] = text.split('.');
    const others = [
      [id + 1, hash, customer, website, end],
      [document, hash, ada.id + 1, website, end],
      [document, hash, customer, 0, end],
      [document, hash, customer, website, Number(end) + 1],
    ];
    expect([Number(document), Number(customer)]).toEqual([id, ada.id]);
    for (const other of others) {
      await expectGone(`${LINK}${Buffer.from(other.join('.')).toString('base64url')}.${seal}`);
    }
    for (const other of ['x', `${claims}.`, `${claims}.${seal}A`, `.${seal}`, `${claims}.${seal.toLowerCase()}`]) {
      await expectGone(LINK + other);
    }
  });

  it('never appears in the log, whatever the request', async () => {
    const id = await shop.local({ customer_ids: [ada.id] });
    const url = await linkTo(id);
    const token = url.slice(LINK.length);
    const urls = [url, `${url}/`, `${url}?a=b`, `${url}x`, `${url}/more`, url.replace('link/', 'link//')];
    const id404 = 'the-last-of-them';
    for (const one of urls) await get(one);
    await shop.app.call('DELETE', url);
    await shop.app.call('PATCH', url);
    await get(url, { 'x-request-id': id404 });
    await shop.app.logs.until(({ id: line }) => line === id404);
    const log = JSON.stringify(shop.app.logs.all);
    expect(log).toContain(`${LINK}…`);
    expect(log).not.toContain(token);
    expect(log).not.toContain(token.split('.')[1]);
  });
});
