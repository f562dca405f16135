import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

describeOnDatabases('calculated prices', (database) => {
  let app: TestApp;
  let shop: Shop;
  let customer: number;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1' })).id;
  });

  afterAll(() => app.close());

  describe('in documented cases', () => {
    it('follow price_select with customer price 100, list price 90 and product price 120', async () => {
      const sku = await shop.product({ price: 120 });
      await shop.customerPrice({ customer_id: customer, sku, value: 100 });
      const lists = await shop.list({}, [{ sku, price: 90 }], { customers: [customer] });
      const by = async (price_select: string) => {
        await shop.settings(1, { price_select }, `/customers/${customer}`);
        const { final_price, price_code } = await shop.price({ sku, customer_id: customer });
        return [final_price, price_code];
      };
      expect(await by('lowest')).toEqual([90, 'pricelist']);
      expect(await by('highest')).toEqual([120, 'orig_price']);
      expect(await by('sort_order')).toEqual([100, 'customer_price']);
      await app.good('PUT', '/rest/V1/commerce/products/sku/' + sku, { product: { price: null } });
      expect(await by('highest')).toEqual([100, 'customer_price']);
      await app.good('DELETE', `/rest/V1/commerce/priceSettings/1/customers/${customer}`);
      await app.good('DELETE', `/rest/V1/pricing/pricelist/${lists}`);
    });

    it('use the list of highest priority, or all lists with merge_pricelist_qtys', async () => {
      const sku = await shop.product();
      const group = (await shop.commerce('customerGroups', 'customerGroup', { code: 'AB' })).id;
      const assigned = { groups: [group] };
      await shop.list(
        { priority: 10 },
        [
          { sku, price: 100 },
          { sku, price: 95, qty: 10 },
        ],
        assigned,
      );
      await shop.list(
        { priority: 20 },
        [
          { sku, price: 98 },
          { sku, price: 90, qty: 50 },
        ],
        assigned,
      );
      const prices = async () => {
        const found: number[] = [];
        for (const qty of [1, 9, 10, 49, 50])
          found.push((await shop.price({ sku, qty, customer_group_id: group })).final_price);
        return found;
      };
      expect(await prices()).toEqual([98, 98, 98, 98, 90]);
      await shop.settings(0, { merge_pricelist_qtys: 1 }, `/groups/${group}`);
      expect(await prices()).toEqual([98, 98, 95, 95, 90]);
    });

    it('follow the customer thresholds 1/10/50/100 = 100/95/90/80', async () => {
      const sku = await shop.product();
      for (const [qty, value] of [
        [1, 100],
        [10, 95],
        [50, 90],
        [100, 80],
      ])
        await shop.customerPrice({ customer_id: customer, sku, qty, value });
      const price = async (qty: number) => (await shop.price({ sku, qty, customer_id: customer })).final_price;
      expect([await price(9), await price(10), await price(99), await price(100)]).toEqual([100, 95, 90, 80]);
      const { tiers } = await shop.price({ sku, qty: 77, customer_id: customer });
      const step = (qty: number, price: number) => ({
        qty,
        unit_price: price,
        final_price: price,
        price_code: 'customer_price',
      });
      expect(tiers).toEqual([step(1, 100), step(10, 95), step(50, 90), step(100, 80)]);
    });

    it('are 22 for a 10 % surcharge on cost 20, and missing without a cost', async () => {
      const row = { customer_id: customer, value: 10, price_application_type: 3, price_attribute: 'cost' };
      const sku = await shop.product({ cost: 20 });
      await shop.customerPrice({ ...row, sku });
      expect((await shop.price({ sku, customer_id: customer })).final_price).toBe(22);
      const without = await shop.product();
      await shop.customerPrice({ ...row, sku: without });
      const { status, body } = await shop.quote({ sku: without, customer_id: customer });
      expect([status, body]).toEqual([
        400,
        {
          message:
            'The product with the SKU "%sku" has no price for this buyer. Add a price, or request another product.',
          parameters: { sku: without },
        },
      ]);
    });

    it('multiply the unrounded unit price: 0.5292 × 500 = 264.60', async () => {
      const sku = await shop.product({ price: '0.5292' });
      expect(await shop.price({ sku, qty: 500 })).toMatchObject({
        unit_price: 0.5292,
        final_price: 0.53,
        row_total: 264.6,
      });
    });
  });

  describe('in the response', () => {
    it('have exactly these fields in this order', async () => {
      const sku = await shop.product({ price: 10, special_price: 9 });
      const list = await shop.list({ name: 'Named' }, [{ sku, price: 8, qty: 2, from_date: '2026-01-01' }], {
        customers: [customer],
      });
      const body = await shop.price({ sku, qty: '2.5', customer_id: customer });
      expect(body).toEqual({
        sku,
        product_id: expect.any(Number),
        qty: 2.5,
        customer_id: customer,
        customer_group_id: 1,
        website_id: 1,
        currency: 'USD',
        original_price: 10,
        final_price: 8,
        unit_price: 8,
        row_total: 20,
        price_code: 'pricelist',
        applied: {
          price_code: 'pricelist',
          record_type: 'priceListProduct',
          record_id: expect.any(Number),
          parent_id: list,
          name: 'Named',
          qty: 2,
          price_application_type: 1,
          value: 8,
          from_date: '2026-01-01',
          to_date: null,
        },
        discount_amount: 2,
        discount_percent: 20,
        special_price: 9,
        tiers: [
          { qty: 1, unit_price: 9, final_price: 9, price_code: 'special_price' },
          { qty: 2, unit_price: 8, final_price: 8, price_code: 'pricelist' },
        ],
        prices_include_tax: 0,
        pricing_version: expect.any(Number),
      });
      expect(Object.keys(body).join()).toBe(
        'sku,product_id,qty,customer_id,customer_group_id,website_id,currency,original_price,final_price,unit_price,' +
          'row_total,price_code,applied,discount_amount,discount_percent,special_price,tiers,prices_include_tax,pricing_version',
      );
    });

    it('describe a tier as applied record, and a product price without one', async () => {
      const sku = await shop.product({ price: 10 });
      await shop.commerce('productTierPrices', 'productTierPrice', { sku, qty: 5, value: 7 });
      const applied = async (qty: number) => (await shop.price({ sku, qty })).applied;
      expect(await applied(5)).toEqual({
        price_code: 'tier_price',
        record_type: 'productTierPrice',
        record_id: expect.any(Number),
        parent_id: null,
        name: null,
        qty: 5,
        price_application_type: 1,
        value: 7,
        from_date: null,
        to_date: null,
      });
      expect(Object.entries(await applied(4)).filter(([, value]) => value !== null)).toEqual([
        ['price_code', 'orig_price'],
      ]);
    });

    it('have no discount without an original price', async () => {
      const sku = await shop.product();
      await shop.customerPrice({ customer_id: customer, sku, value: 5 });
      expect(await shop.price({ sku, customer_id: customer })).toMatchObject({
        original_price: null,
        discount_amount: null,
        discount_percent: null,
      });
    });

    it('have exact amounts with any number of digits', async () => {
      const sku = await shop.product({ price: '123456789.123456' });
      await shop.settings(1, { price_precision: 6 });
      const { text } = await shop.quote({ sku, qty: '98765432.1' });
      await shop.settings(1, { price_precision: null });
      expect(text).toContain('"unit_price":123456789.123456,');
      expect(text).toContain('"row_total":12193263123456712.09,');
    });

    it('state whether they include tax', async () => {
      const sku = await shop.product({ price: 1 });
      await shop.settings(1, { prices_include_tax: 1 });
      expect((await shop.price({ sku })).prices_include_tax).toBe(1);
      await shop.settings(1, { prices_include_tax: null });
    });

    it('skip a price of zero, unless skip_zero_price is 0', async () => {
      const sku = await shop.product({ price: 10 });
      await shop.customerPrice({ customer_id: customer, sku, value: 0 });
      expect((await shop.price({ sku, customer_id: customer })).final_price).toBe(10);
      await shop.settings(1, { skip_zero_price: 0 }, `/customers/${customer}`);
      expect(await shop.price({ sku, customer_id: customer })).toMatchObject({ final_price: 0, discount_percent: 100 });
      await app.good('DELETE', `/rest/V1/commerce/priceSettings/1/customers/${customer}`);
    });

    it('ignore special prices with individual_prices_are_final, but still return them', async () => {
      const sku = await shop.product({ price: 10, special_price: 6 });
      await shop.customerPrice({ customer_id: customer, sku, value: 8 });
      await shop.settings(0, { individual_prices_are_final: 1 }, `/customers/${customer}`);
      expect(await shop.price({ sku, customer_id: customer })).toMatchObject({
        price_code: 'customer_price',
        final_price: 8,
        special_price: 6,
      });
      await app.good('DELETE', `/rest/V1/commerce/priceSettings/0/customers/${customer}`);
    });
  });
});
