import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('questions for prices', (database) => {
  let app: TestApp;
  let shop: Shop;
  let customer: number;

  beforeAll(async () => {
    app = await startApp({ database, settings: { PRICING_MAX_ITEMS: '5' } });
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1' })).id;
  });

  afterAll(() => app.close());

  const multi = (question: Values) => shop.ask('POST', 'pricing/get-multi-price', question);

  describe('several SKUs', () => {
    it('keep order and duplicates, and each its own error', async () => {
      const [one, other] = [await shop.product({ price: 1 }), await shop.product({ price: 2 })];
      const [idle, unpriced] = [await shop.product({ price: 3, is_active: 0 }), await shop.product()];
      const skus = [other, one, 'none', idle, other];
      const { status, body } = await multi({ skus, qty: 3 });
      const unknown = (sku: string) => ({
        sku,
        qty: 3,
        error: {
          message: 'No such entity with %fieldName = %fieldValue',
          parameters: { fieldName: 'sku', fieldValue: sku },
        },
      });
      expect(status).toBe(200);
      expect(body.items.map(({ sku, row_total, error }: Values) => [sku, row_total ?? error])).toEqual([
        [other, 6],
        [one, 3],
        ['none', unknown('none').error],
        [idle, unknown(idle).error],
        [other, 6],
      ]);
      expect(body.items[2]).toEqual(unknown('none'));
      const alone = await multi({ items: [{ sku: unpriced }] });
      expect(alone.body.items[0].error.parameters).toEqual({ sku: unpriced });
      expect((await shop.quote({ sku: idle })).status).toBe(404);
      expect((await shop.quote({ sku: 'none' })).body.parameters).toEqual({ fieldName: 'sku', fieldValue: 'none' });
    });

    it('with quantities of their own', async () => {
      const sku = await shop.product({ price: 1 });
      const { body } = await multi({ items: [{ sku, qty: 5 }, { sku }, { sku, qty: '0.5' }] });
      expect(body.items.map(({ qty, row_total }: Values) => [qty, row_total])).toEqual([
        [5, 5],
        [1, 1],
        [0.5, 0.5],
      ]);
    });

    it.each<[string, Values, unknown]>([
      ['items and skus together', { items: [{ sku: 'A' }], skus: ['A'] }, { first: 'items', second: 'skus' }],
      ['neither', { qty: 1 }, { fieldName: 'items' }],
      ['empty items', { items: [] }, { fieldName: 'items' }],
      ['empty skus', { skus: [] }, { fieldName: 'skus' }],
      ['more than the limit', { skus: ['A', 'B', 'C', 'D', 'E', 'F'] }, { count: 6, max: 5 }],
      ['more than the limit of items', { items: Array(6).fill({ sku: 'A' }) }, { count: 6, max: 5 }],
      ['one quantity for items', { items: [{ sku: 'A' }], qty: 2 }, { fieldName: 'qty' }],
      [
        'a bad quantity in one of many',
        { items: [{ sku: 'A' }, { sku: 'B', qty: 0 }] },
        { fieldName: 'items[1].qty', value: 0 },
      ],
      [
        'an unknown key in one of many',
        { items: [{ sku: 'A' }, { sku: 'B', price: 1 }] },
        { fieldName: 'items[1].price' },
      ],
      ['an item without SKU', { items: [{ qty: 1 }] }, { fieldName: 'items[0].sku' }],
      ['an unknown key', { skus: ['A'], coupon: 'X' }, { fieldName: 'coupon' }],
      ['a quantity below 0', { skus: ['A'], qty: -1 }, { fieldName: 'qty', value: -1 }],
      ['a quantity of five decimals', { skus: ['A'], qty: 1.00001 }, { fieldName: 'qty', value: 1.00001 }],
      ['a single sku', { sku: 'A' }, { fieldName: 'sku' }],
    ])('refuse %s', async (_, question, parameters) => {
      const { status, body } = await multi(question);
      expect([status, body.parameters]).toEqual([400, parameters]);
    });

    it.each<[Values]>([
      [{ skus: 'A' }],
      [{ items: { sku: 'A' } }],
      [{ items: ['A'] }],
      [{ skus: [['A']] }],
      [{ skus: ['A'], qty: 'two' }],
    ])('refuse wrong types: %j', async (question) => {
      expect((await multi(question)).status).toBe(400);
    });
  });

  describe('one SKU', () => {
    it.each<[string, Values, unknown]>([
      ['no SKU', { qty: 1 }, { fieldName: 'sku' }],
      ['a quantity of 0', { sku: 'A', qty: 0 }, { fieldName: 'qty', value: 0 }],
      ['an empty SKU', { sku: '' }, { fieldName: 'sku' }],
      ['several', { skus: ['A'], sku: 'A' }, { fieldName: 'skus' }],
      ['a day that does not exist', { sku: 'A', date: '2026-02-30' }, { fieldName: 'date', value: '2026-02-30' }],
      ['explain beyond 1', { sku: 'A', explain: 2 }, { fieldName: 'explain', value: 2 }],
    ])('refuses %s', async (_, question, parameters) => {
      const { status, body } = await shop.quote(question);
      expect([status, body.parameters]).toEqual([400, parameters]);
    });

    it('takes camelCase, and null for what is not given', async () => {
      const sku = await shop.product({ price: 1 });
      const question = { sku, qty: null, customerId: customer, customerGroupId: 1, storeId: null, minVersion: 1 };
      expect(await shop.price(question)).toMatchObject({ qty: 1, customer_id: customer });
    });
  });

  describe('as of a date', () => {
    it('both days are included, and the special price is that of the day', async () => {
      const sku = await shop.product({
        price: 10,
        special_price: 8,
        special_from: '2026-03-01',
        special_to: '2026-03-31',
      });
      await shop.customerPrice({
        customer_id: customer,
        sku,
        value: 7,
        from_date: '2026-03-10',
        to_date: '2026-03-20',
      });
      const on = async (date: string) => (await shop.price({ sku, date, customer_id: customer })).final_price;
      const days = ['2026-02-28', '2026-03-01', '2026-03-09', '2026-03-10', '2026-03-20', '2026-03-21', '2026-04-01'];
      const prices: number[] = [];
      for (const date of days) prices.push(await on(date));
      expect(prices).toEqual([10, 8, 8, 7, 7, 8, 10]);
    });

    it('a list counts within its own dates', async () => {
      const sku = await shop.product({ price: 10 });
      await shop.list({ from_date: '2026-03-10', to_date: '2026-03-20' }, [{ sku, price: 7 }], { groups: [0] });
      const on = async (date: string) => (await shop.price({ sku, date })).final_price;
      expect([await on('2026-03-09'), await on('2026-03-10'), await on('2026-03-20'), await on('2026-03-21')]).toEqual([
        10, 7, 7, 10,
      ]);
    });
  });
});
