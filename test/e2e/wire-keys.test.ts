import { request } from 'node:http';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { criteria } from '../support/document-shop.js';

const encoded = encodeURIComponent;

describeOnDatabases('business keys instead of IDs (wire.md §2)', (database) => {
  let app: TestApp;
  let token: string;
  let ada: number;
  let twin: number;

  const ask = (verb: Verb, path: string, body?: unknown, by = token, headers: Readonly<Record<string, string>> = {}) =>
    app.call(verb, `/rest/V1/${path}`, body, by, headers);
  const good = (verb: Verb, path: string, body?: unknown) => app.good(verb, `/rest/V1/${path}`, body);
  const refused = async (verb: Verb, path: string, body?: unknown, by = token) => {
    const answer = await ask(verb, path, body, by);
    expect([answer.status, answer.text]).toEqual([400, answer.text]);
    return answer.text;
  };

  beforeAll(async () => {
    app = await startApp({ database });
    token = await app.adminToken();
    await good('POST', 'commerce/websites', {
      website: { code: 'shop', name: 'Shop', base_currency: 'EUR', timezone: 'Europe/Berlin' },
    });
    const customer = (fields: object) => good('POST', 'commerce/customers', { customer: fields });
    ada = (
      await customer({
        customer_number: 'C/1 ü',
        external_id: 'E-1',
        email: 'Ada@shop.example',
        website_code: 'base',
        customer_group_code: 'General',
      })
    ).id;
    twin = (await customer({ customer_number: 'C-2', email: 'ada@shop.example', website_code: 'shop' })).id;
    for (const sku of ['S-1', 'S-2'])
      await good('POST', 'commerce/products', { product: { sku, name: sku, price: 10 } });
  });
  afterAll(() => app.close());

  it('identify a customer by number, external_id, or e-mail with website', async () => {
    const keys = [
      { customer_number: 'C/1 ü' },
      { customerNumber: 'C/1 ü' },
      { customer_external_id: 'E-1' },
      { customer_email: 'ADA@shop.example', customer_website_code: 'base' },
      { customer_number: 'C/1 ü', customer_external_id: 'E-1', customer_id: ada },
    ];
    for (const [qty, key] of keys.entries()) {
      const price = await good('POST', 'pricing/customerprice', {
        customerPrice: { ...key, sku: 'S-1', qty: qty + 10, value: 1, website_code: 'shop' },
      });
      expect([price.customer_id, price.website_id]).toEqual([ada, 2]);
      expect(Object.keys(price).filter((name) => /customer_|website_/.test(name))).toEqual([
        'customer_id',
        'website_id',
      ]);
      const back = await good('PUT', `pricing/customerprice/${price.id}`, {
        customerPrice: { ...price, customer_id: twin },
      });
      expect(back.customer_id).toBe(twin);
    }
  });

  it('are rejected if they match no, several or another record than the ID', async () => {
    const post = (key: object) =>
      refused('POST', 'pricing/customerprice', { customerPrice: { sku: 'S-2', value: 1, ...key } });
    expect(await post({ customer_number: 'C-9' })).toContain('"fieldName":"customer_number","value":"C-9"');
    const begin = 'Invalid value of \\"%value\\" provided for the %fieldName field. Allowed: the';
    expect(await post({ customer_number: 'C-9' })).toContain(`${begin} customer_number of an existing customer.`);
    expect(await post({ customer_id: ada, sku: 'nope' })).toContain(`${begin} sku of an existing product.`);
    const nowhere = await post({ customer_email: 'ada@shop.example', customer_website_code: 'nowhere' });
    expect(nowhere).toContain(`${begin} code of an existing website.`);
    expect(nowhere).toContain('"fieldName":"customer_website_code","value":"nowhere"');
    const nobody = await post({ customer_email: 'bob@shop.example', customer_website_code: 'shop' });
    expect(nobody).toContain('"fieldName":"customer_email","value":"bob@shop.example"');
    expect(await post({ customer_email: 'ada@shop.example' })).toContain('Send %second as well');
    expect(await post({ customer_website_code: 'base' })).toContain('Send it together with');
    expect(await post({ customer_number: 'C-2', customer_id: ada })).toContain('refer to different records');
    expect(await post({ customer_number: 'C-2', customer_external_id: 'E-1' })).toContain('refer to different records');
    expect(await post({ customer_number: 5 })).toContain('customer_number');
    // This website_code is that of the price, not of the customer.
    expect(await post({ customer_email: 'ada@shop.example', website_code: 'shop' })).toContain('Send %second as well');
    const { total_count } = await good('GET', `pricing/customerprice/search${criteria([['sku', 'eq', 'S-2']])}`);
    expect(total_count).toBe(0);
  });

  it('are rejected if two spellings have different values', async () => {
    const same = 'are names of the same field but have different values';
    const price = { sku: 'S-2', qty: 79, value: 1 };
    const wrong: readonly object[] = [
      { customerNumber: 'C-9', customer_number: 'C-2' },
      { customer_number: null, customerNumber: 'C-2' },
      { websiteCode: 'base', website_code: 'shop', customer_id: ada },
      { customer_id: ada, customerId: twin, customer_number: 'C/1 ü' },
      { customer_id: twin, customerId: ada, customer_number: 'C/1 ü' },
    ];
    for (const keys of wrong) {
      const body = { customerPrice: { ...price, ...keys } };
      const names = Object.keys(keys).slice(0, 2);
      const text = await refused('POST', 'pricing/customerprice', body);
      expect(text).toContain(same);
      expect(text).toContain(`"first":"${names[0]}","second":"${names[1]}"`);
      expect((await good('POST', 'pricing/customerprice/bulk', { records: [{ ...price, ...keys }] })).failed).toBe(1);
    }
    const documents = { name: 'D', customerNumbers: ['C-2'], customer_numbers: ['C/1 ü'] };
    expect(await refused('POST', 'customerdocuments', { document: documents })).toContain(same);
    const inside = { website_prices: [{ website_code: 'shop', price: 7 }], websitePrices: [] };
    expect(await refused('PUT', 'commerce/products/sku/S-1', { product: inside })).toContain(same);
    const found = await good('GET', `pricing/customerprice/search${criteria([['qty', 'eq', '79']])}`);
    expect(found.total_count).toBe(0);
    const equal = { ...price, customer_number: 'C-2', customerNumber: 'C-2', customer_id: twin, customerId: `${twin}` };
    const { id, customer_id } = await good('POST', 'pricing/customerprice', { customerPrice: equal });
    expect(customer_id).toBe(twin);
    await good('DELETE', `pricing/customerprice/${id}`);
  });

  it('can be in lists and in nested objects', async () => {
    const root = await good('POST', 'commerce/categories', { category: { name: 'Root', external_id: 'root' } });
    const leaf = await good('POST', 'commerce/categories', {
      category: { name: 'Leaf', external_id: 'leaf', parent_external_id: 'root' },
    });
    expect(leaf.parent_id).toBe(root.id);
    const product = await good('PUT', 'commerce/products/sku/S-1', {
      product: {
        category_external_ids: ['leaf', 'root', 'leaf'],
        website_prices: [{ website_code: 'shop', price: 7 }],
      },
    });
    expect(product.category_ids.toSorted()).toEqual([root.id, leaf.id].toSorted());
    expect(product.website_prices).toMatchObject([{ website_id: 2, price: 7 }]);
    expect(
      await refused('PUT', 'commerce/products/sku/S-1', { product: { category_external_ids: ['leaf', 'nope'] } }),
    ).toContain('nope');
    const wrong = { product: { website_prices: [{ website_code: 'nope', price: 7 }] } };
    expect(await refused('PUT', 'commerce/products/sku/S-1', wrong)).toContain('website_prices[0].website_code');
    const document = await good('POST', 'customerdocuments', {
      document: { name: 'D', customer_numbers: ['C/1 ü', 'C-2'], customer_group_codes: ['General'] },
    });
    expect(document.customer_ids.toSorted()).toEqual([ada, twin].toSorted());
    expect(document.customer_group_ids).toHaveLength(1);
    const found = await good(
      'GET',
      `customerdocuments/search${criteria([
        ['customer_numbers', 'in', 'C-2'],
        ['id', 'eq', document.id],
      ])}`,
    );
    expect(found.total_count).toBe(1);
    const cleared = await good('PUT', `customerdocuments/${document.id}`, { document: { customer_numbers: [] } });
    expect(cleared.customer_ids).toEqual([]);
  });

  it('can name records that earlier rows of a bulk call create', async () => {
    const category = (external_id: string, parent_external_id: string | null) => ({
      name: external_id,
      external_id,
      parent_external_id,
    });
    const rows = [
      category('a', null),
      category('b', 'a'),
      category('c', 'b'),
      category('x', 'nope'),
      category('d', 'c'),
    ];
    const { items } = await good('POST', 'commerce/categories/bulk', { records: rows });
    expect(items.map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'created',
      'created',
      'failed',
      'created',
    ]);
    expect(items[3].error.parameters).toEqual({ fieldName: 'parent_external_id', value: 'nope' });
    const whole = [category('e', null), category('f', 'e')];
    expect((await good('POST', 'commerce/categories/bulk?mode=all_or_nothing', { records: whole })).created).toBe(2);
  });

  it('can be filtered with eq, in and neq, but not sorted by', async () => {
    for (const customer_number of ['C/1 ü', 'C-2'])
      await good('POST', 'pricing/customerprice', { customerPrice: { customer_number, sku: 'S-2', value: 3 } });
    const count = async (...conditions: Parameters<typeof criteria>[0] & object) =>
      (await good('GET', `pricing/customerprice/search${criteria([['sku', 'eq', 'S-2'], ...conditions])}`)).total_count;
    expect(await count(['customer_number', 'eq', 'C-2'])).toBe(1);
    expect(await count(['customer_number', 'in', 'C-2,C/1 ü,C-9'])).toBe(2);
    expect(await count(['customer_number', 'neq', 'C-2'])).toBe(1);
    expect(await count(['customer_number', 'eq', 'C-9'])).toBe(0);
    expect(await count(['customer_external_id', 'eq', 'E-1'])).toBe(1);
    expect(await count(['customer_email', 'eq', 'ada@SHOP.example'], ['customer_website_code', 'eq', 'shop'])).toBe(1);
    const search = (...conditions: Parameters<typeof criteria>[0] & object) =>
      refused('GET', `pricing/customerprice/search${criteria(conditions)}`);
    expect(await search(['customer_email', 'eq', 'ada@shop.example'])).toContain('Send %second as well');
    expect(await search(['customer_website_code', 'eq', 'shop'])).toContain('Send it together with');
    expect(await search(['customer_number', 'like', 'C%'])).toContain("can't be used");
    await refused('GET', 'pricing/customerprice/search?searchCriteria[sortOrders][0][field]=customer_number');
    const { search_criteria } = await good(
      'GET',
      `pricing/customerprice/search${criteria([['customer_number', 'eq', 'C-2']])}`,
    );
    expect(search_criteria.filter_groups[0].filters[0]).toMatchObject({ field: 'customer_number', value: 'C-2' });
    const own = criteria([
      ['customer_number', 'eq', 'C-2'],
      ['sku', 'eq', 'S-2'],
    ]);
    expect(await good('DELETE', `pricing/customerprice/bulk${own}&confirm=1`)).toEqual({ deleted: 1 });
  });

  it('work in price requests, timeline and simulation, but not on /me/ and /context/', async () => {
    await good('POST', 'pricing/customerprice', {
      customerPrice: { customer_number: 'C-2', sku: 'S-2', value: 4, website_code: 'shop' },
    });
    const question = { customer_number: 'C-2', sku: 'S-2' };
    expect((await good('POST', 'pricing/get-final-price', question)).final_price).toBe(4);
    expect(
      (await good('POST', 'pricing/get-multi-price', { customer_number: 'C-2', skus: ['S-2'] })).items[0].final_price,
    ).toBe(4);
    const timeline = await good('GET', 'pricing/timeline?customer_number=C-2&sku=S-2');
    expect(timeline.items[0].unit_price).toBe(4);
    const simulated = await good('POST', 'pricing/simulate', {
      ...question,
      changes: [
        {
          resource: 'customerPrice',
          op: 'add',
          record: { customer_number: 'C-2', sku: 'S-2', qty: 1, value: 2, website_code: 'base', external_id: 'sim' },
        },
      ],
    });
    expect(JSON.stringify(simulated)).toContain('4');
    const visible = await good('GET', 'customerdocuments/search?searchCriteria=');
    const { id } = visible.items[0];
    expect(await good('GET', `customerdocuments/${id}/visibility?customer_number=C-2`)).toHaveProperty('visible');
    expect(await refused('POST', 'pricing/get-final-price', { ...question, customer_number: 'C-9' })).toContain('C-9');
    expect(await refused('POST', 'pricing/get-final-price', { ...question, customer_id: ada })).toContain(
      'different records',
    );
    const customer = await app.customer();
    for (const [name, value] of Object.entries({
      customer_number: 'C-2',
      customer_external_id: 'E-1',
      customer_email: 'ada@shop.example',
      customer_website_code: 'shop',
      customer_group_code: 'General',
      store_code: 'default',
      website_code: 'base',
    })) {
      const asked = { sku: 'S-2', [name]: value };
      expect(await refused('POST', 'pricing/me/get-final-price', asked, customer.token)).toContain('not allowed here');
      expect(await refused('POST', 'pricing/context/get-final-price', asked, customer.token)).toContain(
        'not allowed here',
      );
    }
  });

  it('work in price lists, whole matrices and asynchronous calls', async () => {
    const lists = await good('POST', 'pricing/pricelist', { priceList: { name: 'L', website_code: 'shop' } });
    const assigned = await good('POST', 'pricing/pricelistcustomer', {
      priceListCustomer: { pricelist_name: 'L', customer_number: 'C-2' },
    });
    expect([assigned.pricelist_id, assigned.customer_id]).toEqual([lists.id, twin]);
    const { matrix, added } = await good('PUT', 'pricing/productcustomermatrix/0/complete', {
      productCustomerMatrixComplete: {
        name: 'M',
        website_code: 'shop',
        price: 3,
        customers: [{ customer_number: 'C-2' }],
      },
    });
    expect([matrix.website_id, added.customers[0].customer_id]).toEqual([2, twin]);
    const later = (customer_number: unknown) =>
      app.call(
        'POST',
        '/rest/async/V1/pricing/customerprice',
        { customerPrice: { customer_number, sku: 'S-2', qty: 77, value: 9 } },
        token,
      );
    expect((await later('C-2')).body.errors).toBe(false);
    expect((await later({})).body.errors ?? true).toBe(true);
  });
});

describeOnDatabases('routes by key (wire.md §2)', (database) => {
  let app: TestApp;
  let token: string;
  const ask = (verb: Verb, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}, by = token) =>
    app.call(verb, `/rest/V1/${path}`, body, by, headers);

  beforeAll(async () => {
    app = await startApp({ database });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  it('create, change, read and delete records by percent-encoded keys', async () => {
    const value = 'ERP/4 711?ü+%';
    const path = `commerce/customers/by/external_id/${encoded(value)}`;
    expect((await ask('GET', path)).body).toEqual({
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'external_id', fieldValue: value },
    });
    const made = await ask('PUT', path, { customer: { customer_number: 'N-1', external_id: 'ignored' } });
    expect([made.status, made.body.external_id, made.body.customer_number]).toEqual([200, value, 'N-1']);
    const changed = await ask('PUT', path, { customer: { first_name: 'Ada' } });
    expect(changed.body).toMatchObject({ id: made.body.id, customer_number: 'N-1', first_name: 'Ada' });
    const read = await ask('GET', path);
    expect(read.body).toEqual(changed.body);
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toBe((await ask('GET', `commerce/customers/${made.body.id}`)).headers.get('etag'));
    expect((await ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('PUT', path, { customer: { first_name: 'B' } }, { 'if-match': '"other"' })).status).toBe(412);
    expect((await ask('DELETE', path, undefined, { 'if-match': '"other"' })).status).toBe(412);
    expect((await ask('PUT', `${path}x`, { customer: {} }, { 'if-match': etag })).status).toBe(412);
    expect((await ask('DELETE', path, undefined, { 'if-match': etag })).body).toBe(true);
    expect((await ask('DELETE', path)).status).toBe(404);
  });

  it('only create with If-None-Match: *, and only change with If-Match', async () => {
    const once = { 'if-none-match': '*' };
    for (const [path, body] of [
      ['commerce/customers/by/external_id/once', { customer: { customer_number: 'O-1' } }],
      ['commerce/products/by/sku/once', { product: { name: 'Once' } }],
      ['commerce/products/sku/twice', { product: { name: 'Once' } }],
    ] as const) {
      const unknown = await ask('PUT', path, body, { 'if-match': '"a"' });
      expect([unknown.status, unknown.body]).toEqual([
        412,
        { message: 'The record does not exist. To create it, send the request without If-Match.' },
      ]);
      expect((await ask('PUT', path, body, once)).status).toBe(200);
      const before = (await ask('GET', path)).body;
      const again = await ask('PUT', path, body, once);
      expect([again.status, again.body.message]).toEqual([412, expect.stringContaining('already exists')]);
      expect((await ask('GET', path)).body).toEqual(before);
    }
    const race = 'commerce/categories/by/external_id/race';
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => ask('PUT', race, { category: { name } }, once).then(({ status }) => status)),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  });

  it('reject the keys . and .., which HTTP clients remove from paths', async () => {
    for (const value of ['.', '..']) {
      const status = await new Promise<[number | undefined, string]>((resolve, reject) => {
        const sent = request(
          `${app.url}`,
          {
            method: 'PUT',
            path: `/rest/V1/commerce/categories/by/external_id/${value.replaceAll('.', '%2E')}`,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          },
          (answer) => {
            let text = '';
            answer.on('data', (piece: Buffer) => (text += piece.toString()));
            answer.on('end', () => resolve([answer.statusCode, text]));
          },
        );
        sent.on('error', reject);
        sent.end(JSON.stringify({ category: { name: 'Dots' } }));
      });
      expect(status).toEqual([400, expect.stringContaining('HTTP clients remove it from URL paths')]);
    }
  });

  it('store an empty external_id as null, like all other writes', async () => {
    const customer = (n: number) => ({ customer_number: `EMPTY-${n}`, external_id: '' });
    for (const n of [1, 2]) {
      const made = await ask('POST', 'commerce/customers', { customer: customer(n) });
      expect([made.status, made.body.external_id]).toEqual([200, null]);
      const document = await ask('POST', 'customerdocuments', { document: { name: `${n}`, externalId: '' } });
      expect([document.status, document.body.external_id]).toEqual([200, null]);
      const put = { customer: { external_id: 'was', customer_number: `EMPTY-${n}` } };
      expect((await ask('PUT', `commerce/customers/${made.body.id}`, put)).body.external_id).toBe('was');
      const cleared = await ask('PUT', `commerce/customers/${made.body.id}`, { customer: { external_id: '' } });
      expect([cleared.status, cleared.body.external_id]).toEqual([200, null]);
    }
    const records = ['X', 'Y'].map((name) => ({ name, external_id: '' }));
    for (const [path, rows] of [
      ['commerce/categories/bulk', records],
      ['commerce/customers/bulk', [customer(3), customer(4)]],
      ['pricing/pricelist/bulk', records],
      ['customerdocuments/bulk', records],
    ] as const) {
      const { body } = await ask('POST', path, { records: rows });
      expect([path, body.created, body.failed]).toEqual([path, 2, 0]);
    }
  });

  it('exist for each key of one field, with the rights of the routes by ID', async () => {
    const { body } = await app.call('GET', '/swagger-json');
    const paths = Object.keys(body.paths).filter((path) => path.includes('/by/'));
    for (const path of [
      '/V1/commerce/products/by/sku/{value}',
      '/V1/commerce/customers/by/customer_number/{value}',
      '/V1/commerce/customers/by/external_id/{value}',
      '/V1/commerce/categories/by/external_id/{value}',
      '/V1/commerce/websites/by/code/{value}',
      '/V1/pricing/customerprice/by/external_id/{value}',
      '/V1/pricing/pricelist/by/name/{value}',
      '/V1/customerdocuments/category/by/name/{value}',
    ])
      expect(paths).toContain(path);
    for (const path of paths) {
      const byId = body.paths[path.replace(/by\/\w+\/\{value\}$/, '{id}')];
      for (const verb of ['get', 'put', 'delete'])
        expect([path, verb, body.paths[path][verb]['x-acl-resource']]).toEqual([
          path,
          verb,
          byId[verb]['x-acl-resource'],
        ]);
    }
  });
});
