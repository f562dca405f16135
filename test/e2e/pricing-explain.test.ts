import { CacheManager } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { StillTime } from '../support/fake-time.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/until.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('price requests', (database) => {
  let app: TestApp;
  let shop: Shop;
  let customer: number;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1' })).id;
  });

  afterAll(() => app.close());

  const multi = (question: Values) => shop.ask('POST', 'pricing/get-multi-price', question);

  describe('with explain', () => {
    it('return every candidate row with the reason why it is not selected', async () => {
      const sku = await shop.product({ price: 20, special_price: 18, special_to: '2020-01-01', cost: 10 });
      const customerRow = (record: Values) => shop.customerPrice({ customer_id: customer, sku, ...record });
      await customerRow({ value: 15 });
      await customerRow({ value: 14, qty: 10 });
      await customerRow({ value: 13, to_date: '2020-01-01' });
      await customerRow({ value: 12, currency: 'EUR' });
      await customerRow({ value: 10, price_application_type: 3, price_attribute: 'msrp', qty: 2 });
      const off = await shop.list({ active: 0 }, [{ sku, price: 5 }], { customers: [customer] });
      const low = await shop.list({ priority: 1 }, [{ sku, price: 4 }], { customers: [customer] });
      const top = await shop.list(
        { priority: 2 },
        [{ sku, price: 10, price_application_type: 2, price_attribute: 'cost' }],
        { customers: [customer] },
      );
      await shop.list({ priority: 9 }, [{ sku, price: 1 }], { groups: [0] });
      await shop.commerce('productTierPrices', 'productTierPrice', { sku, qty: 1, value: 19 });
      const { candidates, price_code } = await shop.price({ sku, qty: 5, customer_id: customer, explain: 1 });
      const rows = candidates.map(({ price_code: code, parent_id, price, reason }: Values) => [
        code,
        parent_id,
        price,
        reason,
      ]);
      expect(price_code).toBe('customer_price');
      expect(rows).toEqual([
        ['customer_price', null, 15, null],
        ['customer_price', null, 14, 'below_qty'],
        ['customer_price', null, 13, 'out_of_date'],
        ['customer_price', null, 12, 'other_currency'],
        ['customer_price', null, null, 'no_base'],
        ['pricelist', off, 5, 'inactive'],
        ['pricelist', low, 4, 'lower_priority'],
        ['pricelist', top, 20, 'not_selected'],
        ['special_price', null, 18, 'out_of_date'],
        ['tier_price', null, 19, 'not_selected'],
        ['orig_price', null, 20, 'not_selected'],
      ]);
      expect(candidates.filter(({ selected }: Values) => selected)).toEqual([candidates[0]]);
      expect(candidates[7]).toMatchObject({ record_type: 'priceListProduct', arithmetic: 'cost 10 + 10 = 20' });
      expect(candidates[4].arithmetic).toBeNull();
    });

    it('return the terms of each candidate, limited by those of its list', async () => {
      const sku = await shop.product({ price: 20, special_price: 18, special_to: '2020-01-01', website_prices: [] });
      const row = { customer_id: customer, sku, value: 10, price_application_type: 5, qty: 3, website_id: 1 };
      await shop.customerPrice({ ...row, from_date: '2026-01-01' });
      const list = { name: 'Autumn', priority: 7, currency: 'EUR', from_date: '2020-02-01', to_date: '2020-12-31' };
      await shop.list(list, [{ sku, price: 5, to_date: '2020-11-30' }], { customers: [customer] });
      const { candidates } = await shop.price({ sku, customer_id: customer, explain: 1 });
      const terms = candidates.map((candidate: Values) => [
        ...['price_code', 'name', 'website_id', 'priority', 'qty', 'from_date', 'to_date', 'currency'].map(
          (name) => candidate[name],
        ),
        ...['price_application_type', 'value', 'reason'].map((name) => candidate[name]),
      ]);
      expect(terms).toEqual([
        ['customer_price', null, 1, null, 3, '2026-01-01', null, 'USD', 5, 10, 'below_qty'],
        ['pricelist', 'Autumn', 0, 7, 1, '2020-02-01', '2020-11-30', 'EUR', 1, 5, 'other_currency'],
        ['special_price', null, null, null, null, null, '2020-01-01', 'USD', null, null, 'out_of_date'],
        ['orig_price', null, null, null, null, null, null, 'USD', null, null, null],
      ]);
    });

    it('include rows of other websites in each line', async () => {
      const { id } = await shop.commerce('websites', 'website', {
        code: 'other',
        name: 'Other',
        base_currency: 'USD',
        timezone: 'UTC',
      });
      const sku = await shop.product({ price: 20 });
      await shop.customerPrice({ customer_id: customer, sku, value: 5, website_id: id });
      await shop.commerce('productTierPrices', 'productTierPrice', { sku, qty: 1, value: 4, website_id: id });
      await shop.list({ website_id: id }, [{ sku, price: 3 }], { customers: [customer] });
      await shop.list({ website_id: id, is_base_pricelist: 1 }, [{ sku, price: 2 }]);
      await shop.list({ website_id: id, is_base_pricelist: 1, active: 0 }, [{ sku, price: 1 }]);
      const { body } = await multi({ skus: [sku, sku], customer_id: customer, explain: 1 });
      for (const { candidates } of body.items) {
        expect(candidates.map(({ price_code, reason }: Values) => [price_code, reason])).toEqual([
          ['customer_price', 'other_website'],
          ['pricelist', 'other_website'],
          ['tier_price', 'other_website'],
          ['base_pricelist', 'other_website'],
          ['base_pricelist', 'inactive'],
          ['orig_price', null],
        ]);
      }
    });

    it('neither use nor fill the cache', async () => {
      const [known, sku] = [await shop.product({ price: 20 }), await shop.product({ price: 20 })];
      const memory = app.get<CacheManager>(CacheManager);
      await shop.price({ sku: known, customer_id: customer });
      const bytes = memory.bytes;
      await shop.price({ sku, customer_id: customer, explain: 1 });
      expect(memory.bytes).toBe(bytes);
      await shop.price({ sku, customer_id: customer });
      expect(memory.bytes).toBeGreaterThan(bytes);
    });

    it('return only the selected candidate for "selected", with the same fields', async () => {
      const [sku, other] = [await shop.product({ price: 20 }), await shop.product({ price: 30 })];
      await shop.customerPrice({ customer_id: customer, sku, value: 15 });
      await shop.list({}, [{ sku, price: 18 }], { customers: [customer] });
      const question = { items: [{ sku, qty: 3 }, { sku: other }, { sku: 'none' }], customer_id: customer };
      const whole = await multi({ ...question, explain: 1 });
      const selected = await multi({ ...question, explain: 'selected' });
      expect([whole.status, selected.status]).toEqual([200, 200]);
      expect(whole.body.items[0].candidates).toHaveLength(3);
      expect(selected.body.items).toEqual(
        whole.body.items.map(({ candidates, ...item }: Values & { candidates?: Values[] }) =>
          candidates ? { ...item, candidates: candidates.filter((one) => one['selected']) } : item,
        ),
      );
    });

    it.each([true, 'all', 2, ['1']])('return 400 with the allowed values for %j', async (explain) => {
      const { status, body } = await multi({ skus: ['A'], explain });
      expect([status, body.message]).toEqual([400, expect.stringContaining('0, 1, selected')]);
    });

    it('support fields, also for identical lines', async () => {
      const sku = await shop.product({ price: 20 });
      const question = { skus: [sku, sku], explain: 1 };
      const { body } = await shop.ask('POST', 'pricing/get-multi-price?fields=items[sku,candidates[price]]', question);
      const item = { sku, candidates: [{ price: 20 }] };
      expect(body).toEqual({ items: [item, item] });
    });

    it('return candidates only on request', async () => {
      const sku = await shop.product({ price: 20 });
      expect(await shop.price({ sku })).not.toHaveProperty('candidates');
      expect(await shop.price({ sku, explain: 0 })).not.toHaveProperty('candidates');
    });
  });

  describe('after a change', () => {
    afterEach(() => jest.restoreAllMocks());

    it('use the version of min_version, and return 409 for a later one', async () => {
      const sku = await shop.product({ price: 20 });
      const write = await shop.ask('POST', 'pricing/customerprice', {
        customerPrice: { customer_id: customer, sku, value: 5 },
      });
      const version = Number(write.headers.get('x-pricing-version'));
      const request = { sku, customer_id: customer, min_version: version };
      expect(await shop.price(request)).toMatchObject({ final_price: 5, pricing_version: version });
      const early = await shop.quote({ ...request, min_version: version + 1 });
      expect([early.status, early.body.parameters]).toEqual([409, { minVersion: version + 1, version }]);
      expect((await multi({ skus: [sku], min_version: version + 1 })).status).toBe(409);
    });

    it('wait up to a second for a version, as do simulations', async () => {
      const sku = await shop.product({ price: 20 });
      const { pricing_version } = await shop.price({ sku });
      const request = { sku, min_version: pricing_version + 1 };
      // The wait lasts up to a second of time, which is stopped here.
      new StillTime();
      const waiting = jest.spyOn(app.get<CacheManager>(CacheManager), 'awaitVersion');
      const early = [
        shop.quote(request),
        shop.quote({ ...request, explain: 1 }),
        shop.ask('POST', 'pricing/simulate', { ...request, changes: [] }),
      ];
      await until(() => waiting.mock.calls.length === early.length);
      await shop.ask('POST', 'pricing/customerprice', { customerPrice: { customer_id: customer, sku, value: 5 } });
      expect((await Promise.all(early)).map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it('support min_version at /context/ and /me/', async () => {
      const sku = await shop.product({ price: 20 });
      const { token } = await app.customer();
      const ask = (path: string, min_version: number, as?: string) =>
        app.call('POST', `/rest/V1/pricing/${path}/get-final-price`, { sku, min_version }, as);
      expect((await ask('context', 1)).status).toBe(200);
      expect((await ask('context', 1_000_000)).status).toBe(409);
      expect((await ask('me', 1, token)).status).toBe(200);
      expect((await ask('me', 1_000_000, token)).status).toBe(409);
    });

    it('never return cached prices of another buyer', async () => {
      const sku = await shop.product({ price: 20 });
      const { id: group } = await shop.commerce('customerGroups', 'customerGroup', { code: 'Apart' });
      const { id: one } = await shop.commerce('customers', 'customer', { customer_number: 'one' });
      const { id: two } = await shop.commerce('customers', 'customer', { customer_number: 'two' });
      const { id: three } = await shop.commerce('customers', 'customer', { customer_number: 'three', group_id: group });
      await shop.commerce('productTierPrices', 'productTierPrice', {
        sku,
        value: 10,
        qty: 5,
        customer_group_id: group,
      });
      await shop.list({}, [{ sku, price: 11 }], { customers: [one] });
      await shop.list({}, [{ sku, price: 12 }], { groups: [group] });
      await shop.list({}, [{ sku, price: 13 }], { groups: [0] });
      await shop.settings(1, { price_select: 'highest' }, `/customers/${three}`);
      const buyers: readonly (readonly [Values, number])[] = [
        [{ customer_id: one }, 11],
        [{ customer_id: two }, 20],
        [{ customer_id: three }, 20],
        [{ customer_group_id: group }, 10],
        [{}, 13],
      ];
      const prices = async (some: typeof buyers) => {
        const found: number[] = [];
        for (const [buyer] of some) found.push((await shop.price({ sku, qty: 5, ...buyer })).final_price);
        return found;
      };
      // No write evicts the cache, so prices of the first buyers are cached when the others are requested.
      for (const some of [buyers, buyers.toReversed(), buyers])
        expect(await prices(some)).toEqual(some.map(([, price]) => price));
    });

    it('reflect every kind of change immediately', async () => {
      const sku = await shop.product({ price: 20 });
      const { id } = await shop.commerce('customers', 'customer', { customer_number: 'fresh' });
      const price = async () => (await shop.price({ sku, customer_id: id })).final_price;
      expect(await price()).toBe(20);
      const row = await shop.customerPrice({ customer_id: id, sku, value: 15 });
      expect(await price()).toBe(15);
      const list = await shop.list({}, [{ sku, price: 12 }], { customers: [id] });
      expect(await price()).toBe(12);
      await app.good('PUT', `/rest/V1/pricing/pricelist/${list}`, { priceList: { active: 0 } });
      expect(await price()).toBe(15);
      await app.good('DELETE', `/rest/V1/pricing/customerprice/${row.id}`);
      expect(await price()).toBe(20);
      await app.good('PUT', `/rest/V1/commerce/products/sku/${sku}`, { product: { price: 30 } });
      expect(await price()).toBe(30);
    });
  });

  describe('without a module', () => {
    it('have no candidates and routes of price lists', async () => {
      const without = await startApp({ database, addOns: ['pricing-customer', 'pricing-calc'] });
      try {
        const other = new Shop(without);
        const sku = await other.product({ price: 20 });
        const { id } = await other.commerce('customers', 'customer', { customer_number: 'C' });
        await other.customerPrice({ customer_id: id, sku, value: 15 });
        expect((await other.ask('GET', 'pricing/pricelist/search?searchCriteria')).status).toBe(404);
        expect((await other.ask('POST', 'pricing/pricelistbulk', { priceLists: [] })).status).toBe(404);
        const { candidates, final_price } = await other.price({ sku, customer_id: id, explain: 1 });
        expect(final_price).toBe(15);
        expect(candidates.map(({ price_code }: Values) => price_code)).toEqual(['customer_price', 'orig_price']);
      } finally {
        await without.close();
      }
    });

    it('return 404 without the module pricing-calc, while records are available', async () => {
      const without = await startApp({ database, addOns: ['pricing-list'] });
      try {
        const other = new Shop(without);
        await other.list({});
        expect((await other.quote({ sku: 'A' })).status).toBe(404);
        expect((await without.call('POST', '/rest/V1/pricing/context/get-final-price', { sku: 'A' })).status).toBe(404);
      } finally {
        await without.close();
      }
    });
  });
});
