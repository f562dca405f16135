import { ChangeLog } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('records of customer prices and price lists', (database) => {
  let app: TestApp;
  let shop: Shop;
  let sku: string;
  let customer: number;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    sku = await shop.product({ price: 10 });
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1' })).id;
  });

  afterAll(() => app.close());

  const refused = async (path: string, wrapper: string, record: Values, verb: 'POST' | 'PUT' = 'POST') => {
    const { status, body } = await shop.ask(verb, `pricing/${path}`, { [wrapper]: record });
    return [status, body.parameters?.fieldName ?? body.message];
  };

  const changesOf = async (work: () => Promise<unknown>) => {
    const log = app.get(ChangeLog);
    const before = await log.version();
    await work();
    return (await log.since(before, 1000)).map(({ scope, id, productId }) => [scope, id, productId]);
  };

  describe('common fields', () => {
    it('have defaults', async () => {
      const saved = await shop.customerPrice({ customer_id: customer, sku, value: 9 });
      expect(saved).toMatchObject({
        sku,
        website_id: 0,
        qty: 1,
        value: 9,
        price_application_type: 1,
        price_attribute: null,
        currency: null,
        from_date: null,
        to_date: null,
        external_id: null,
        source_version: null,
      });
      expect(saved.product_id).toBeGreaterThan(0);
    });

    it('store a quantity of 0 as 1', async () => {
      const { qty } = await shop.customerPrice({ customer_id: customer, sku, value: 9, qty: 0, currency: 'EUR' });
      expect(qty).toBe(1);
    });

    it('are exact to the last digit', async () => {
      const record = { customer_id: customer, sku, value: '999999999.999999', qty: '99999999.9999' };
      expect(await shop.customerPrice(record)).toMatchObject({ value: 999999999.999999, qty: 99999999.9999 });
    });

    it.each<[string, Values]>([
      ['value', { value: '0.0000001' }],
      ['value', { value: -1 }],
      ['value', { value: 1_000_000_000 }],
      ['value', { value: '100.000001', price_application_type: 5 }],
      ['qty', { value: 1, qty: -1 }],
      ['qty', { value: 1, qty: '0.00001' }],
      ['price_application_type', { value: 1, price_application_type: 6 }],
      ['price_attribute', { value: 1, price_attribute: 'weight' }],
      ['currency', { value: 1, currency: 'XYZ' }],
      ['to_date', { value: 1, from_date: '2026-02-01', to_date: '2026-01-31' }],
      ['from_date', { value: 1, from_date: '2026-02-30' }],
      ['website_id', { value: 1, website_id: 77 }],
      ['value', {}],
    ])('reject %s of %j', async (field, record) => {
      expect(await refused('customerprice', 'customerPrice', { customer_id: customer, sku, ...record })).toEqual([
        400,
        field,
      ]);
    });

    it.each<[string, Values, Values]>([
      ['customerprice', { value: 5 }, { price: 5 }],
      ['pricelistproduct', { price: 5 }, { value: 5 }],
    ])('in %s accept the amount as price or value, but not two amounts', async (path, own, other) => {
      const wrapper = path === 'customerprice' ? 'customerPrice' : 'priceListProduct';
      const other_sku = await shop.product();
      const pricelist_id = path === 'customerprice' ? {} : { pricelist_id: await shop.list({}) };
      const whose = { ...(path === 'customerprice' ? { customer_id: customer } : pricelist_id), sku: other_sku };
      const saved = await shop.pricing(path, wrapper, { ...whose, ...other });
      expect(saved).toMatchObject(own);
      expect(Object.keys(saved)).not.toContain(Object.keys(other)[0]);
      const [name] = Object.keys(own);
      const both = { ...whose, qty: 2, value: 5, price: 6 };
      expect((await refused(path, wrapper, both))[0]).toBe(400);
      expect(await shop.pricing(path, wrapper, { ...both, value: 6 })).toMatchObject({ [name ?? '']: 6 });
      const by = (field: string) =>
        shop.ask('GET', `pricing/${path}/search?searchCriteria[sortOrders][0][field]=${field}`);
      expect((await by(name ?? '')).status).toBe(200);
      expect((await by(Object.keys(other)[0] ?? '')).status).toBe(400);
    });

    it('accept SKU or product id, but not two products', async () => {
      const other = await shop.commerce('products', 'product', { sku: 'other', name: 'other' });
      const { product_id } = await shop.customerPrice({ customer_id: customer, sku: 'other', value: 1 });
      expect(product_id).toBe(other.id);
      const saved = await shop.customerPrice({ customer_id: customer, product_id: other.id, value: 1, qty: 2 });
      expect(saved.sku).toBe('other');
      const both = { customer_id: customer, product_id: other.id, sku, value: 1, qty: 3 };
      expect((await refused('customerprice', 'customerPrice', both))[0]).toBe(400);
      const unknown = { customer_id: customer, sku: 'no such', value: 1 };
      expect(await refused('customerprice', 'customerPrice', unknown)).toEqual([400, 'sku']);
      const nothing = { customer_id: customer, value: 1 };
      expect(await refused('customerprice', 'customerPrice', nothing)).toEqual([400, 'product_id']);
    });
  });

  describe('unique keys', () => {
    const variants: readonly Values[] = [
      {},
      { qty: 5 },
      { from_date: '2026-01-01' },
      { to_date: '2026-12-31' },
      { currency: 'EUR' },
    ];

    it('of customer prices include product, customer, website, quantity, dates and currency', async () => {
      const key = { customer_id: customer, sku: await shop.product(), value: 1 };
      for (const variant of [...variants, { website_id: 1 }]) {
        await shop.customerPrice({ ...key, ...variant });
        const [status, message] = await refused('customerprice', 'customerPrice', { ...key, ...variant, value: 2 });
        expect([status, message]).toEqual([
          400,
          'A customer price for this customer, product, website, quantity, period and currency already exists. Update that record instead.',
        ]);
      }
    });

    it('of price list rows include list, product, quantity, dates and currency', async () => {
      const key = { pricelist_id: await shop.list({}), sku, price: 1 };
      for (const variant of variants) {
        await shop.listRow({ ...key, ...variant });
        const [status, message] = await refused('pricelistproduct', 'priceListProduct', { ...key, ...variant });
        expect([status, message]).toEqual([
          400,
          'A row for this price list, product, quantity, period and currency already exists. Update that row instead.',
        ]);
      }
    });

    it('are the name for lists, and the pair for assignments', async () => {
      const id = await shop.list({ name: 'Once' }, [], { customers: [customer], groups: [1] });
      expect((await refused('pricelist', 'priceList', { name: 'Once' }))[1]).toMatch(/already exists/);
      const pair = { pricelist_id: id, customer_id: customer };
      expect((await refused('pricelistcustomer', 'priceListCustomer', pair))[1]).toMatch(/already/);
      const group = { pricelist_id: id, customer_group_id: 1 };
      expect((await refused('pricelistgroup', 'priceListGroup', group))[1]).toMatch(/already/);
    });

    it('are case-sensitive', async () => {
      await shop.list({ name: 'Case' });
      await expect(shop.list({ name: 'case' })).resolves.toBeGreaterThan(0);
    });
  });

  describe('price lists', () => {
    it('allow at most one active base list per website', async () => {
      const base = { is_base_pricelist: 1, website_id: 1 };
      const first = await shop.list({ ...base, name: 'Base' });
      expect((await refused('pricelist', 'priceList', { ...base, name: 'Second' }))[1]).toMatch(/active base/);
      const idle = await shop.list({ ...base, name: 'Idle', active: 0 });
      await shop.list({ is_base_pricelist: 1, name: 'General' });
      expect((await refused(`pricelist/${idle}`, 'priceList', { active: 1 }, 'PUT'))[1]).toMatch(/active base/);
      await app.good('PUT', `/rest/V1/pricing/pricelist/${first}`, { priceList: { active: 0 } });
      await app.good('PUT', `/rest/V1/pricing/pricelist/${idle}`, { priceList: { active: 1 } });
    });

    it.each([
      ['priority', { priority: 1000 }],
      ['priority', { priority: -1 }],
      ['name', { name: '' }],
      ['to_date', { from_date: '2026-02-01', to_date: '2026-01-01' }],
      ['active', { active: 2 }],
    ])('reject the field %s of %j', async (field, record) => {
      expect(await refused('pricelist', 'priceList', { name: 'Refused', ...record })).toEqual([400, field]);
    });

    it('are active by default, for all websites, with priority 0', async () => {
      const saved = await shop.pricing('pricelist', 'priceList', { name: 'Plain' });
      expect(saved).toMatchObject({ active: 1, priority: 0, website_id: 0, is_base_pricelist: 0, currency: null });
    });
  });

  describe('deletion', () => {
    const count = async (path: string, field: string, value: number): Promise<number> => {
      const filter = 'searchCriteria[filter_groups][0][filters][0]';
      const { body } = await shop.ask(
        'GET',
        `pricing/${path}/search?${filter}[field]=${field}&${filter}[value]=${value}`,
      );
      return body.total_count;
    };

    it('of a list removes its rows and assignments', async () => {
      const id = await shop.list({}, [{ sku, price: 1 }], { customers: [customer], groups: [1] });
      await app.good('DELETE', `/rest/V1/pricing/pricelist/${id}`);
      for (const path of ['pricelistproduct', 'pricelistcustomer', 'pricelistgroup'])
        expect(await count(path, 'pricelist_id', id)).toBe(0);
    });

    it('of a customer or product removes their rows', async () => {
      const { id } = await shop.commerce('customers', 'customer', { customer_number: 'C-gone' });
      const product = await shop.commerce('products', 'product', { sku: 'gone', name: 'gone' });
      await shop.customerPrice({ customer_id: id, sku, value: 1 });
      await shop.customerPrice({ customer_id: customer, sku: 'gone', value: 1 });
      const list = await shop.list({}, [{ sku: 'gone', price: 1 }], { customers: [id] });
      await app.good('DELETE', `/rest/V1/commerce/customers/${id}`);
      await app.good('DELETE', `/rest/V1/commerce/products/${product.id}`);
      expect(await count('customerprice', 'customer_id', id)).toBe(0);
      expect(await count('pricelistcustomer', 'customer_id', id)).toBe(0);
      expect(await count('customerprice', 'product_id', product.id)).toBe(0);
      expect(await count('pricelistproduct', 'pricelist_id', list)).toBe(0);
    });

    it('of a group or website in use is rejected', async () => {
      const group = await shop.commerce('customerGroups', 'customerGroup', { code: 'Used' });
      const website = await shop.commerce('websites', 'website', {
        code: 'used',
        name: 'Used',
        base_currency: 'EUR',
        timezone: 'UTC',
      });
      await shop.list({ website_id: website.id }, [], { groups: [group.id] });
      expect((await shop.ask('DELETE', `commerce/customerGroups/${group.id}`)).status).toBe(400);
      expect((await shop.ask('DELETE', `commerce/websites/${website.id}`)).status).toBe(400);
    });
  });

  describe('writes', () => {
    it('log the customer and product, the list and product, or the list', async () => {
      const { id: product } = await shop.commerce('products', 'product', { sku: 'fresh', name: 'fresh' });
      const { id: moved } = await shop.commerce('products', 'product', { sku: 'moved', name: 'moved' });
      let price = 0;
      const create = async () => {
        price = (await shop.customerPrice({ customer_id: customer, sku: 'fresh', value: 1 })).id;
      };
      expect(await changesOf(create)).toEqual([['customer', customer, product]]);
      const path = `/rest/V1/pricing/customerprice/${price}`;
      expect(await changesOf(() => app.good('PUT', path, { customerPrice: { sku: 'moved' } }))).toEqual([
        ['customer', customer, product],
        ['customer', customer, moved],
      ]);
      expect(await changesOf(() => app.good('DELETE', path))).toEqual([['customer', customer, moved]]);

      let list = 0;
      expect(await changesOf(async () => (list = await shop.list({})))).toEqual([['list', list, null]]);
      expect(await changesOf(() => shop.listRow({ pricelist_id: list, sku: 'fresh', price: 1 }))).toEqual([
        ['list', list, product],
      ]);
      const assign = () =>
        shop.pricing('pricelistcustomer', 'priceListCustomer', { pricelist_id: list, customer_id: customer });
      expect(await changesOf(assign)).toEqual([['list', list, null]]);
      const group = () =>
        shop.pricing('pricelistgroup', 'priceListGroup', { pricelist_id: list, customer_group_id: 1 });
      expect(await changesOf(group)).toEqual([['list', list, null]]);
      expect(await changesOf(() => app.good('DELETE', `/rest/V1/pricing/pricelist/${list}`))).toEqual([
        ['list', list, null],
      ]);
    });

    it('return their version, and use none if nothing changes', async () => {
      const record = { customer_id: customer, sku: await shop.product(), value: 1, source_version: 5 };
      const created = await shop.ask('POST', 'pricing/customerprice', { customerPrice: record });
      const version = Number(created.headers.get('x-pricing-version'));
      expect(version).toBe(await app.get(ChangeLog).version());
      const again = (change: Values) =>
        shop.ask('PUT', `pricing/customerprice/${created.body.id}`, { customerPrice: change });
      for (const change of [{}, { value: '1.0' }, { value: 7, source_version: 4 }]) {
        const { body, headers } = await again(change);
        expect(body).toEqual(created.body);
        expect(headers.get('x-pricing-version')).toBe(String(version));
      }
      const changed = await again({ value: 7, source_version: 5 });
      expect(changed.body.value).toBe(7);
      expect(changed.headers.get('x-pricing-version')).toBe(String(version + 1));
    });
  });

  it('require the right of their module', async () => {
    const token = await app.integrationToken('_Customerprice::manage');
    const call = (verb: 'GET' | 'POST', path: string) =>
      app.call(verb, `/rest/V1/pricing/${path}`, verb === 'POST' ? {} : undefined, token);
    expect((await call('GET', 'customerprice/search?searchCriteria')).status).toBe(200);
    expect((await call('POST', 'customerprice')).status).toBe(403);
    expect((await call('GET', 'pricelist/search?searchCriteria')).status).toBe(403);
    expect((await call('GET', 'pricelistproduct/search?searchCriteria')).status).toBe(403);
    expect((await call('POST', 'get-final-price')).status).toBe(403);
  });
});
