import { LintPrices } from '../../src/pricing-calc/index.js';
import { signal } from '../contracts/stores.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/until.js';

const BASE = '/rest/V1/pricing/lint';

interface ReportedFinding {
  readonly rule: string;
  readonly severity: string;
  readonly resource: string;
  readonly id: number;
  readonly related: readonly number[];
  readonly message: string;
}

type Values = Readonly<Record<string, unknown>>;

const filter = (field: string, value: string | number, condition = 'eq', group = 0): string =>
  `searchCriteria[filter_groups][${group}][filters][0][field]=${field}&searchCriteria[filter_groups][${group}][filters][0][value]=${encodeURIComponent(value)}&searchCriteria[filter_groups][${group}][filters][0][condition_type]=${condition}`;

describeOnDatabases('the price lint', (database) => {
  let app: TestApp;
  let shop: Shop;
  let token: string;

  beforeAll(async () => {
    // More heavy calls at once than the default allows.
    app = await startApp({ database, settings: { HEAVY_CALLS: '12', HEAVY_CALLS_PER_CALLER: '12' } });
    shop = new Shop(app);
    token = await app.integrationToken('_Pricing::manage');
    await shop.commerce('websites', 'website', {
      id: 2,
      code: 'eu',
      name: 'EU',
      base_currency: 'EUR',
      timezone: 'UTC',
    });
    for (const id of [11, 12]) await shop.commerce('customers', 'customer', { id, website_id: 0 });
    await shop.commerce('customerGroups', 'customerGroup', { id: 5, code: 'Retailers' });
    for (const id of [31, 32]) await shop.commerce('categories', 'category', { id, name: `Category ${id}` });
    await shop.commerce('products', 'product', {
      id: 21,
      sku: 'A1',
      name: 'Lantern',
      price: 10,
      cost: 5,
      category_ids: [31],
      attributes: { color: ['red', 'blue'] },
      website_prices: [{ website_id: 2, cost: 7 }],
    });
    await shop.commerce('products', 'product', {
      id: 22,
      sku: 'B2',
      name: 'Stool',
      price: 20,
      attributes: { color: 'green' },
    });
    await shop.commerce('products', 'product', { id: 23, sku: 'OFF', name: 'Off', price: 1, cost: 2, is_active: 0 });
  });
  afterAll(() => app.close());

  const ask = (query: string) => app.call('GET', `${BASE}?${query}`, undefined, token);
  const search = async (
    query: string,
  ): Promise<{
    readonly items: readonly ReportedFinding[];
    readonly total_count: number;
    readonly search_criteria: Values;
  }> => {
    const { status, body, text } = await ask(query);
    if (status !== 200) throw new Error(text);
    return body;
  };
  /** The findings of these records: rule, index of the record, indexes of the related records. */
  const findingsOf = async (resource: string, ...ids: readonly number[]) => {
    const { items } = await search(`${filter('resource', resource)}&${filter('id', ids.join(','), 'in', 1)}`);
    return items.map(({ rule, id, related }) => [rule, ids.indexOf(id), related.map((other) => ids.indexOf(other))]);
  };
  const gone = async (path: string, ...ids: readonly number[]) => {
    for (const id of ids) await app.good('DELETE', `/rest/V1/${path}/${id}`);
  };

  it('returns no findings for a book without problems', async () => {
    expect(await search('searchCriteria=')).toEqual({
      items: [],
      search_criteria: { filter_groups: [], page_size: 300, current_page: 1 },
      total_count: 0,
    });
    expect((await search('')).total_count).toBe(0);
  });

  it('reports customer prices with the documented fields', async () => {
    const price = (record: Values) => shop.customerPrice({ customer_id: 11, sku: 'A1', ...record });
    const old = await price({ value: 8, to_date: '2020-01-01' });
    const first = await price({ value: 8, from_date: '2021-01-01' });
    const second = await price({ value: 6, from_date: '2022-01-01' });
    const cheap = await price({ value: 4, website_id: 1, qty: 10 });
    const dear = await price({ value: 6, website_id: 2, qty: 10 });
    const ofNobody = await shop.customerPrice({ customer_id: 11, sku: 'OFF', value: 1 });
    const { items } = await search('searchCriteria=');
    expect(items).toEqual([
      {
        rule: 'expired',
        severity: 'notice',
        resource: 'customerPrice',
        id: old.id,
        related: [],
        message: 'The period of validity ended on 2020-01-01.',
      },
      {
        rule: 'unreachable_row',
        severity: 'warning',
        resource: 'customerPrice',
        id: first.id,
        related: [second.id],
        message: 'From today on, other rows always take precedence over this row.',
      },
      {
        rule: 'below_cost',
        severity: 'error',
        resource: 'customerPrice',
        id: second.id,
        related: [],
        message: 'The price of A1 on website 2 is 6 EUR, below the cost of 7.',
      },
      {
        rule: 'overlapping_windows',
        severity: 'warning',
        resource: 'customerPrice',
        id: second.id,
        related: [first.id],
        message: 'This row and another row for the same quantity are both valid from 2022-01-01.',
      },
      {
        rule: 'below_cost',
        severity: 'error',
        resource: 'customerPrice',
        id: cheap.id,
        related: [],
        message: 'The price of A1 on website 1 is 4 USD, below the cost of 5.',
      },
      {
        rule: 'below_cost',
        severity: 'error',
        resource: 'customerPrice',
        id: dear.id,
        related: [],
        message: 'The price of A1 on website 2 is 6 EUR, below the cost of 7.',
      },
    ]);
    await gone('pricing/customerprice', ...[old, first, second, cheap, dear, ofNobody].map(({ id }) => id));
  });

  it('reports price lists and rows, and skips rows of inactive and expired lists', async () => {
    const empty = await shop.list({ name: 'Empty' });
    const unreached = await shop.list({ name: 'Unreached' }, [{ sku: 'A1', price: 9 }]);
    const base = await shop.list({ name: 'Base', is_base_pricelist: 1 }, [
      { sku: 'A1', price: 9 },
      { sku: 'OFF', price: 1 },
    ]);
    const off = await shop.list({ name: 'Off', active: 0 }, [{ sku: 'A1', price: 1 }]);
    const over = await shop.list({ name: 'Over', to_date: '2020-01-01' }, [{ sku: 'A1', price: 1 }], { groups: [5] });
    expect(await findingsOf('priceList', empty, unreached, base, off, over)).toEqual([
      ['empty_list', 0, []],
      ['empty_list', 1, []],
      ['expired', 4, []],
    ]);
    expect((await search(filter('resource', 'priceListProduct'))).items).toEqual([]);
    const list = await shop.list({ name: 'Rows', to_date: '2099-12-31' }, [], { groups: [5] });
    const row = (record: Values) => shop.listRow({ pricelist_id: list, sku: 'A1', ...record });
    const rows = [
      await row({ price: 8 }),
      await row({ price: 9, from_date: '2022-01-01' }),
      await row({ price: 8, to_date: '2098-12-31' }),
      await row({ price: 5, qty: 10, price_application_type: 4, price_attribute: 'msrp' }),
      await row({ price: 60, qty: 20, price_application_type: 5 }),
      await row({ price: 0, qty: 30 }),
      await row({ price: 3, qty: 40, from_date: '2100-01-01' }),
      await row({ price: 3, qty: 50, currency: 'EUR' }),
    ];
    expect(await findingsOf('priceListProduct', ...rows.map(({ id }) => id))).toEqual([
      ['overlapping_windows', 1, [0, 2]],
      ['unreachable_row', 1, [0]],
      ['tie', 2, [0]],
      ['unreachable_row', 2, [0]],
      ['unreachable_row', 3, []],
      ['below_cost', 4, []],
      ['unreachable_row', 5, []],
      ['unreachable_row', 6, []],
      // Its currency is that of website 2, where it is below the cost.
      ['below_cost', 7, []],
    ]);
    expect(await findingsOf('priceList', list)).toEqual([]);
    await gone('pricing/pricelist', empty, unreached, base, off, over, list);
  });

  it('reports category prices by comparing them with the products of the category', async () => {
    const price = (record: Values) =>
      shop.pricing('categoryprice', 'categoryPrice', { category_id: 31, customer_id: 11, ...record });
    const rows = [
      await price({ value: 8, priority: 5 }),
      await price({ value: 6, qty: 10, priority: 1 }),
      await price({ value: 55, price_application_type: 5, qty: 2, priority: 9 }),
      await price({ value: 4, priority: 5, category_id: 32 }),
    ];
    expect(await findingsOf('categoryPrice', ...rows.map(({ id }) => id))).toEqual([
      // At quantity 10, both others precede it by priority. The discount applies only to products with a price.
      ['below_cost', 1, []],
      ['unreachable_row', 1, [0]],
      ['below_cost', 2, []],
    ]);
    const group = await shop.pricing('categoryprice/customergroup', 'categoryPriceCustomerGroup', {
      category_id: 31,
      customer_group_id: 5,
      value: 4,
      to_date: '2020-01-01',
    });
    expect(await findingsOf('categoryPriceCustomerGroup', group.id)).toEqual([['expired', 0, []]]);
    await gone('pricing/categoryprice', ...rows.map(({ id }) => id));
    await gone('pricing/categoryprice/customergroup', group.id);
  });

  it('reports matrices that are empty, match nothing, are below cost or conflict', async () => {
    const PATH = 'pricing/productcustomermatrix';
    const matrix = async (
      record: Values,
      conditions: readonly (readonly [string, string])[],
      customers: readonly Values[] = [{ customer_id: 11 }],
    ) => {
      const { matrix: made } = await app.good('PUT', `/rest/V1/${PATH}/0/complete`, {
        productCustomerMatrixComplete: {
          price: 9,
          ...record,
          conditions: conditions.map(([attribute_code, attribute_value]) => ({ attribute_code, attribute_value })),
          customers,
        },
      });
      return made.id as number;
    };
    const red = ['color', 'red'] as const;
    const ids = [
      await matrix({ name: 'No condition' }, []),
      await matrix({ name: 'No customer' }, [red], []),
      await matrix({ name: 'Never together' }, [red, ['color', 'green']]),
      await matrix({ name: 'Together', priority: 1 }, [red, ['color', 'blue'], ['category_ids', '31']]),
      await matrix({ name: 'Loss', price: 60, price_application_type: 5, priority: 2 }, [['sku', 'A1']]),
      await matrix({ name: 'One', priority: 3 }, [red]),
      await matrix(
        { name: 'Other', priority: 3, attributes_relation: 'OR' },
        [red],
        [{ customer_id: 11 }, { customer_id: 12 }],
      ),
      await matrix({ name: 'Over', to_date: '2020-01-01' }, [['color', 'nothing']]),
      await matrix({ name: 'Off', is_active: 0 }, []),
      await matrix({ name: 'Nothing', price: 0 }, [['color', 'green']]),
    ];
    expect(await findingsOf('productCustomerMatrix', ...ids)).toEqual([
      ['empty_matrix', 0, []],
      ['empty_matrix', 1, []],
      ['condition_without_product', 2, []],
      ['below_cost', 4, []],
      // Both match red products and share a customer, for whom the higher id never applies. It has another customer.
      ['tie', 6, [5]],
      ['expired', 7, []],
      ['unreachable_row', 9, []],
    ]);
    const whole = await app.good('PUT', `/rest/V1/${PATH}/${ids[3]}/complete`, {
      productCustomerMatrixComplete: {
        conditions: [
          { attribute_code: 'sku', attribute_value: 'OFF' },
          { attribute_code: 'category_ids', attribute_value: '32' },
          { attribute_code: 'color', attribute_value: 'red' },
        ],
        customers: [{ customer_id: 12, to_date: '2020-01-01' }],
      },
    });
    const conditions = whole.added.conditions as readonly { readonly id: number; readonly attribute_code: string }[];
    const dead = conditions.filter(({ attribute_code }) => attribute_code !== 'color').map(({ id }) => id);
    expect(await findingsOf('productCustomerMatrixAttribute', ...dead)).toEqual([
      ['condition_without_product', 0, []],
      ['condition_without_product', 1, []],
    ]);
    const { items } = await search(filter('id', dead[0] ?? 0));
    expect(items.find(({ resource }) => resource === 'productCustomerMatrixAttribute')?.message).toBe(
      'No active product has sku "OFF".',
    );
    expect(await findingsOf('productCustomerMatrixCustomer', whole.added.customers[0].id)).toEqual([
      ['expired', 0, []],
    ]);
    // Now the matrix has no other customer.
    await gone(
      `${PATH}customer`,
      (
        await app.good(
          'GET',
          `/rest/V1/${PATH}customer/search?${filter('matrix_id', ids[6] ?? 0)}&${filter('customer_id', 12, 'eq', 1)}`,
        )
      ).items[0].id,
    );
    expect(await findingsOf('productCustomerMatrix', ids[5] ?? 0, ids[6] ?? 0)).toEqual([
      ['tie', 1, [0]],
      ['unreachable_row', 1, [0]],
    ]);
    await gone(PATH, ...ids);
  });

  it('reports prices and tier prices of products', async () => {
    const product = (record: Values) => shop.commerce('products', 'product', { name: 'A product', ...record });
    const loss = await product({ sku: 'LOSS', price: 4, cost: 5 });
    const special = await product({ sku: 'SPECIAL', price: 9, cost: 5, special_price: 4, special_from: '2099-01-01' });
    const over = await product({ sku: 'OVER', price: 9, special_price: 4, special_to: '2020-01-01' });
    expect(await findingsOf('product', loss.id, special.id, over.id)).toEqual([
      ['below_cost', 0, []],
      ['below_cost', 1, []],
      ['expired', 2, []],
    ]);
    const tier = (record: Values) => shop.commerce('productTierPrices', 'productTierPrice', { sku: 'A1', ...record });
    const tiers = [
      await tier({ qty: 5, value: 9 }),
      await tier({ qty: 10, value: 9.5 }),
      await tier({ qty: 5, value: 8, customer_group_id: 5 }),
      await tier({ qty: 10, value: 9.2, customer_group_id: 5 }),
      await tier({ qty: 20, value: 4.9, website_id: 1 }),
    ];
    expect(await findingsOf('productTierPrice', ...tiers.map(({ id }) => id))).toEqual([
      ['unreachable_row', 1, [0]],
      ['unreachable_row', 3, [2]],
      // On website 2 the cost is 7.
      ['below_cost', 4, []],
    ]);
    await gone('commerce/productTierPrices', ...tiers.map(({ id }) => id));
    await gone('commerce/products', loss.id, special.id, over.id);
  });

  describe('search', () => {
    const made: number[] = [];
    beforeAll(async () => {
      for (const qty of [1, 2, 3, 4, 5]) {
        const { id } = await shop.customerPrice({
          customer_id: 12,
          sku: 'A1',
          qty,
          value: qty,
          to_date: qty > 3 ? '2020-01-01' : null,
        });
        made.push(id);
      }
      made.push(await shop.list({ name: 'Nothing in it' }));
    });
    afterAll(async () => {
      await gone('pricing/customerprice', ...made.slice(0, 5));
      await gone('pricing/pricelist', ...made.slice(5));
    });

    const short = ({
      items,
      total_count,
    }: {
      readonly items: readonly ReportedFinding[];
      readonly total_count: number;
    }) => [
      items.map(({ rule, resource, id }) => `${rule} ${resource === 'priceList' ? 5 : made.indexOf(id)}`),
      total_count,
    ];

    it('supports filters, sort orders and pages', async () => {
      const all = ['below_cost 0', 'below_cost 1', 'below_cost 2', 'expired 3', 'expired 4', 'empty_list 5'];
      expect(short(await search('searchCriteria='))).toEqual([all, 6]);
      expect(short(await search(filter('rule', 'expired')))).toEqual([['expired 3', 'expired 4'], 2]);
      expect(short(await search(filter('rule', 'expired,empty_list', 'in')))).toEqual([
        ['expired 3', 'expired 4', 'empty_list 5'],
        3,
      ]);
      expect(short(await search(filter('severity', 'notice', 'neq')))).toEqual([
        [...all.slice(0, 3), 'empty_list 5'],
        4,
      ]);
      expect(short(await search(`${filter('rule', 'below_cost')}&${filter('id', made[1] ?? 0, 'gteq', 1)}`))).toEqual([
        ['below_cost 1', 'below_cost 2'],
        2,
      ]);
      expect(short(await search(filter('message', '%A1 ON WEBSITE 1 IS 2%', 'like')))).toEqual([['below_cost 1'], 1]);
      expect(short(await search(filter('related', 1, 'finset')))).toEqual([[], 0]);
      const sorted =
        'searchCriteria[sortOrders][0][field]=rule&searchCriteria[sortOrders][0][direction]=ASC&searchCriteria[sortOrders][1][field]=id';
      expect(short(await search(sorted))).toEqual([
        ['below_cost 2', 'below_cost 1', 'below_cost 0', 'empty_list 5', 'expired 4', 'expired 3'],
        6,
      ]);
      expect(short(await search(`${sorted}&searchCriteria[pageSize]=4&searchCriteria[currentPage]=2`))).toEqual([
        ['expired 4', 'expired 3'],
        6,
      ]);
      expect(short(await search('searchCriteria[pageSize]=4&searchCriteria[currentPage]=9'))).toEqual([[], 6]);
      expect((await ask('searchCriteria[pageSize]=1&fields=items[id],total_count')).body).toEqual({
        items: [{ id: made[0] }],
        total_count: 6,
      });
    });

    it('returns 400 for unknown fields, conditions and values', async () => {
      for (const query of [
        filter('nope', 1),
        filter('rule', 'x', 'nope'),
        filter('id', 'x'),
        filter('related', 1, 'gt'),
        'searchCriteria[sortOrders][0][field]=related',
        'searchCriteria[pageSize]=301',
        'searchCriteria[pageSize]=300&searchCriteria[currentPage]=334',
      ])
        expect([query, (await ask(query)).status]).toEqual([query, 400]);
      expect((await ask('searchCriteria[pageSize]=300&searchCriteria[currentPage]=333')).status).toBe(200);
      expect((await ask('searchCriteria[pageSize]=250&searchCriteria[currentPage]=400')).status).toBe(200);
    });

    it('runs one request at a time, queues three, and returns 429 for more', async () => {
      const lint = app.get<LintPrices>(LintPrices);
      const run = lint.lint.bind(lint);
      const go = signal();
      const held = jest.spyOn(lint, 'lint').mockImplementation(async (...given) => {
        await go.given;
        return run(...given);
      });
      let refused = 0;
      const calls = Array.from({ length: 12 }, async () => {
        const answer = await ask('searchCriteria=');
        if (answer.status === 429) refused += 1;
        return answer;
      });
      // One is running, three are waiting.
      await until(() => refused === 12 - 4);
      expect(held).toHaveBeenCalledTimes(1);
      go.give();
      const answers = await Promise.all(calls);
      held.mockRestore();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('10');
      for (const { status, body } of answers) if (status === 200) expect(body.total_count).toBe(6);
    });
  });

  it('requires the right _Pricing::manage', async () => {
    const needed = {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: '_Pricing::manage' },
    };
    const nobody = await app.call('GET', `${BASE}?searchCriteria[pageSize]=x`);
    expect([nobody.status, nobody.body]).toEqual([401, needed]);
    const other = await app.integrationToken('_Pricing::calculate', '_Customerprice::manage');
    const lacking = await app.call('GET', `${BASE}?searchCriteria[pageSize]=x`, undefined, other);
    expect([lacking.status, lacking.body]).toEqual([403, needed]);
    expect((await app.call('GET', BASE, undefined, (await app.customer()).token)).status).toBe(403);
  });
});
