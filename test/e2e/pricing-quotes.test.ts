import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';
import { askOfProducts, PRICES, soapCall } from '../support/soap.js';
import { nodeAt } from '../support/xml-node.js';

type Values = Readonly<Record<string, unknown>>;

describeOnDatabases('price requests', (database) => {
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

  describe('for several SKUs', () => {
    it('keep order and duplicates, and return errors per line', async () => {
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

    it('accept a quantity per item', async () => {
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
      ['neither items nor skus', { qty: 1 }, { fieldName: 'items' }],
      ['empty items', { items: [] }, { fieldName: 'items' }],
      ['empty skus', { skus: [] }, { fieldName: 'skus' }],
      ['more than the limit', { skus: ['A', 'B', 'C', 'D', 'E', 'F'] }, { count: 6, max: 5 }],
      ['more than the limit of items', { items: Array(6).fill({ sku: 'A' }) }, { count: 6, max: 5 }],
      ['a common quantity for items', { items: [{ sku: 'A' }], qty: 2 }, { fieldName: 'qty' }],
      ['an unknown key in an item', { items: [{ sku: 'A' }, { sku: 'B', price: 1 }] }, { fieldName: 'items[1].price' }],
      ['an unknown key', { skus: ['A'], coupon: 'X' }, { fieldName: 'coupon' }],
      ['a quantity below 0', { skus: ['A'], qty: -1 }, { fieldName: 'qty', value: -1 }],
      ['a quantity with five decimals', { skus: ['A'], qty: 1.00001 }, { fieldName: 'qty', value: 1.00001 }],
      ['a single sku', { sku: 'A' }, { fieldName: 'sku' }],
    ])('reject %s', async (_, question, parameters) => {
      const { status, body } = await multi(question);
      expect([status, body.parameters]).toEqual([400, parameters]);
    });

    it.each<[Values]>([[{ skus: 'A' }], [{ items: { sku: 'A' } }], [{ items: ['A'] }], [{ skus: ['A'], qty: 'two' }]])(
      'reject the wrong types in %j',
      async (question) => {
        expect((await multi(question)).status).toBe(400);
      },
    );
  });

  describe('with a line with an invalid SKU or quantity', () => {
    const LONG = 'x'.repeat(256);
    const bad: readonly [string, Values, unknown, unknown, unknown][] = [
      ['quantity 0', { qty: 0 }, 'S', null, { fieldName: 'qty', value: 0 }],
      ['a negative quantity', { qty: -1 }, 'S', null, { fieldName: 'qty', value: -1 }],
      ['five decimals', { qty: 1.00001 }, 'S', null, { fieldName: 'qty', value: 1.00001 }],
      ['a quantity that is none', { qty: 'two' }, 'S', null, undefined],
      ['a quantity of another type', { qty: [1] }, 'S', null, undefined],
      ['no SKU', { sku: null, qty: 2 }, null, 2, { fieldName: 'sku' }],
      ['an empty SKU', { sku: '' }, null, 1, { fieldName: 'sku' }],
      ['a SKU that is too long', { sku: LONG }, null, 1, expect.objectContaining({ fieldName: 'sku' })],
      ['a SKU of another type', { sku: { sku: 'A' } }, null, 1, undefined],
    ];
    const contexts = ['', 'me/', 'context/'];

    it.each(contexts)('return an error for that line and prices for the others at /%s', async (context) => {
      const token = context === '' ? await app.adminToken() : (await app.customer({ website_id: 1 })).token;
      const route = `/rest/V1/pricing/${context}get-multi-price`;
      const sku = await shop.product({ price: 2 });
      for (const [what, item, saidSku, saidQty, parameters] of bad) {
        const items = [{ sku, qty: 3 }, { sku, ...item }, { sku: 'none' }, { sku }];
        const { status, body } = await app.call('POST', route, { items }, token);
        expect([what, status]).toEqual([what, 200]);
        expect(body.items.map(({ row_total }: Values) => row_total)).toEqual([6, undefined, undefined, 2]);
        const { error, ...rest } = body.items[1];
        expect([what, rest]).toEqual([what, { sku: saidSku === 'S' ? sku : saidSku, qty: saidQty }]);
        expect([what, error.parameters]).toEqual([what, parameters]);
        expect(error.message).toMatch(/^(Invalid value|"%fieldName" is required|Error occurred)/);
        const strict = await app.call('POST', `${route}?strict=1`, { items }, token);
        expect([what, strict.status]).toEqual([what, 400]);
        expect(JSON.stringify(strict.body)).toContain('items[1].');
        const alone = await app.call('POST', route, { items: [{ sku, ...item }] }, token);
        expect([what, alone.status, alone.body.items[0].error]).toEqual([what, 200, error]);
      }
      const skus = [sku, '', 'none', [sku], sku];
      const { body } = await app.call('POST', route, { skus, qty: 2 }, token);
      expect(body.items.map(({ sku: said, qty, row_total }: Values) => [said, qty, row_total])).toEqual([
        [sku, 2, 4],
        [null, 2, undefined],
        ['none', 2, undefined],
        [null, 2, undefined],
        [sku, 2, 4],
      ]);
      expect(body.items[1].error.parameters).toEqual({ fieldName: 'sku', value: '' });
      expect((await app.call('POST', `${route}?strict=1`, { skus, qty: 2 }, token)).status).toBe(400);
      // An unknown key is an error of the client program, so the whole request fails.
      const unknown = {
        items: [
          { sku, qty: 0 },
          { sku, price: 1 },
        ],
      };
      expect((await app.call('POST', route, unknown, token)).status).toBe(400);
    });

    it('return the error over SOAP and with explain, but simulations return 400', async () => {
      const sku = await shop.product({ price: 2 });
      const items = [{ sku }, { sku, qty: 0 }];
      const explained = await multi({ items, explain: 1 });
      expect(
        explained.body.items.map(({ candidates, error }: Values) => [candidates !== undefined, error !== undefined]),
      ).toEqual(
        [[true, false], [false, true]], // prettier-ignore
      );
      const simulated = { items, changes: [{ resource: 'customerPrice', op: 'remove', id: 1 }] };
      const refused = await shop.ask('POST', 'pricing/simulate', simulated);
      expect([refused.status, refused.body.parameters]).toEqual([400, { fieldName: 'items[1].qty', value: 0 }]);
      const root = await app.adminToken();
      const inner = `<items><item><sku>${sku}</sku></item><item><sku>${sku}</sku><qty>0</qty></item></items>`;
      const over = (more = '') =>
        soapCall(
          askOfProducts({ base: app.url, token: root }, `${PRICES}GetMultiPrice`, `${inner}${more}`, {
            services: PRICES,
          }),
        );
      const { result } = await over();
      expect(result?.children[0]?.children.map((line) => [nodeAt(line, 'rowTotal')?.text, nodeAt(line, 'error', 'message')?.text])).toEqual([
        ['2', undefined],
        [undefined, expect.stringContaining('Invalid value')],
      ]); // prettier-ignore
      expect((await over('<strict>1</strict>')).fault?.parameters).toEqual({ fieldName: 'items[1].qty', value: '0' });
    });
  });

  describe('for one SKU', () => {
    it.each<[string, Values, unknown]>([
      ['no SKU', { qty: 1 }, { fieldName: 'sku' }],
      ['a quantity of 0', { sku: 'A', qty: 0 }, { fieldName: 'qty', value: 0 }],
      ['an empty SKU', { sku: '' }, { fieldName: 'sku' }],
      ['several SKUs', { skus: ['A'], sku: 'A' }, { fieldName: 'skus' }],
      ['a day that does not exist', { sku: 'A', date: '2026-02-30' }, { fieldName: 'date', value: '2026-02-30' }],
      ['a value of explain above 1', { sku: 'A', explain: 2 }, { fieldName: 'explain', value: 2 }],
    ])('reject %s', async (_, question, parameters) => {
      const { status, body } = await shop.quote(question);
      expect([status, body.parameters]).toEqual([400, parameters]);
    });

    it('accept camelCase, and null for the default', async () => {
      const sku = await shop.product({ price: 1 });
      const question = { sku, qty: null, customerId: customer, customerGroupId: 1, storeId: null, minVersion: 1 };
      expect(await shop.price(question)).toMatchObject({ qty: 1, customer_id: customer });
    });
  });

  describe('for a date', () => {
    it('include both end dates, and use the special price of that date', async () => {
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

    it('use a price list only within its dates', async () => {
      const sku = await shop.product({ price: 10 });
      await shop.list({ from_date: '2026-03-10', to_date: '2026-03-20' }, [{ sku, price: 7 }], { groups: [0] });
      const on = async (date: string) => (await shop.price({ sku, date })).final_price;
      expect([await on('2026-03-09'), await on('2026-03-10'), await on('2026-03-20'), await on('2026-03-21')]).toEqual([
        10, 7, 7, 10,
      ]);
    });
  });
});
