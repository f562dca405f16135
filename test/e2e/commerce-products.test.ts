import { Persistence } from '../../libs/database/index.js';
import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('products, categories and tier prices', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    await shop.post('websites', {
      website: { id: 2, code: 'eu', name: 'Europe', base_currency: 'EUR', timezone: 'Europe/Berlin' },
    });
    for (const id of [1, 2, 3]) await shop.post('categories', { category: { id, name: `Category ${id}` } });
  });
  afterAll(() => shop.stop());

  const post = (fields: object) => shop.post('products', { product: { name: 'x', ...fields } });
  const put = (id: number, fields: object) => shop.put(`products/${id}`, { product: fields });
  const search = async (field: string, value: unknown, condition = 'eq') => {
    const filter = `searchCriteria[filterGroups][0][filters][0]`;
    const { body } = await shop.get(
      `products/search?${filter}[field]=${field}&${filter}[value]=${String(value)}&${filter}[condition_type]=${condition}`,
    );
    return body.items as { id: number; sku: string }[];
  };

  const ALL = {
    id: 900,
    sku: 'ALL-1',
    name: 'Lantern',
    price: 10.5,
    special_price: 999999999.999999,
    special_from: '2026-01-01',
    special_to: '2026-01-31',
    cost: 0,
    msrp: null,
    category_ids: [1, 3],
    attributes: { color: 'red', size: ['S', 'M'] },
    website_prices: [
      {
        website_id: 2,
        price: 9.123456,
        special_price: null,
        special_from: null,
        special_to: null,
        cost: 0,
        msrp: null,
      },
      { website_id: 1, price: null, special_price: 1, special_from: null, special_to: null, cost: null, msrp: 2 },
    ],
    is_active: 1,
    created_at: expect.stringMatching(/Z$/) as string,
    updated_at: expect.stringMatching(/Z$/) as string,
  };

  it('return all fields as sent and in order', async () => {
    const { body } = await post(ALL);
    expect(body).toEqual(ALL);
    expect(Object.keys(body as object)).toEqual(Object.keys(ALL));
    expect((await shop.get('products/900')).body).toEqual(ALL);
    expect((await search('id', 900))[0]).toEqual(ALL);
    expect((await shop.get('products/sku/ALL-1')).body).toEqual(ALL);
  });

  it('do not change when their own response is sent back', async () => {
    const logged = await shop.loggedBy(async () => {
      expect((await put(900, ALL)).body).toEqual(ALL);
      expect((await put(900, { ...ALL, category_ids: [3, 1, 3], attributes: {} })).body).toEqual(ALL);
    });
    expect(logged).toEqual([]);
  });

  it('change updated_at only with a real change', async () => {
    const before = (await shop.get('products/900')).body as { created_at: string; updated_at: string };
    const later = `${new Date().getFullYear() + 1}-01-01`;
    const same = (await put(900, { name: 'Lantern', updated_at: later, created_at: later })).body;
    expect(same).toEqual(before);
    const changed = (await put(900, { name: 'Lamp' })).body as typeof before;
    expect(changed.created_at).toBe(before.created_at);
    expect(changed.updated_at > before.updated_at).toBe(true);
    expect((await put(900, { name: 'Lantern' })).status).toBe(200);
  });

  it('have defaults', async () => {
    const { body } = await post({ sku: 'PLAIN' });
    expect(body).toMatchObject({ price: null, category_ids: [], attributes: {}, website_prices: [], is_active: 1 });
  });

  it('replace lists, merge attributes by code, and remove an attribute on null', async () => {
    await post({ ...ALL, id: 101, sku: 'LISTS' });
    expect((await put(101, { category_ids: [2, 3] })).body.category_ids).toEqual([2, 3]);
    expect((await put(101, { attributes: { size: null, color: 'blue', shape: 'round' } })).body.attributes).toEqual({
      color: 'blue',
      shape: 'round',
    });
    const prices = (await put(101, { website_prices: [{ website_id: 2, price: 7 }] })).body.website_prices as unknown;
    expect(prices).toMatchObject([{ website_id: 2, price: 7, cost: null }]);
    expect(await put(101, { category_ids: [], website_prices: [] })).toMatchObject({
      body: { category_ids: [], website_prices: [], attributes: { color: 'blue', shape: 'round' }, price: 10.5 },
    });
    expect((await shop.get('products/101')).body).toMatchObject({ category_ids: [], website_prices: [] });
  });

  it.each([
    [{ category_ids: [1, 99] }, 'category_ids', 99],
    [{ website_prices: [{ website_id: 1 }, { website_id: 99 }] }, 'website_prices[1].website_id', 99],
    [{ website_prices: [{ website_id: 0 }] }, 'website_prices[0].website_id', 0],
    [{ special_from: '2026-02-01', special_to: '2026-01-31' }, 'special_to', '2026-01-31'],
    [{ special_from: '2026-02-30' }, 'special_from', '2026-02-30'],
    [{ price: -1 }, 'price', -1],
    [{ price: '0.1234567' }, 'price', '0.1234567'],
    [{ price: 1000000000 }, 'price', 1000000000],
    [{ sku: ' A' }, 'sku', ' A'],
    [{ sku: 'A ' }, 'sku', 'A '],
    [{ sku: 'x'.repeat(65) }, 'sku', 'x'.repeat(65)],
  ])('reject %j and store nothing', async (fields, fieldName, value) => {
    expect(await post({ sku: 'REFUSED', ...fields })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/^Invalid value of "%value" provided for the %fieldName field\./),
        parameters: { fieldName, value },
      },
    });
    expect((await shop.get('products/sku/REFUSED')).status).toBe(404);
  });

  it('reject two prices of one product for one website', async () => {
    const { status, body } = await post({ sku: 'TWICE', website_prices: [{ website_id: 1 }, { website_id: 1 }] });
    expect([status, body.message]).toEqual([
      400,
      'The prices of website %website_id are specified more than once. Send them once.',
    ]);
  });

  it('compare SKUs exactly: case, accents and spaces count', async () => {
    const skus = ['Größe 1', 'größe 1', 'Grösse 1', 'Größe  1', 'ＡＢ', '漢字/1', '%2F', '😀'.repeat(64)];
    for (const sku of skus) expect((await post({ sku })).body.sku).toBe(sku);
    expect((await post({ sku: 'Größe 1' })).body).toEqual({
      message: 'A product with this SKU already exists. Choose another SKU, or update the existing product.',
    });
    expect((await search('sku', encodeURIComponent('größe 1'))).map(({ sku }) => sku)).toEqual(['größe 1']);
    for (const sku of skus) {
      expect((await shop.get(`products/sku/${encodeURIComponent(sku)}`)).body.sku).toBe(sku);
    }
  });

  it('reject the new SKUs . and .., which clients remove from paths, but keep stored ones', async () => {
    const { database, transactions } = shop.app.get<Persistence>(Persistence);
    const { id } = (await post({ sku: 'DOTS' })).body;
    for (const sku of ['.', '..']) {
      const refused = { status: 400, body: { parameters: { fieldName: 'sku', value: sku } } };
      expect(await post({ sku })).toMatchObject(refused);
      expect(await put(id, { sku })).toMatchObject(refused);
      const { body } = await shop.post('products/bulk', {
        records: [
          { sku, name: 'x' },
          { sku: `${sku}A`, name: 'x' },
        ],
      });
      expect(body).toMatchObject({ created: 1, failed: 1, items: [{ status: 'failed' }, { status: 'created' }] });
      expect(await search('sku', sku)).toEqual([]);
      await transactions.write(() => database.run('UPDATE product SET sku = ? WHERE id = ?', [sku, id]));
      const { body: there } = await shop.get(`products/${id}`);
      expect(there.sku).toBe(sku);
      expect(await put(id, { ...there, price: 3 })).toMatchObject({ status: 200 });
      expect((await search('sku', sku)).map(({ id: found }) => found)).toEqual([id]);
      expect(await put(id, { sku: 'DOTS' })).toMatchObject({ status: 200 });
    }
  });

  it('read a plus in a path as a plus, not a space', async () => {
    for (const sku of ['A+B', 'A B']) await post({ sku });
    expect((await shop.get('products/sku/A+B')).body.sku).toBe('A+B');
    expect((await shop.get('products/sku/A%2BB')).body.sku).toBe('A+B');
    expect((await shop.get('products/sku/A%20B')).body.sku).toBe('A B');
  });

  it('can be created, changed, read and deleted by SKU', async () => {
    const path = `products/sku/${encodeURIComponent('by/sku ü')}`;
    const absent = { status: 404, body: { parameters: { fieldName: 'sku', fieldValue: 'by/sku ü' } } };
    expect(await shop.get(path)).toMatchObject(absent);
    expect((await shop.put(path, { product: {} })).body.parameters).toEqual({ fieldName: 'name' });
    const made = await shop.put(path, { product: { id: 150, name: 'Made', price: 1, sku: 'other' } });
    expect(made.body).toMatchObject({ id: 150, sku: 'by/sku ü', name: 'Made', price: 1 });
    const changed = await shop.put(path, { product: { price: 2, id: 900 } });
    expect(changed.body).toMatchObject({ id: 150, sku: 'by/sku ü', name: 'Made', price: 2 });
    expect((await shop.get('products/900')).body).toMatchObject({ sku: 'ALL-1' });
    expect((await shop.delete(path)).body).toBe(true);
    expect(await shop.get(path)).toMatchObject(absent);
    expect(await shop.delete(path)).toMatchObject(absent);
  });

  it('create one product from 50 concurrent PUTs of one SKU, which all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => shop.put('products/sku/RACE', { product: { name: 'x', price: index } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await search('sku', 'RACE')).toHaveLength(1);
  });

  it('create one of 50 equal products sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ sku: 'ONCE', category_ids: [1] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    expect(await search('sku', 'ONCE')).toHaveLength(1);
  });

  it('match category_ids by the ids that it contains', async () => {
    await post({ id: 110, sku: 'S1', category_ids: [1, 2] });
    await post({ id: 111, sku: 'S2', category_ids: [2] });
    await post({ id: 112, sku: 'S3' });
    const matches = async (value: unknown, condition: string) =>
      (await search('category_ids', value, condition)).map(({ id }) => id).filter((id) => id >= 110 && id < 120);
    expect(await matches(2, 'eq')).toEqual([110, 111]);
    expect(await matches(1, 'finset')).toEqual([110]);
    expect(await matches('1,2', 'in')).toEqual([110, 111]);
    expect(await matches('', 'null')).toEqual([112]);
  });

  it('reject deleting a category that has categories or products', async () => {
    await shop.post('categories', { category: { id: 20, name: 'Upper' } });
    await shop.post('categories', { category: { id: 21, name: 'Lower', parent_id: 20, external_id: 'name:Lower' } });
    await post({ id: 120, sku: 'IN-20', category_ids: [20] });
    expect((await shop.delete('categories/20')).body.parameters.users.split(', ').sort()).toEqual([
      'categories',
      'products',
    ]);
    await put(120, { category_ids: [] });
    expect((await shop.put('categories/21', { category: { parent_id: null } })).body.parent_id).toBeNull();
    expect((await shop.delete('categories/20')).body).toBe(true);
    expect((await shop.put('categories/21', { category: { parent_id: 21 } })).status).toBe(400);
    expect((await shop.put('categories/21', { category: { parent_id: 99 } })).status).toBe(400);
    expect((await shop.post('categories', { category: { name: 'x', external_id: 'name:Lower' } })).status).toBe(400);
  });

  const parents = async (...ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await shop.get(`categories/${id}`)).body.parent_id as number | null));
  const move = (id: number, parent_id: number | null) => shop.put(`categories/${id}`, { category: { parent_id } });

  it('reject moving a category below itself', async () => {
    for (const id of [30, 31, 32])
      await shop.post('categories', { category: { id, name: 'x', parent_id: id === 30 ? null : id - 1 } });
    const refused = await move(30, 32);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        message:
          'Category %id cannot be a child of category %parentId, which is one of its descendants. Choose another parent category.',
        parameters: { id: 30, parentId: 32 },
      },
    ]);
    expect(await parents(30, 31, 32)).toEqual([null, 30, 31]);
    expect((await move(32, 30)).status).toBe(200);
    expect((await shop.put('categories/31', { category: { parent_id: 30, name: 'y' } })).status).toBe(200);
  });

  it('apply moves of categories in one call one after the other', async () => {
    for (const id of [40, 41, 42, 43])
      await shop.post('categories', { category: { id, name: 'x', parent_id: id === 40 ? null : id - 1 } });
    const records = [
      { id: 41, name: 'kept', parent_id: 43 },
      { id: 40, parent_id: 99 },
      { id: 42, parent_id: 40 },
      // Now 43 is no longer below 41, so 41 can move below it; after that, 42 can't move below 41.
      { id: 41, parent_id: 43 },
    ];
    const { body } = await shop.post('categories/bulk', { records });
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
      'updated',
      'updated',
    ]);
    const below = await shop.post('categories/bulk', { records: [{ id: 42, parent_id: 41 }] });
    expect(below.body.items[0].error.parameters).toEqual({ id: 42, parentId: 41 });
    expect(await parents(40, 41, 42, 43)).toEqual([null, 43, 40, 42]);
    const whole = await shop.post('categories/bulk?mode=all_or_nothing', {
      records: [
        { id: 43, name: 'kept' },
        { id: 40, parent_id: 41 },
      ],
    });
    expect([whole.status, whole.body.message]).toEqual([400, expect.stringMatching(/^records\[1\]\.parent_id: /)]);
    expect((await shop.get('categories/43')).body.name).toBe('x');
  });

  it('never form a circle of concurrently moved categories', async () => {
    const rounds = [50, 60, 70, 80, 90];
    for (const first of rounds)
      for (const id of [first, first + 1, first + 2]) await shop.post('categories', { category: { id, name: 'x' } });
    const answers = await Promise.all(
      rounds.map((first) => Promise.all([move(first, first + 1), move(first + 1, first + 2), move(first + 2, first)])),
    );
    expect(answers.map((some) => some.map(({ status }) => status).sort())).toEqual(rounds.map(() => [200, 200, 400]));
  });

  it('delete tier prices and links together with their product', async () => {
    await post({ ...ALL, id: 130, sku: 'GONE' });
    const { body: tier } = await shop.post('productTierPrices', {
      productTierPrice: { sku: 'GONE', qty: 1, value: 1 },
    });
    expect((await shop.delete('products/130')).body).toBe(true);
    expect((await shop.get(`productTierPrices/${tier.id}`)).status).toBe(404);
    expect((await post({ id: 130, sku: 'GONE' })).body).toMatchObject({ category_ids: [], website_prices: [] });
  });

  it('log changes of a product, except its name', async () => {
    const loggedByPut = (fields: object) => shop.loggedBy(() => put(140, fields));
    const named = [['product', 140]];
    expect(await shop.loggedBy(() => post({ id: 140, sku: 'LOG' }))).toEqual(named);
    expect(await loggedByPut({ name: 'Other' })).toEqual([]);
    for (const fields of [
      { price: 1 },
      { sku: 'LOG2' },
      { category_ids: [1] },
      { attributes: { a: 'b' } },
      { website_prices: [{ website_id: 1, cost: 1 }] },
      { is_active: 0 },
    ])
      expect(await loggedByPut(fields)).toEqual(named);
    const { body: tier } = await shop.post('productTierPrices', {
      productTierPrice: { sku: 'LOG2', qty: 1, value: 1 },
    });
    expect(await shop.loggedBy(() => shop.delete(`productTierPrices/${tier.id}`))).toEqual(named);
    expect(await shop.loggedBy(() => shop.delete('products/140'))).toEqual(named);
    // Price responses contain the category's name (pricing.md §4), so its change is logged.
    expect(await shop.loggedBy(() => shop.put('categories/1', { category: { name: 'Renamed' } }))).toEqual([
      ['category', 1],
    ]);
    expect(await shop.loggedBy(() => shop.put('categories/1', { category: { parent_id: 2 } }))).toEqual([
      ['category', 1],
    ]);
  });

  describe('tier prices', () => {
    const tier = (fields: object) => shop.post('productTierPrices', { productTierPrice: fields });

    it('are created by product id or SKU, with defaults', async () => {
      const { body } = await tier({ product_id: 900, qty: 0, value: '8.5' });
      expect(body).toEqual({
        id: expect.any(Number),
        product_id: 900,
        sku: 'ALL-1',
        website_id: 0,
        customer_group_id: null,
        qty: 1,
        value: 8.5,
      });
      expect((await tier({ sku: 'ALL-1', qty: '10.5', value: 8 })).body).toMatchObject({ product_id: 900, qty: 10.5 });
      expect((await tier({ sku: 'ALL-1', product_id: 900, qty: 20, value: 8 })).status).toBe(200);
      expect((await tier({ sku: 'LISTS', product_id: 900, qty: 20, value: 8 })).status).toBe(400);
      expect((await tier({ sku: 'all-1', qty: 20, value: 8 })).body.parameters.fieldName).toBe('sku');
    });

    it('must be unique by product, website, group and quantity, nulls included', async () => {
      const fields = { sku: 'PLAIN', qty: 5, value: 1 };
      expect((await tier(fields)).status).toBe(200);
      const taken =
        'A tier price for this product, website, customer group and quantity already exists. Update the existing tier price instead.';
      expect((await tier({ ...fields, qty: '5.0', value: 2 })).body.message).toBe(taken);
      expect((await tier({ ...fields, website_id: 1 })).status).toBe(200);
      expect((await tier({ ...fields, customer_group_id: 0 })).status).toBe(200);
      expect((await tier({ ...fields, customer_group_id: 0 })).body.message).toBe(taken);
      expect((await tier({ ...fields, qty: 6 })).status).toBe(200);
    });

    it('are created once if 50 equal ones are sent at once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => tier({ sku: 'PLAIN', qty: 77, value: 1 })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    });

    it.each([
      [{ qty: -1 }, 'qty'],
      [{ qty: '0.00001' }, 'qty'],
      [{ value: -1 }, 'value'],
      [{ website_id: 99 }, 'website_id'],
      [{ customer_group_id: 99 }, 'customer_group_id'],
    ])('reject %j', async (fields, fieldName) => {
      const { status, body } = await tier({ sku: 'PLAIN', qty: 1, value: 1, ...fields });
      expect([status, body.parameters.fieldName]).toEqual([400, fieldName]);
    });

    it('log their product, and both products when moved', async () => {
      const { body } = await tier({ product_id: 900, qty: 33, value: 1 });
      const moved = await shop.loggedBy(() =>
        shop.put(`productTierPrices/${body.id}`, { productTierPrice: { product_id: 101 } }),
      );
      expect(moved).toEqual([
        ['product', 900],
        ['product', 101],
      ]);
    });
  });
});
