import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

const BASE = '/rest/V1/pricing/timeline';

describeOnDatabases('the price timeline', (database) => {
  let app: TestApp;
  let shop: Shop;
  let token: string;
  let customer: number;
  let sku: string;

  beforeAll(async () => {
    app = await startApp({ database, settings: { ACL_VENDOR: 'Acme' } });
    shop = new Shop(app);
    token = await app.integrationToken('Acme_Pricing::calculate');
    await shop.commerce('websites', 'website', {
      id: 2,
      code: 'eu',
      name: 'EU',
      base_currency: 'EUR',
      timezone: 'UTC',
    });
    await shop.commerce('stores', 'store', { id: 2, code: 'eu', name: 'EU', website_id: 2 });
    await shop.commerce('customerGroups', 'customerGroup', { id: 5, code: 'Retailers' });
    ({ id: customer } = await shop.commerce('customers', 'customer', { website_id: 0, group_id: 5 }));
    sku = await shop.product({ price: 10, special_price: 9, special_from: '2026-05-01', special_to: '2026-05-31' });
  });
  afterAll(() => app.close());

  const getTimeline = (query: Readonly<Record<string, string | number>>, path = BASE) =>
    app.call(
      'GET',
      `${path}?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))).toString()}`,
      undefined,
      token,
    );
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const items = async (query: Readonly<Record<string, string | number>>, path = BASE) => {
    const { status, body, text } = await getTimeline({ ...year, ...query }, path);
    if (status !== 200) throw new Error(text);
    return (body.items as readonly Record<string, unknown>[]).map((item) => Object.values(item));
  };

  it('returns dates, price and record in the documented fields', async () => {
    const { status, body, headers } = await getTimeline({ sku, ...year });
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          from_date: '2026-01-01',
          to_date: '2026-04-30',
          unit_price: 10,
          price_code: 'orig_price',
          record_type: null,
          record_id: null,
        },
        {
          from_date: '2026-05-01',
          to_date: '2026-05-31',
          unit_price: 9,
          price_code: 'special_price',
          record_type: null,
          record_id: null,
        },
        {
          from_date: '2026-06-01',
          to_date: '2026-12-31',
          unit_price: 10,
          price_code: 'orig_price',
          record_type: null,
          record_id: null,
        },
      ],
    });
    const price = await shop.price({ sku });
    expect(Number(headers.get('x-pricing-version'))).toBe(price.pricing_version);
  });

  it('uses the dates of rows, lists, matrices and assignments of every source', async () => {
    const one = await shop.product({ price: 100, category_ids: [] });
    const row = await shop.customerPrice({
      customer_id: customer,
      sku: one,
      value: 50,
      from_date: '2026-02-01',
      to_date: '2026-02-10',
    });
    await shop.list(
      { from_date: '2026-03-01', to_date: '2026-03-31' },
      [{ sku: one, price: 60, from_date: '2026-03-10' }],
      { groups: [5] },
    );
    const category = await shop.commerce('categories', 'category', { name: 'Lamps' });
    await app.good('PUT', `/rest/V1/commerce/products/sku/${one}`, { product: { category_ids: [category.id] } });
    await shop.pricing('categoryprice/customergroup', 'categoryPriceCustomerGroup', {
      category_id: category.id,
      customer_group_id: 5,
      price_application_type: 5,
      value: 50,
      from_date: '2026-04-05',
      to_date: '2026-04-06',
    });
    const matrix = await shop.pricing('productcustomermatrix', 'productCustomerMatrix', {
      name: 'May',
      price: 40,
      to_date: '2026-05-20',
    });
    await shop.pricing('productcustomermatrixattribute', 'productCustomerMatrixAttribute', {
      matrix_id: matrix.id,
      attribute_code: 'sku',
      attribute_value: one,
    });
    await shop.pricing('productcustomermatrixcustomer', 'productCustomerMatrixCustomer', {
      matrix_id: matrix.id,
      customer_id: customer,
      from_date: '2026-05-11',
    });
    const found = await items({ sku: one, customer_id: customer });
    expect(found.map((item) => item.slice(0, 4).join(' '))).toEqual([
      '2026-01-01 2026-01-31 100 orig_price',
      '2026-02-01 2026-02-10 50 customer_price',
      '2026-02-11 2026-03-09 100 orig_price',
      '2026-03-10 2026-03-31 60 pricelist',
      '2026-04-01 2026-04-04 100 orig_price',
      '2026-04-05 2026-04-06 50 categoryprice',
      '2026-04-07 2026-05-10 100 orig_price',
      '2026-05-11 2026-05-20 40 product_customer_matrix',
      '2026-05-21 2026-12-31 100 orig_price',
    ]);
    expect(found.map((item) => item.slice(4)).filter(([type]) => type !== null)).toEqual([
      ['customerPrice', row.id],
      ['priceListProduct', expect.any(Number)],
      ['categoryPriceCustomerGroup', expect.any(Number)],
      ['productCustomerMatrix', matrix.id],
    ]);
    // A price request for the first and last day of a period returns the same price.
    for (const [from, to, price, code, record_type, record_id] of found) {
      for (const date of [from, to]) {
        const quoted = await shop.price({ sku: one, customer_id: customer, date });
        expect(quoted).toMatchObject({ unit_price: price, price_code: code, applied: { record_type, record_id } });
      }
    }
    // Customer prices and matrices do not apply to the group alone.
    const group = await items({ sku: one, customer_group_id: 5 });
    expect(group.map(([, , price]) => price)).toEqual([100, 60, 100, 50, 100]);
    expect(await items({ sku: one })).toHaveLength(1);
  });

  it('depends on quantity, website and currency, and has nulls without a price', async () => {
    const one = await shop.product();
    await shop.customerPrice({
      customer_id: customer,
      sku: one,
      qty: 10,
      value: 7,
      website_id: 2,
      from_date: '2026-07-01',
    });
    const none = ['2026-01-01', '2026-12-31', null, null, null, null];
    expect(await items({ sku: one, customer_id: customer, qty: 10 })).toEqual([none]);
    expect(await items({ sku: one, customer_id: customer, qty: '9.9999', website_id: 2 })).toEqual([none]);
    const priced = [
      ['2026-01-01', '2026-06-30', null, null, null, null],
      ['2026-07-01', '2026-12-31', 7, 'customer_price', 'customerPrice', expect.any(Number)],
    ];
    expect(await items({ sku: one, customer_id: customer, qty: 10, website_id: 2 })).toEqual(priced);
    expect(await items({ sku: one, customerId: customer, qty: '10.0', websiteId: 2, currency: 'EUR' })).toEqual(priced);
    expect(await items({ sku: one, customer_id: customer, qty: 10 }, '/rest/eu/V1/pricing/timeline')).toEqual(priced);
    expect(await items({ sku: one, customer_id: customer, qty: 10, website_id: 2, currency: 'USD' })).toEqual([none]);
  });

  it('covers 365 days from today by default', async () => {
    const { body } = await getTimeline({ sku, from: '2030-01-01' });
    expect(body.items.at(-1).to_date).toBe('2030-12-31');
    const today = new Date().toISOString().slice(0, 10);
    const { body: open } = await getTimeline({ sku, to: '2035-06-01' });
    expect([today, new Date().toISOString().slice(0, 10)]).toContain(open.items[0].from_date);
    expect(open.items.at(-1).to_date).toBe('2035-06-01');
  });

  describe('errors', () => {
    const refused = async (query: Readonly<Record<string, string | number>>) => {
      const { status, body } = await getTimeline(query);
      return [status, body.message, body.parameters] as const;
    };
    const invalid = (fieldName: string, value: unknown) => [
      400,
      expect.stringMatching(/^Invalid value of "%value" provided for the %fieldName field\./),
      { fieldName, value },
    ];

    it('are returned for unknown products, buyers, websites and stores', async () => {
      expect(await refused({ sku: 'nope' })).toEqual([
        404,
        'No such entity with %fieldName = %fieldValue',
        { fieldName: 'sku', fieldValue: 'nope' },
      ]);
      const gone = await shop.product({ price: 1, is_active: 0 });
      expect((await refused({ sku: gone }))[0]).toBe(404);
      expect((await refused({ sku, customer_id: 99_999 }))[0]).toBe(404);
      expect((await refused({ sku, customer_group_id: 99_999 }))[0]).toBe(404);
      expect(await refused({ sku, website_id: 99 })).toEqual(invalid('website_id', 99));
      expect((await app.call('GET', `/rest/nope/V1/pricing/timeline?sku=${sku}`, undefined, token)).status).toBe(400);
    });

    it("are 400 for a website or group other than the customer's", async () => {
      const { id } = await shop.commerce('customers', 'customer', { website_id: 1 });
      expect((await refused({ sku, customer_id: id, website_id: 2 }))[0]).toBe(400);
      expect(await refused({ sku, customer_id: id, customer_group_id: 5 })).toEqual(invalid('customer_group_id', 5));
    });

    it('are 400 for dates in reverse order or more than ten years', async () => {
      expect(await refused({ sku, from: '2026-02-01', to: '2026-01-31' })).toEqual(invalid('to', '2026-01-31'));
      expect((await getTimeline({ sku, from: '2026-02-01', to: '2026-02-01' })).status).toBe(200);
      expect((await getTimeline({ sku, from: '2026-01-01', to: '2036-01-01' })).status).toBe(200);
      expect(await refused({ sku, from: '2026-01-01', to: '2036-01-02' })).toEqual([
        400,
        'The timeline spans more than 10 years. Send an earlier "to" date.',
        undefined,
      ]);
      expect((await refused({ sku, from: '2026-02-30' }))[0]).toBe(400);
    });

    it('are 400 for missing, invalid and misspelled parameters', async () => {
      expect(await refused({})).toEqual([400, '"%fieldName" is required. Enter and try again.', { fieldName: 'sku' }]);
      expect((await refused({ sku, qty: 0 }))[0]).toBe(400);
      expect((await refused({ sku, qty: 'many' }))[0]).toBe(400);
      expect((await refused({ sku, currency: 'gbp' }))[0]).toBe(400);
      expect(await refused({ sku, custmer_id: customer })).toEqual([
        400,
        '"%fieldName" is not supported. Correct the field name and try again.',
        { fieldName: 'custmer_id' },
      ]);
      const trimmed = await getTimeline({ sku, ...year, fields: 'items[unit_price]' });
      expect(trimmed.body).toEqual({ items: [{ unit_price: 10 }, { unit_price: 9 }, { unit_price: 10 }] });
    });

    it('for a missing right precede all others', async () => {
      const needed = {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: 'Acme_Pricing::calculate' },
      };
      const nobody = await app.call('GET', BASE);
      expect([nobody.status, nobody.body]).toEqual([401, needed]);
      const other = await app.integrationToken('Acme_Customerprice::manage');
      const lacking = await app.call('GET', `${BASE}?nonsense=1`, undefined, other);
      expect([lacking.status, lacking.body]).toEqual([403, needed]);
      const buyer = await app.customer();
      expect((await app.call('GET', BASE, undefined, buyer.token)).status).toBe(403);
    });
  });
});
