import { RecordStore } from '../../libs/records/index.js';
import { TryChanges } from '../../src/pricing-calc/application/try-changes.js';
import { customerPriceResource } from '../../src/pricing-customer/index.js';
import { priceListResource } from '../../src/pricing-list/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

const BASE = '/rest/V1/pricing/simulate';
const EVERYTHING = { groups: [], sort: [], page: 1, pageSize: 1000 };

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('a simulation', (database) => {
  let app: TestApp;
  let shop: Shop;
  let token: string;
  let customer: number;
  let sku: string;
  let price: { readonly id: number };

  beforeAll(async () => {
    // More heavy calls at once than the default allows.
    const heavy = { HEAVY_CALLS: '12', HEAVY_CALLS_PER_CALLER: '12' };
    // Generous limits, because a busy machine needs long for 1,000 changes. A test below covers SIMULATION_MAX_MS.
    app = await startApp({ database, settings: { ...heavy, SIMULATION_MAX_MS: '60000', DEADLINE_WRITE_S: '60' } });
    shop = new Shop(app);
    token = await app.integrationToken('_Pricing::calculate');
    await shop.commerce('websites', 'website', {
      id: 2,
      code: 'eu',
      name: 'EU',
      base_currency: 'EUR',
      timezone: 'UTC',
    });
    await shop.commerce('stores', 'store', { id: 2, code: 'eu', name: 'EU', website_id: 2 });
    ({ id: customer } = await shop.commerce('customers', 'customer', { website_id: 0 }));
    sku = await shop.product({ price: 10 });
    price = await shop.customerPrice({ customer_id: customer, sku, value: 8 });
  });
  afterAll(() => app.close());

  const ask = (body: unknown, path = BASE) => app.call('POST', path, body, token);
  const items = async (body: Values, path = BASE) => {
    const { status, body: answer, text } = await ask(body, path);
    if (status !== 200) throw new Error(text);
    return answer.items;
  };
  /** The unit prices of the first line before and after. */
  const prices = async (changes: readonly Values[], body: Values = { sku, customer_id: customer }) => {
    const [{ before, after }] = await items({ ...body, changes });
    return [before.unit_price, after.unit_price];
  };
  const refused = async (changes: readonly Values[], body: Values = { sku, customer_id: customer }) => {
    const { status, body: answer } = await ask({ ...body, changes });
    return [status, answer.message, answer.parameters];
  };
  const stored = async () => {
    const store = app.get<RecordStore>(RecordStore);
    const [rows, lists] = [
      await store.recordsOf(customerPriceResource).search(EVERYTHING),
      await store.recordsOf(priceListResource).search(EVERYTHING),
    ];
    const { pricing_version } = await shop.price({ sku });
    return { rows, lists, pricing_version };
  };

  it('returns every line before and after the changes, and writes nothing', async () => {
    const before = await stored();
    const [line, second] = await items({
      items: [{ sku, qty: 3 }, { sku: 'nope' }],
      customer_id: customer,
      changes: [
        { resource: 'customerPrice', op: 'change', id: price.id, record: { value: 7.5 } },
        { resource: 'priceList', op: 'add', record: { name: 'Only tried' } },
      ],
    });
    const now = await shop.price({ sku, qty: 3, customer_id: customer });
    expect(line).toEqual({
      sku,
      qty: 3,
      before: now,
      after: {
        ...now,
        unit_price: 7.5,
        final_price: 7.5,
        row_total: 22.5,
        applied: { ...now.applied, value: 7.5 },
        discount_amount: 2.5,
        discount_percent: 25,
        tiers: [{ qty: 1, unit_price: 7.5, final_price: 7.5, price_code: 'customer_price' }],
      },
    });
    const unknown = {
      sku: 'nope',
      qty: 1,
      error: {
        message: 'No such entity with %fieldName = %fieldValue',
        parameters: { fieldName: 'sku', fieldValue: 'nope' },
      },
    };
    expect(second).toEqual({ sku: 'nope', qty: 1, before: unknown, after: unknown });
    expect(await stored()).toEqual(before);
  });

  it('neither uses nor changes the price cache', async () => {
    const change = { resource: 'customerPrice', op: 'change', id: price.id, record: { value: 1 } };
    for (let round = 0; round < 3; round += 1) {
      expect((await shop.price({ sku, customer_id: customer })).unit_price).toBe(8);
      expect(await prices([change])).toEqual([8, 1]);
    }
    expect((await shop.price({ sku, customer_id: customer })).unit_price).toBe(8);
  });

  it('applies additions, changes and removals in order', async () => {
    const remove = { resource: 'customerPrice', op: 'remove', id: price.id };
    const add = { resource: 'customerPrice', op: 'add', record: { customer_id: customer, sku, value: 6 } };
    expect(await prices([remove])).toEqual([8, 10]);
    // Removing a row frees its unique key.
    expect(await prices([remove, add])).toEqual([8, 6]);
    expect(await refused([add, remove])).toEqual([
      400,
      'changes[0].record: A customer price for this customer, product, website, quantity, period and currency already exists. Update that record instead.',
      undefined,
    ]);
    expect(await prices([])).toEqual([8, 8]);
  });

  it('accepts a negative placeholder id for added records, and returns no other id', async () => {
    const [{ after }] = await items({
      skus: [sku],
      customer_id: customer,
      explain: 1,
      changes: [
        { resource: 'priceList', op: 'add', id: -1, record: { name: 'Spring' } },
        { resource: 'priceListProduct', op: 'add', id: -7, record: { pricelistId: -1, sku, price: 5 } },
        { resource: 'priceListProduct', op: 'add', record: { pricelist_id: '-1', sku, qty: 10, price: 4 } },
        { resource: 'priceListCustomer', op: 'add', record: { pricelist_id: -1, customer_id: customer } },
        { resource: 'priceListProduct', op: 'change', id: -7, record: { price: 5.5 } },
      ],
    });
    expect(after.applied).toMatchObject({
      record_type: 'priceListProduct',
      record_id: -7,
      parent_id: -1,
      name: 'Spring',
      value: 5.5,
    });
    const offered = after.candidates.filter(({ record_type }: Values) => record_type === 'priceListProduct');
    expect(offered.map(({ record_id, parent_id, reason }: Values) => [record_id, parent_id, reason])).toEqual(
      expect.arrayContaining([
        [-7, -1, null],
        [null, -1, 'below_qty'],
      ]),
    );
    expect(
      await prices([
        { resource: 'priceList', op: 'add', id: -1, record: { name: 'Spring' } },
        { resource: 'priceListProduct', op: 'add', record: { pricelist_id: -1, sku, price: 5 } },
        { resource: 'priceListCustomer', op: 'add', record: { pricelist_id: -1, customer_id: customer } },
        { resource: 'priceList', op: 'remove', id: -1 },
      ]),
    ).toEqual([8, 8]);
  });

  it('accepts records of every pricing module and of commerce', async () => {
    const one = await shop.product({ id: 4711, price: 100 });
    const body = { sku: one, customer_id: customer };
    const product = (record: Values) => ({ resource: 'product', op: 'change', id: 4711, record });
    const category = { resource: 'category', op: 'add', id: -1, record: { name: 'Lamps' } };
    expect(await prices([product({ price: 90 })], body)).toEqual([100, 90]);
    expect(
      await prices([{ resource: 'productTierPrice', op: 'add', record: { sku: one, qty: 1, value: 80 } }], body),
    ).toEqual([100, 80]);
    expect(
      await prices(
        [
          category,
          product({ category_ids: [-1] }),
          { resource: 'categoryPrice', op: 'add', record: { category_id: -1, customer_id: customer, value: 70 } },
        ],
        body,
      ),
    ).toEqual([100, 70]);
    expect(
      await prices(
        [
          { resource: 'customerGroup', op: 'add', id: -2, record: { code: 'Tried' } },
          { resource: 'customer', op: 'change', id: customer, record: { group_id: -2 } },
          category,
          product({ category_ids: [-1] }),
          {
            resource: 'categoryPriceCustomerGroup',
            op: 'add',
            record: { category_id: -1, customer_group_id: -2, value: 60 },
          },
        ],
        body,
      ),
    ).toEqual([100, 60]);
    expect(
      await prices(
        [
          { resource: 'productCustomerMatrix', op: 'add', id: -3, record: { name: 'Tried', price: 50 } },
          {
            resource: 'productCustomerMatrixAttribute',
            op: 'add',
            record: { matrix_id: -3, attribute_code: 'sku', attribute_value: one },
          },
          { resource: 'productCustomerMatrixCustomer', op: 'add', record: { matrix_id: -3, customer_id: customer } },
        ],
        body,
      ),
    ).toEqual([100, 50]);
  });

  it('returns an error on the side where a record does not exist', async () => {
    const fresh = { resource: 'product', op: 'add', record: { sku: 'FRESH', name: 'Fresh', price: 3 } };
    const [added] = await items({ sku: 'FRESH', changes: [fresh] });
    expect(added).toMatchObject({
      before: { error: { parameters: { fieldValue: 'FRESH' } } },
      after: { unit_price: 3, product_id: null },
    });
    const [unpriced] = await items({
      sku,
      changes: [
        { resource: 'product', op: 'change', id: (await shop.price({ sku })).product_id, record: { price: null } },
      ],
    });
    expect(unpriced.before.unit_price).toBe(10);
    expect(unpriced.after).toMatchObject({ sku, qty: 1, error: { parameters: { sku } } });
    const [gone] = await items({
      sku,
      customer_id: customer,
      changes: [{ resource: 'customer', op: 'remove', id: customer }],
    });
    expect([gone.before.unit_price, gone.after.error.parameters]).toEqual([
      8,
      { fieldName: 'customer_id', fieldValue: customer },
    ]);
    const [comes] = await items({
      sku,
      customer_id: 4242,
      changes: [{ resource: 'customer', op: 'add', record: { id: 4242 } }],
    });
    expect([comes.before.error.parameters, comes.after.unit_price, comes.after.customer_id]).toEqual([
      { fieldName: 'customer_id', fieldValue: 4242 },
      10,
      4242,
    ]);
    // If it is missing on both sides, the request is invalid.
    expect(await refused([], { sku, customer_id: 4243 })).toEqual([
      404,
      'No such entity with %fieldName = %fieldValue',
      { fieldName: 'customer_id', fieldValue: 4243 },
    ]);
    expect((await refused([], { sku, website_id: 99 }))[0]).toBe(400);
  });

  it('supports several lines, date, website and min_version like a price request', async () => {
    const dated = {
      resource: 'customerPrice',
      op: 'add',
      record: { customer_id: customer, sku, value: 2, website_id: 2, from_date: '2030-01-01' },
    };
    const body = { skus: [sku, sku], qty: 2, customer_id: customer, changes: [dated] };
    const both = (lines: readonly { readonly before: Values; readonly after: Values }[]) =>
      lines.map(({ before, after }) => [
        before['unit_price'],
        after['unit_price'],
        before['website_id'],
        after['currency'],
      ]);
    expect(both(await items({ ...body, date: '2030-06-01' }))).toEqual([
      [8, 8, 1, 'USD'],
      [8, 8, 1, 'USD'],
    ]);
    expect(both(await items({ ...body, date: '2030-06-01', website_id: 2 }))).toEqual([
      [8, 2, 2, 'EUR'],
      [8, 2, 2, 'EUR'],
    ]);
    expect(both(await items({ ...body, date: '2029-06-01' }, '/rest/eu/V1/pricing/simulate'))).toEqual([
      [8, 8, 2, 'EUR'],
      [8, 8, 2, 'EUR'],
    ]);
    const { pricing_version } = await shop.price({ sku });
    const [line] = await items({ sku, min_version: pricing_version, changes: [dated] });
    expect([line.before.pricing_version, line.after.pricing_version]).toEqual([pricing_version, pricing_version]);
    expect((await ask({ sku, min_version: pricing_version + 1, changes: [] })).status).toBe(409);
  });

  describe('errors', () => {
    const change = { resource: 'customerPrice', op: 'change', record: { value: 1 } };

    it('are 404 for an unknown record', async () => {
      const missing = (fieldValue: number) => [
        404,
        'No such entity with %fieldName = %fieldValue',
        { fieldName: 'id', fieldValue },
      ];
      expect(await refused([{ ...change, id: 99_999 }])).toEqual(missing(99_999));
      expect(await refused([{ resource: 'priceList', op: 'remove', id: 99_999 }])).toEqual(missing(99_999));
      expect(await refused([{ ...change, id: -5 }])).toEqual(missing(-5));
    });

    it('of a record contain its position', async () => {
      expect(
        await refused([
          { ...change, id: price.id },
          { ...change, id: price.id, record: { value: -1 } },
        ]),
      ).toEqual([
        400,
        'Invalid value of "%value" provided for the %fieldName field. Allowed: decimals from 0 to 999999999.999999.',
        { fieldName: 'changes[1].record.value', value: -1 },
      ]);
      const { status, body } = await ask({
        sku,
        changes: [{ resource: 'customerPrice', op: 'add', record: { wrong: 1, qty: 'x' } }],
      });
      expect([
        status,
        body.errors.map(
          ({ message, parameters }: Values) => (parameters as Values | undefined)?.['fieldName'] ?? message,
        ),
      ]).toEqual([
        400,
        [
          'changes[0].record.wrong',
          'changes[0].record.customer_id',
          'changes[0].record.product_id',
          'changes[0].record.value',
          'Error occurred during "changes[0].record.qty" processing. The "x" value\'s type is invalid. The "float" type was expected. Verify and try again.',
        ],
      ]);
      expect(
        (await refused([{ resource: 'priceListProduct', op: 'add', record: { pricelist_id: -1, sku, price: 1 } }]))[2],
      ).toEqual({
        fieldName: 'changes[0].record.pricelist_id',
        value: -1,
      });
      expect((await refused([{ resource: 'website', op: 'remove', id: 0 }]))[1]).toBe(
        'changes[0]: Website 0 represents all websites and cannot be deleted.',
      );
    });

    it('are 400 for other resources and for passwords', async () => {
      const invalid = (value: string) => [
        400,
        'Invalid value of "%value" provided for the %fieldName field. Allowed: resource types of pricing and commerce, such as priceList.',
        { fieldName: 'changes[0].resource', value },
      ];
      for (const resource of [
        'nope',
        'admin',
        'role',
        'integration',
        'priceSettings',
        'customerAccount',
        'productCategory',
        'document',
        'documentCategory',
        '__proto__',
      ])
        expect(await refused([{ ...change, resource, id: 1 }])).toEqual(invalid(resource));
      expect(await refused([{ ...change, resource: '', id: 1 }])).toEqual([
        400,
        '"%fieldName" is required. Enter and try again.',
        { fieldName: 'changes[0].resource' },
      ]);
      expect(
        await refused([{ resource: 'customer', op: 'change', id: customer, record: { password: 'a long password' } }]),
      ).toEqual([
        400,
        '"%fieldName" is not supported. Correct the field name and try again.',
        { fieldName: 'changes[0].record.password' },
      ]);
    });

    it('of all changes are returned together', async () => {
      const { status, body } = await ask({
        sku,
        changes: [
          { resource: 'customerPrice', op: 'change' },
          { resource: 'customerPrice', op: 'add', id: 5, record: {} },
          { resource: 'customerPrice', op: 'add' },
          { resource: 'customerPrice', op: 'remove', id: 5, record: {} },
          { resource: 'customerPrice', op: 'add', id: -1, record: {} },
          { resource: 'customerPrice', op: 'add', id: -1, record: {} },
        ],
      });
      expect([status, body.errors.map(({ parameters }: { parameters: Values }) => parameters['fieldName'])]).toEqual([
        400,
        [
          'changes[0].id',
          'changes[0].record',
          'changes[1].id',
          'changes[2].record',
          'changes[3].record',
          'changes[5].id',
        ],
      ]);
      expect([2, 5].map((index) => body.errors[index].message)).toEqual([
        expect.stringMatching(/ Allowed: negative numbers and null\.$/),
        expect.stringMatching(/ Allowed: negative numbers that are used only once per resource\.$/),
      ]);
    });

    it('are 400 for an invalid body', async () => {
      const status = async (body: unknown) => (await ask(body)).status;
      const changes: readonly Values[] = [];
      expect((await ask({ sku })).body.parameters).toEqual({ fieldName: 'changes' });
      expect((await ask({ changes })).body.parameters).toEqual({ fieldName: 'items' });
      for (const body of [
        { sku, items: [{ sku }], changes },
        { sku, skus: [sku], changes },
        { items: [{ sku }], skus: [sku], changes },
        { sku, changes, nope: 1 },
        { sku, changes: {} },
        { sku, changes: [5] },
        { sku, changes: [{ ...change, op: 'drop', id: 1 }] },
        { sku, changes: [{ ...change, id: 1, record: [1] }] },
        { sku, changes: [{ ...change, id: 1, more: 1 }] },
        { sku, changes: Array.from({ length: 1001 }, () => ({ ...change, id: price.id })) },
        { skus: Array.from({ length: 501 }, () => sku), changes },
      ])
        expect([body, await status(body)]).toEqual([body, 400]);
    });

    it('for a missing right precede all others', async () => {
      const needed = {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: '_Pricing::calculate' },
      };
      const nobody = await app.call('POST', BASE, '{');
      expect([nobody.status, nobody.body]).toEqual([401, needed]);
      const lacking = await app.call(
        'POST',
        BASE,
        '{',
        await app.integrationToken('_Customerprice::save', '_Customerprice::manage'),
      );
      expect([lacking.status, lacking.body]).toEqual([403, needed]);
      expect((await app.call('POST', BASE, '{', (await app.customer()).token)).status).toBe(403);
    });
  });

  it('accepts 1,000 changes, and stores nothing if one is rejected', async () => {
    const before = await stored();
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      resource: 'customerPrice',
      op: 'add',
      record: { customer_id: customer, sku, qty: at + 2, value: 7 },
    }));
    const [{ after }] = await items({ sku, customer_id: customer, qty: 2, changes: rows });
    expect(after.unit_price).toBe(7);
    expect((await refused([...rows.slice(1), { resource: 'customerPrice', op: 'remove', id: 99_999 }]))[0]).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('uses one version, and neither loses nor blocks concurrent writes', async () => {
    const other = await shop.product({ price: 1 });
    const { product_id } = await shop.price({ sku: other });
    const set = (value: number) =>
      app.good('PUT', `/rest/V1/commerce/products/${product_id}`, { product: { price: value } });
    const doubled = async () => {
      const [{ before, after }] = await items({
        sku: other,
        changes: [{ resource: 'productTierPrice', op: 'add', record: { sku: other, qty: 1, value: 0.5 } }],
      });
      return [
        before.pricing_version === after.pricing_version,
        before.original_price === after.original_price,
        after.unit_price,
      ];
    };
    const all = await Promise.all([
      ...Array.from({ length: 12 }, doubled),
      ...Array.from({ length: 12 }, (_, at) => set(at + 2).then(() => 'written')),
    ]);
    expect(all.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => [true, true, 0.5]));
    expect(all.slice(12)).toEqual(Array.from({ length: 12 }, () => 'written'));
    expect((await shop.price({ sku: other })).unit_price).toBeGreaterThan(1);
  });
});

describe('a simulation without a module', () => {
  it('rejects the resources of that module', async () => {
    const app = await startApp({ addOns: ['pricing-customer', 'pricing-calc'] });
    try {
      const shop = new Shop(app);
      const sku = await shop.product({ price: 1 });
      const changes = [{ resource: 'priceList', op: 'add', record: { name: 'A list' } }];
      const { status, body } = await shop.ask('POST', 'pricing/simulate', { sku, changes });
      expect([status, body.parameters]).toEqual([400, { fieldName: 'changes[0].resource', value: 'priceList' }]);
    } finally {
      await app.close();
    }
  });
});

describe('a simulation on SQLite, which has one writer', () => {
  it('returns 503 after SIMULATION_MAX_MS, and stores nothing', async () => {
    const app = await startApp({ database: 'sqlite', settings: { SIMULATION_MAX_MS: '150' } });
    try {
      const shop = new Shop(app);
      const sku = await shop.product({ price: 10 });
      const { id: customer } = await shop.commerce('customers', 'customer', { website_id: 0 });
      const record = { customer_id: customer, sku, qty: 2, value: 7 };
      const changes = [{ resource: 'customerPrice', op: 'add', record }];
      const token = await app.integrationToken('_Pricing::calculate');
      const simulate = () => app.call('POST', BASE, { sku, customer_id: customer, qty: 2, changes }, token);
      let now = performance.now();
      jest.spyOn(performance, 'now').mockImplementation(() => now);
      const trying = app.get<TryChanges>(TryChanges);
      const apply = trying.apply.bind(trying);
      const slow = jest.spyOn(trying, 'apply').mockImplementation(async (...given) => {
        const ids = await apply(...given);
        now += 151;
        return ids;
      });
      const { status, body, headers } = await simulate();
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(body.message).toContain('more than 150 ms');
      expect(body.message).toContain('SIMULATION_MAX_MS');
      slow.mockRestore();
      expect((await simulate()).status).toBe(200);
      const { total } = await app.get<RecordStore>(RecordStore).recordsOf(customerPriceResource).search(EVERYTHING);
      expect(total).toBe(0);
    } finally {
      jest.restoreAllMocks();
      await app.close();
    }
  });
});
