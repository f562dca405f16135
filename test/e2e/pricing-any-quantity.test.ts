import { Persistence } from '../../libs/database/index.js';
import { ADD_QTY_1_MEANS_ANY } from '../../src/commerce/migrations/20261129020000-qty-one-means-any.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
type Values = Readonly<Record<string, any>>;

describeOnDatabases('a threshold of 1', (database) => {
  let app: TestApp;
  let shop: Shop;
  let customer: number;
  let category: number;

  beforeEach(async () => {
    app = await startApp({ database });
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1', group_id: 1 })).id;
    category = (await shop.commerce('categories', 'category', { name: 'Cloth' })).id;
  });

  afterEach(() => app.close());

  const product = () => shop.product({ price: 10, category_ids: [category] });
  const price = async (sku: string, qty: number | string, more: Values = {}) => {
    const { unit_price, price_code } = await shop.price({ sku, qty, customer_id: customer, ...more });
    return [unit_price, price_code];
  };
  const remove = (path: string, id: number) => app.good('DELETE', `/rest/V1/${path}/${id}`);
  const upgrade = () =>
    app.get<Persistence>(Persistence).connections.schema((runner) => ADD_QTY_1_MEANS_ANY.up(runner));
  const settings = (): Promise<Values> => app.good('GET', '/rest/V1/commerce/priceSettings/0');

  const matrix = async (sku: string, header: Values): Promise<number> => {
    const { matrix: made } = await app.good('PUT', '/rest/V1/pricing/productcustomermatrix/0/complete', {
      productCustomerMatrixComplete: {
        ...header,
        conditions: [{ attribute_code: 'sku', attribute_value: sku }],
        customers: [{ customer_id: customer }],
      },
    });
    return made.id;
  };

  /** Price code, a function that adds a row, and whether a threshold below 1 next to it makes 1 mean 1. */
  const sources: readonly [string, (sku: string, row: Values) => Promise<unknown>, boolean][] = [
    ['customer_price', (sku, row) => shop.customerPrice({ customer_id: customer, sku, ...row }), true],
    ['tier_price', (sku, row) => shop.commerce('productTierPrices', 'productTierPrice', { sku, ...row }), true],
    [
      'categoryprice',
      (_, row) =>
        shop.pricing('categoryprice', 'categoryPrice', { category_id: category, customer_id: customer, ...row }),
      true,
    ],
    [
      'product_customer_matrix',
      (sku, { value, ...row }) => matrix(sku, { name: `Matrix ${value}`, price: value, ...row }),
      false,
    ],
  ];

  it.each(sources)('applies below 1 for %s, unless a lower threshold applies', async (code, add, hasOne) => {
    const sku = await product();
    await add(sku, { qty: 1, value: 5 });
    expect(await price(sku, '0.0001')).toEqual([5, code]);
    expect(await price(sku, 0.5)).toEqual([5, code]);
    expect(await price(sku, 1)).toEqual([5, code]);
    await add(sku, { value: 4, qty: 0.25 });
    // The lower threshold applies, so 1 means 1. A matrix has only one threshold, and the higher one wins.
    expect(await price(sku, '0.2')).toEqual(hasOne ? [10, 'orig_price'] : [5, code]);
    expect(await price(sku, 0.5)).toEqual(hasOne ? [4, code] : [5, code]);
  });

  it('applies below 1 in each list and base list separately', async () => {
    const sku = await product();
    await shop.list(
      { priority: 1 },
      [
        { sku, price: 6 },
        { sku, price: 5.5, qty: 0.5 },
      ],
      { customers: [customer] },
    );
    expect(await price(sku, '0.4')).toEqual([10, 'orig_price']);
    expect(await price(sku, '0.5')).toEqual([5.5, 'pricelist']);
    await shop.list({ priority: 1 }, [{ sku, price: 8 }], { customers: [customer] });
    // Another list has no effect on the meaning of 1 in this one.
    expect(await price(sku, '0.4')).toEqual([8, 'pricelist']);
    expect(await price(sku, '0.5')).toEqual([8, 'pricelist']);
    const other = await product();
    await shop.list({ is_base_pricelist: 1 }, [{ sku: other, price: 7 }]);
    expect(await price(other, '0.4', { customer_id: null })).toEqual([7, 'base_pricelist']);
  });

  it('means 1 only if a lower threshold applies to this buyer and day', async () => {
    const sku = await product();
    await shop.customerPrice({ customer_id: customer, sku, value: 5 });
    const lower = { customer_id: customer, sku, value: 4, qty: 0.25 };
    await shop.customerPrice({ ...lower, to_date: '2020-12-31' });
    await shop.customerPrice({ ...lower, currency: 'EUR' });
    await shop.customerPrice({ ...lower, value: 0 });
    expect(await price(sku, '0.2')).toEqual([5, 'customer_price']);
    expect(await price(sku, '0.2', { date: '2020-06-01' })).toEqual([10, 'orig_price']);
    const explained = await shop.price({ sku, qty: '0.2', customer_id: customer, explain: 1 });
    const reasons = explained.candidates.map(({ qty, reason }: Values) => [qty, reason]);
    expect(reasons).toEqual(expect.arrayContaining([[1, null], [0.25, 'out_of_date'], [0.25, 'other_currency']])); // prettier-ignore
    const past = await shop.price({ sku, qty: '0.2', customer_id: customer, explain: 1, date: '2020-06-01' });
    expect(past.candidates.filter(({ qty }: Values) => qty === 1).map(({ reason }: Values) => reason)).toEqual([
      'below_qty',
    ]);
    const days = await shop.ask(
      'GET',
      `pricing/timeline?sku=${sku}&customer_id=${customer}&qty=0.2&from=2020-12-30&to=2021-01-02`,
    );
    expect(days.body.items.map(({ from_date, unit_price }: Values) => [from_date, unit_price])).toEqual([
      ['2020-12-30', 10],
      ['2021-01-01', 5],
    ]);
  });

  it('follows the setting qty_1_means_any in every context, even for cached lines', async () => {
    const { id, token } = await app.customer({ website_id: 1 });
    const sku = await product();
    await shop.customerPrice({ customer_id: id, sku, value: 5 });
    const prices = async () => {
      const multi = {
        items: [
          { sku, qty: 0.5 },
          { sku, qty: 2 },
        ],
      };
      const answers = [
        await app.call(
          'POST',
          '/rest/V1/pricing/get-multi-price',
          { ...multi, customer_id: id },
          await app.adminToken(),
        ),
        await app.call('POST', '/rest/V1/pricing/me/get-multi-price', multi, token),
        await app.call('POST', '/rest/V1/pricing/context/get-multi-price', multi, token),
      ];
      return answers.map(({ body }) => body.items.map(({ unit_price }: Values) => unit_price));
    };
    const each = (below: number) => [[below, 5], [below, 5], [below, 5]]; // prettier-ignore
    expect([await prices(), await prices()]).toEqual([each(5), each(5)]);
    await shop.settings(0, { qty_1_means_any: 0 });
    expect([await prices(), await prices()]).toEqual([each(10), each(10)]);
    await shop.settings(1, { qty_1_means_any: 1 });
    expect(await prices()).toEqual(each(5));
  });

  describe('after an upgrade', () => {
    it('still means 1 if prices are stored, so that no price changes', async () => {
      const skus = [await product(), await product()];
      // Before the upgrade, 1 always meant 1.
      await shop.settings(0, { qty_1_means_any: 0 });
      for (const sku of skus)
        for (const qty of [0.5, 1, 2.5]) {
          for (const [, add] of sources.slice(0, 2)) await add(sku, { qty, value: 9 - qty });
          await shop.list({}, [{ sku, qty, price: 8 - qty }], { customers: [customer] });
        }
      for (const [at, sku] of skus.entries()) await matrix(sku, { name: `M${at}`, price: 2, qty: 1 });
      const prices = async () => {
        const found: unknown[] = [];
        for (const sku of skus)
          for (const qty of ['0.0001', '0.4999', '0.5', '0.9999', '1', '2.5'])
            found.push(await price(sku, qty), await price(sku, qty, { customer_id: null }));
        return found;
      };
      const before = await prices();
      await shop.settings(0, { qty_1_means_any: null, price_precision: 4 });
      expect(await prices()).not.toEqual(before);
      await upgrade();
      expect(await settings()).toEqual({ qty_1_means_any: 0, price_precision: 4 });
      // A migration runs before the server starts, so this test must evict the cached settings.
      await shop.settings(1, { price_precision: 4 });
      expect(await prices()).toEqual(before);
      await shop.settings(0, { qty_1_means_any: 1 });
      await upgrade();
      expect(await settings()).toMatchObject({ qty_1_means_any: 1 });
    });

    it('means any quantity if no price of any kind is stored', async () => {
      await upgrade();
      expect(await settings()).toEqual({});
      const sku = await product();
      const kinds: readonly (readonly [string, () => Promise<number>])[] = [
        ['pricing/customerprice', async () => (await shop.customerPrice({ customer_id: customer, sku, value: 5 })).id],
        ['pricing/pricelist', () => shop.list({}, [{ sku, price: 6 }])],
        [
          'commerce/productTierPrices',
          async () => (await shop.commerce('productTierPrices', 'productTierPrice', { sku, qty: 1, value: 5 })).id,
        ],
        [
          'pricing/categoryprice',
          async () =>
            (
              await shop.pricing('categoryprice', 'categoryPrice', {
                category_id: category,
                customer_id: customer,
                value: 5,
              })
            ).id,
        ],
        [
          'pricing/categoryprice/customergroup',
          async () =>
            (
              await shop.pricing('categoryprice/customergroup', 'categoryPriceCustomerGroup', {
                category_id: category,
                customer_group_id: 1,
                value: 5,
              })
            ).id,
        ],
        ['pricing/productcustomermatrix', () => matrix(sku, { name: 'M', price: 3 })],
      ];
      for (const [path, add] of kinds) {
        const id = await add();
        await upgrade();
        expect([path, await settings()]).toEqual([path, { qty_1_means_any: 0 }]);
        await remove(path, id);
        await shop.settings(0, { qty_1_means_any: null });
        await upgrade();
        expect([path, await settings()]).toEqual([path, {}]);
      }
    });
  });
});
