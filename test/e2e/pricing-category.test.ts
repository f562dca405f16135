import { RecordStore } from '../../libs/records/index.js';
import { categoryPriceResource } from '../../src/pricing-category/index.js';
import { startApp } from '../support/app.js';
import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';

/** Records of each suite: categories 1 to 4, customers 11 (General) and 12 (group 5), product A1 in 1 and 2. */
const world = async (shop: CommerceServer): Promise<void> => {
  await shop.post('websites', {
    website: { id: 2, code: 'eu', name: 'Europe', base_currency: 'EUR', timezone: 'UTC' },
  });
  for (const id of [4, 1, 2, 3])
    await shop.post('categories', { category: { id, name: `Category ${id}`, parent_id: id === 4 ? null : 4 } });
  await shop.post('customerGroups', { customerGroup: { id: 5, code: 'Retailers' } });
  await shop.post('customers', { customer: { id: 11 } });
  await shop.post('customers', { customer: { id: 12, group_id: 5 } });
  await shop.post('products', { product: { id: 21, sku: 'A1', name: 'Lantern', price: 80, category_ids: [1, 2] } });
  await shop.post('products', { product: { id: 22, sku: 'B2', name: 'Stool', price: 50, category_ids: [3] } });
};

const OURS = 'pricing/categoryprice';
const GROUPS = 'pricing/categoryprice/customergroup';

describeOnDatabases('category price records', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    await world(shop);
  });
  afterAll(() => shop.stop());

  const post = (fields: object) =>
    shop.ask('POST', OURS, { categoryPrice: { category_id: 1, customer_id: 11, value: 9, ...fields } });
  const postGroups = (fields: object) =>
    shop.ask('POST', GROUPS, {
      categoryPriceCustomerGroup: { category_id: 1, customer_group_id: 5, value: 9, ...fields },
    });
  const message = ({ body }: { body: { message: string } }) => body.message;

  describe('over REST', () => {
    it('return all fields of a customer price in order, with defaults', async () => {
      const { status, body, headers } = await post({});
      expect([status, Object.keys(body as object)]).toEqual([
        200,
        [
          'id',
          'category_id',
          'customer_id',
          'priority',
          'website_id',
          'value',
          'qty',
          'price_application_type',
          'price_attribute',
          'currency',
          'from_date',
          'to_date',
          'external_id',
          'source_version',
          'created_at',
          'updated_at',
        ],
      ]);
      expect(body).toMatchObject({ priority: 0, website_id: 0, qty: 1, price_application_type: 1, currency: null });
      expect(Number(headers.get('x-pricing-version'))).toBeGreaterThan(0);
      expect((await shop.ask('GET', `${OURS}/${body.id}`)).body).toEqual(body);
      await shop.ask('DELETE', `${OURS}/${body.id}`);
    });

    it('have separate routes and ids for group prices', async () => {
      const { body } = await postGroups({ customer_group_id: 0, priority: 999, external_id: 'g' });
      expect(body).toMatchObject({ customer_group_id: 0, priority: 999 });
      expect((await shop.ask('GET', `${GROUPS}/${body.id}`)).body).toEqual(body);
      expect((await shop.ask('GET', `${OURS}/${body.id}`)).status).toBe(404);
      const search = `${GROUPS}/search?searchCriteria[filterGroups][0][filters][0][field]=external_id&searchCriteria[filterGroups][0][filters][0][value]=g`;
      expect((await shop.ask('GET', search)).body).toMatchObject({ items: [{ id: body.id }], total_count: 1 });
      const changed = await shop.ask('PUT', `${GROUPS}/${body.id}`, { categoryPriceCustomerGroup: { value: 8 } });
      expect(changed.body).toMatchObject({ value: 8, priority: 999 });
      expect((await shop.ask('DELETE', `${GROUPS}/${body.id}`)).body).toBe(true);
      expect((await shop.ask('GET', `${GROUPS}/${body.id}`)).status).toBe(404);
    });

    it.each<[string, object]>([
      ['a priority above 999', { priority: 1000 }],
      ['an unknown category', { category_id: 99 }],
      ['an unknown customer', { customer_id: 99 }],
      ['an unknown website', { website_id: 99 }],
      ['a discount of more than 100 %', { price_application_type: 5, value: 101 }],
      ['an end before the start', { from_date: '2026-02-01', to_date: '2026-01-31' }],
      ['a value that differs from the price', { price: 10 }],
      ['an id', { id: 5 }],
    ])('reject %s', async (_, fields) => {
      expect((await post(fields)).status).toBe(400);
    });

    it('are unique, even for simultaneous requests and empty key fields', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => post({ customer_id: 12, qty: 7 })));
      const refused = answers.filter(({ status }) => status === 400);
      expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 49]);
      expect(refused[0]?.body.message).toMatch(/already exists/);
      expect((await postGroups({ qty: 7 })).status).toBe(200);
      expect(message(await postGroups({ qty: '7.0000', value: 3 }))).toMatch(/already exists/);
      expect((await postGroups({ qty: 7, currency: 'USD' })).status).toBe(200);
      expect((await postGroups({ qty: 7, website_id: 1 })).status).toBe(200);
    });

    it('prevent deleting their category or group, and are deleted with their customer', async () => {
      await shop.post('categories', { category: { id: 30, name: 'Used' } });
      await shop.post('customerGroups', { customerGroup: { id: 30, code: 'Used' } });
      await shop.post('customers', { customer: { id: 30 } });
      const ours = (await post({ category_id: 30, customer_id: 30 })).body;
      expect((await shop.delete('categories/30')).text).toContain('category prices of customers');
      expect((await shop.delete('customers/30')).status).toBe(200);
      expect((await shop.ask('GET', `${OURS}/${ours.id}`)).status).toBe(404);
      const groups = (await postGroups({ category_id: 30, customer_group_id: 30 })).body;
      expect((await shop.delete('categories/30')).text).toContain('category prices of customer groups');
      expect((await shop.delete('customerGroups/30')).text).toContain('category prices of customer groups');
      await shop.ask('DELETE', `${GROUPS}/${groups.id}`);
      expect((await shop.delete('categories/30')).body).toBe(true);
    });

    it.each([
      [OURS, 'categoryPrice', post],
      [GROUPS, 'categoryPriceCustomerGroup', postGroups],
    ] as const)(
      'log the changed categories for writes to %s, and nothing for unchanged ones',
      async (path, wrapper, create) => {
        let id = 0;
        const created = async () => (id = (await create({ category_id: 2, qty: 3 })).body.id as number);
        expect(await shop.loggedBy(created)).toEqual([['category', 2]]);
        const put = (fields: object) => shop.ask('PUT', `${path}/${id}`, { [wrapper]: fields });
        expect(await shop.loggedBy(() => put({ qty: 3, value: '9.000000' }))).toEqual([]);
        expect(await shop.loggedBy(() => put({ category_id: 3 }))).toEqual([
          ['category', 2],
          ['category', 3],
        ]);
        expect(await shop.loggedBy(() => shop.ask('DELETE', `${path}/${id}`))).toEqual([['category', 3]]);
      },
    );

    it('require a separate right for each method', async () => {
      const only = (right: string) => shop.app.integrationToken(right);
      const body = { categoryPrice: { category_id: 1, customer_id: 11, value: 9, qty: 77 } };
      expect((await shop.ask('POST', OURS, body, await only('_Categoryprice::manage'))).status).toBe(403);
      expect((await shop.ask('POST', OURS, body, await only('_Customerprice::save'))).status).toBe(403);
      const saving = await only('_Categoryprice::save');
      const { status, body: saved } = await shop.ask('POST', OURS, body, saving);
      expect(status).toBe(200);
      expect((await shop.ask('GET', `${OURS}/${saved.id}`, undefined, saving)).status).toBe(403);
      expect((await shop.ask('DELETE', `${OURS}/${saved.id}`, undefined, saving)).status).toBe(403);
      const deleting = await only('_Categoryprice::delete');
      expect((await shop.ask('DELETE', `${OURS}/${saved.id}`, undefined, deleting)).status).toBe(200);
      expect((await shop.ask('GET', `${GROUPS}/1`, undefined, '')).status).toBe(401);
    });
  });
});

describeOnDatabases('category prices', (kind) => {
  let shop: CommerceServer;
  const made: string[] = [];
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    await world(shop);
  });
  afterEach(async () => {
    for (const path of made.splice(0)) await shop.ask('DELETE', path);
    await shop.put('priceSettings/0', { priceSettings: { categoryprice_select: null } });
    await shop.delete('priceSettings/1/customers/12');
    await shop.put('products/21', { product: { category_ids: [1, 2] } });
  });
  afterAll(() => shop.stop());

  const stored = async (path: string, body: object) => {
    const answer = await shop.ask('POST', path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    made.push(`${path}/${answer.body.id}`);
    return answer.body;
  };

  const ours = (fields: object) =>
    stored(OURS, { categoryPrice: { category_id: 1, customer_id: 12, value: 60, ...fields } });
  const groups = (fields: object) =>
    stored(GROUPS, { categoryPriceCustomerGroup: { category_id: 1, customer_group_id: 5, value: 60, ...fields } });
  const price = async (fields: object = {}) => {
    const { status, body, text } = await shop.ask('POST', 'pricing/get-final-price', {
      sku: 'A1',
      customer_id: 12,
      ...fields,
    });
    if (status !== 200) throw new Error(text);
    return body;
  };

  it('apply to products directly in the category, per customer or group, from their quantity', async () => {
    const row = await ours({ value: 70, qty: 10, price_application_type: 4 });
    await groups({ category_id: 2, value: 65 });
    await groups({ category_id: 4, value: 1 });
    expect(await price({ qty: 1 })).toMatchObject({ final_price: 65, price_code: 'categoryprice' });
    expect(await price({ qty: 10 })).toMatchObject({
      final_price: 10,
      applied: {
        price_code: 'categoryprice',
        record_type: 'categoryPrice',
        record_id: row.id,
        parent_id: 1,
        name: 'Category 1',
        qty: 10,
        price_application_type: 4,
        value: 70,
      },
      tiers: [
        { qty: 1, unit_price: 65 },
        { qty: 10, unit_price: 10 },
      ],
    });
    expect(await price({ sku: 'B2' })).toMatchObject({ final_price: 50, price_code: 'orig_price' });
    expect(await price({ customer_id: 11 })).toMatchObject({ final_price: 80 });
    expect(await price({ customer_id: undefined, customer_group_id: 5 })).toMatchObject({
      final_price: 65,
      applied: { record_type: 'categoryPriceCustomerGroup', parent_id: 2, name: 'Category 2' },
    });
  });

  it('follow the precedence of categoryprice_select', async () => {
    await ours({ value: 61, priority: 1 });
    await groups({ value: 62, priority: 9 });
    await ours({ value: 63, priority: 2, category_id: 2 });
    const select = (categoryprice_select: string) =>
      shop.put('priceSettings/0', { priceSettings: { categoryprice_select } });
    expect((await price()).final_price).toBe(62);
    await select('customer');
    expect((await price()).final_price).toBe(63);
    await select('group');
    expect((await price()).final_price).toBe(62);
    await shop.put('priceSettings/1/customers/12', { priceSettings: { categoryprice_select: 'customer' } });
    expect((await price()).final_price).toBe(63);
  });

  it('apply on website 0 and the own website, in their currency and period', async () => {
    await ours({ value: 62, website_id: 1 });
    await ours({ value: 61 });
    await ours({ value: 5, website_id: 2 });
    await ours({ value: 6, currency: 'EUR' });
    await ours({ value: 7, from_date: '2026-05-01', to_date: '2026-05-31' });
    await ours({ value: 8, qty: 2, price_application_type: 5, price_attribute: 'cost' });
    expect((await price({ date: '2026-06-01', qty: 2 })).final_price).toBe(61);
    expect((await price({ date: '2026-05-31' })).final_price).toBe(7);
    expect((await price({ currency: 'EUR' })).final_price).toBe(6);
  });

  it('are listed by explain with the reason why they do not apply', async () => {
    const rows = [
      await ours({ value: 61 }),
      await ours({ value: 61, website_id: 1 }),
      await groups({ value: 1 }),
      await ours({ value: 5, website_id: 2 }),
      await ours({ value: 6, currency: 'EUR' }),
      await ours({ value: 7, qty: 100, category_id: 2 }),
      await groups({ value: 7, to_date: '2020-01-01' }),
    ];
    await ours({ value: 7, category_id: 3 });
    await groups({ value: 7, customer_group_id: 1 });
    const { candidates } = await price({ explain: 1 });
    const candidateRows = (
      candidates as { price_code: string; record_id: number; record_type: string; reason: string }[]
    )
      .filter(({ price_code }) => price_code === 'categoryprice')
      .map(({ record_type, record_id, reason }) => [record_type, record_id, reason]);
    expect(candidateRows).toHaveLength(rows.length);
    expect(new Set(candidateRows.map((row) => row.join()))).toEqual(
      new Set(
        [
          ['categoryPrice', rows[0]?.id, null],
          ['categoryPrice', rows[1]?.id, 'tie_in_source'],
          ['categoryPriceCustomerGroup', rows[2]?.id, 'tie_in_source'],
          ['categoryPrice', rows[3]?.id, 'other_website'],
          ['categoryPrice', rows[4]?.id, 'other_currency'],
          ['categoryPrice', rows[5]?.id, 'below_qty'],
          ['categoryPriceCustomerGroup', rows[6]?.id, 'out_of_date'],
        ].map((row) => row.join()),
      ),
    );
  });

  it('of group 0 apply to anonymous callers, and customers see no ids', async () => {
    await groups({ value: 79, customer_group_id: 0 });
    const nobody = await shop.ask('POST', 'pricing/context/get-final-price', { sku: 'A1' }, '');
    expect(nobody.body).toMatchObject({ final_price: 79, price_code: 'categoryprice' });
    const { id, token } = await shop.app.customer({ group_id: 5 });
    await ours({ value: 59, customer_id: id });
    const mine = await shop.ask('POST', 'pricing/me/get-final-price', { sku: 'A1' }, token);
    expect(mine.body).toMatchObject({ final_price: 59 });
    expect(mine.body.applied).toEqual({ price_code: 'categoryprice', qty: 1, from_date: null, to_date: null });
  });

  it('are returned with the current name of the category', async () => {
    await ours({});
    expect((await price()).applied).toMatchObject({ parent_id: 1, name: 'Category 1' });
    await shop.put('categories/1', { category: { name: 'Garden' } });
    expect((await price()).applied).toMatchObject({ parent_id: 1, name: 'Garden' });
    await shop.put('categories/1', { category: { name: 'Category 1' } });
  });

  it('stop applying to a product that leaves the category', async () => {
    await ours({});
    expect((await price()).final_price).toBe(60);
    await shop.put('products/21', { product: { category_ids: [2] } });
    expect((await price()).final_price).toBe(80);
  });
});

describe('without the module pricing-category', () => {
  it('a server has no routes and candidates, but keeps the table', async () => {
    const app = await startApp({ addOns: ['pricing-calc'] });
    try {
      await app.good('POST', '/rest/V1/commerce/categories', { category: { id: 1, name: 'Garden' } });
      await app.good('POST', '/rest/V1/commerce/customers', { customer: { id: 11 } });
      await app.good('POST', '/rest/V1/commerce/products', {
        product: { sku: 'A1', name: 'Lantern', price: 80, category_ids: [1] },
      });
      const stored = app.get(RecordStore).recordsOf(categoryPriceResource);
      expect((await stored.search({ groups: [], sort: [], page: 1, pageSize: 1 })).total).toBe(0);
      const token = await app.adminToken();
      for (const path of [OURS, GROUPS])
        expect((await app.call('GET', `/rest/V1/${path}/1`, undefined, token)).status).toBe(404);
      const { price_code } = await app.good('POST', '/rest/V1/pricing/get-final-price', { sku: 'A1', customer_id: 11 });
      expect(price_code).toBe('orig_price');
      const { paths } = (await app.call('GET', '/swagger-json')).body;
      expect(Object.keys(paths as object).filter((path) => path.includes('categoryprice'))).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
