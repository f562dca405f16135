import { Database } from '../../libs/database/index.js';
import { SqlCustomers } from '../../src/commerce/adapters/sql/sql-customers.js';
import { TypeOrmCustomerGroups } from '../../src/commerce/adapters/typeorm/typeorm-stores.js';
import { SqlPricedProducts } from '../../src/commerce/adapters/sql/sql-priced-products.js';
import { SqlProductTiers } from '../../src/commerce/adapters/sql/sql-product-tiers.js';
import { CODES } from '../support/price-codes.js';
import { SqlSettingsInForce } from '../../src/commerce/adapters/sql/sql-settings-in-force.js';
import { SqlCustomerPriceRows } from '../../src/pricing-customer/adapters/sql/sql-customer-price-rows.js';
import { SqlPriceListRows } from '../../src/pricing-list/adapters/sql/sql-price-list-rows.js';
import type { ListTerms } from '../../src/pricing-list/domain/evaluate-price-lists.js';
import { declaredResources } from '../support/declared-resources.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { analyze, fillWith, longestList, planOf, type Statement, textOf, watched } from '../support/query-plans.js';

const NOW = "'2026-01-01T00:00:00.000Z'";
const WRITTEN = { created_at: NOW, updated_at: NOW };
const KEYS = { price_application_type: 1, ...WRITTEN, from_date_key: "''", to_date_key: "''", currency_key: "''" };
const [CUSTOMERS, GROUPS, LISTS] = [1_000, 100, 1_000];
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** 100,000 rows of everything but customers, groups and lists. */
const fillShop = async ({ persistence }: OpenTestDatabase): Promise<void> => {
  const put = (table: string, columns: Readonly<Record<string, string | number>>, count?: number) =>
    fillWith(persistence, table, columns, count);
  await put('customer_group', { id: 'n + 100', code: "CONCAT('G', n)" }, GROUPS);
  await put('customer', { id: 'n + 1', group_id: '100 + n % 100', website_id: 1, is_active: 1 }, CUSTOMERS);
  await put('category', { id: 'n + 1', name: "CONCAT('C', n)" }, 100);
  await put('product', { id: 'n + 1', sku: "CONCAT('S', n + 1)", name: "'P'", attributes: "'{}'", is_active: 1 });
  await put('product_website_price', { product_id: 'n + 1', website_id: 1, price: 5 });
  await put('product_category', { product_id: 'n + 1', category_id: '1 + n % 100' });
  // Every tenth product has ten tiers.
  await put('product_tier_price', { product_id: '1 + n - n % 10', website_id: 0, qty: '1 + n % 10', value: 4, customer_group_id_key: -1 }); // prettier-ignore
  // Each customer has 100 prices.
  await put('customer_price', { customer_id: '1 + n % 1000', product_id: '1 + (n - n % 1000) / 1000', website_id: 0, qty: 1, value: 3, ...KEYS }); // prettier-ignore
  await put('price_list', { id: 'n + 1', name: "CONCAT('L', n)", active: 1, priority: 1, website_id: 0, is_base_pricelist: 'CASE n WHEN 0 THEN 1 ELSE 0 END', ...WRITTEN }, LISTS); // prettier-ignore
  // Each list has 100 rows, each customer 100 lists, each group 1,000.
  await put('price_list_product', { pricelist_id: '1 + (n - n % 100) / 100', product_id: '1 + n % 10000', qty: 1, price: 2, ...KEYS }); // prettier-ignore
  await put('price_list_customer', { customer_id: '1 + n % 1000', pricelist_id: '1 + (n - n % 1000) / 1000', ...WRITTEN }); // prettier-ignore
  await put('price_list_group', { customer_group_id: '100 + n % 100', pricelist_id: '1 + (n - n % 100) / 100', ...WRITTEN }); // prettier-ignore
  await put('price_settings', { website_id: 1, customer_id: 'n + 1', customer_group_id_key: -1, customer_id_key: 'n + 1', merge_matrix_qtys: 1 }, CUSTOMERS); // prettier-ignore
  await analyze(persistence, ['customer_group', 'customer', 'product', 'product_website_price', 'product_category', 'product_tier_price', 'customer_price', 'price_list', 'price_list_product', 'price_list_customer', 'price_list_group', 'price_settings']); // prettier-ignore
};

const list = (id: number): ListTerms => ({ id, name: '', priority: 1, active: true, websiteId: 0 });

describeOnDatabases('database queries for prices, with 100,000 rows per table', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: await declaredResources() });
    await fillShop(opened);
  });
  afterAll(() => opened.close());

  const plansOf = async (statements: readonly Statement[]): Promise<readonly string[]> => {
    const { database } = opened.persistence;
    const steps = (await Promise.all(statements.map((statement) => planOf(database, statement)))).flat();
    return steps.map(({ table, index, walks }) => `${walks ? 'walks through ' : ''}${table} by ${index ?? 'nothing'}`);
  };
  /** Runs queries. Returns the result, the statements and the distinct plan steps. */
  const asked = async <T>(ask: (database: Database) => Promise<T>) => {
    const { database, statements } = watched(opened.persistence.database);
    const found = await ask(database);
    return { found, statements, plans: [...new Set(await plansOf(statements))].sort() };
  };
  const products = upTo(500);

  it('find customer prices by customer and product', async () => {
    const { found, statements, plans } = await asked((database) =>
      new SqlCustomerPriceRows(database).find(7, products),
    );
    expect([found.size, statements.length]).toEqual([100, 1]);
    expect(plans).toEqual(['customer_price by customer_price_key']);
  });

  it('find the price lists of a buyer by customer, group and base list', async () => {
    const { found, statements, plans } = await asked((database) => new SqlPriceListRows(database).reachedBy(7, 105));
    expect([found.assigned.length, found.base.length, statements.length]).toEqual([1_000, 1, 1]);
    expect(plans.filter((plan) => !plan.startsWith('l '))).toEqual([
      ...(kind === 'sqlite'
        ? ['a by price_list_customer_pair', 'a by price_list_group_pair']
        : ['a by price_list_customer_pair', 'a by price_list_group_pair']),
    ]);
    expect(plans.filter((plan) => plan.startsWith('l '))).toEqual(['l by PRIMARY', 'l by price_list_is_base']);
  });

  it.each([
    [1, 100],
    [5, 500],
    [500, 500],
  ])('find rows of %i price lists by list and product', async (count, size) => {
    const { found, statements, plans } = await asked((database) =>
      new SqlPriceListRows(database).find(upTo(count).map(list), products),
    );
    expect([found.size, statements.length]).toEqual([size, 1]);
    // With very many lists, the products may have fewer rows than there are pairs of list and product.
    const [plan] = plans;
    expect(plans).toHaveLength(1);
    expect(plan).toMatch(
      count < 500
        ? /by price_list_product_key$/
        : /^price_list_product by (price_list_product_key|ix_price_list_product_product_id)$/,
    );
  });

  it.each([undefined, 1])('find tiers of website %s by product', async (websiteId) => {
    const { found, statements, plans } = await asked((database) =>
      new SqlProductTiers(database).findTiers(products, { groupId: 105, websiteId }),
    );
    expect([found.size, found.get(1)?.length, statements.length]).toEqual([50, 10, 1]);
    expect(plans).toEqual(['product_tier_price by product_tier_price_key']);
  });

  it('find products, website prices and categories by SKU and id', async () => {
    const bySku = await asked((database) => new SqlPricedProducts(database).bySkus(products.map((id) => `S${id}`)));
    expect([bySku.found.size, bySku.statements.length]).toEqual([500, 2]);
    expect(bySku.plans).toEqual(['p by product_sku', 'product_category by product_category_pair', 'w by product_website_price_pair']); // prettier-ignore
    const byId = await asked((database) => new SqlPricedProducts(database).byIds(products));
    expect(byId.plans).toEqual(['p by PRIMARY', 'product_category by product_category_pair', 'w by product_website_price_pair']); // prettier-ignore
  });

  it('find the customer, group and settings by key', async () => {
    const { found, plans } = await asked(async (database) => [
      await new SqlCustomers(database).byId(7),
      await new TypeOrmCustomerGroups(database).exists(105),
      await new SqlSettingsInForce(database, CODES).find({ websiteId: 1, groupId: 105, customerId: 7 }),
    ]);
    expect(found).toMatchObject([{ id: 7 }, true, { mergeMatrixQtys: 1 }]);
    expect(plans).toEqual(['customer by PRIMARY', 'g by PRIMARY', 'price_settings by price_settings_level']);
  });

  it('list at most 900 values per statement', async () => {
    const many = upTo(2_000);
    const { found, statements } = await asked(async (database) => [
      await new SqlCustomerPriceRows(database).find(7, many),
      await new SqlPriceListRows(database).find(upTo(1_000).map(list), many),
      await new SqlProductTiers(database).findTiers(many, { groupId: 105, websiteId: 1 }),
      await new SqlPricedProducts(database).bySkus(many.map((id) => `S${id}`)),
      await new SqlPricedProducts(database).byIds(many),
    ]);
    expect(found.map(({ size }) => size)).toEqual([100, 2_000, 200, 2_000, 2_000]);
    expect(longestList(statements)).toBe(900);
  });

  it('are split for a buyer with more lists than a statement allows parameters', async () => {
    const { found, statements } = await asked((database) =>
      new SqlPriceListRows(database).find(upTo(33_000).map(list), products),
    );
    expect([found.size, found.get(1)?.length]).toEqual([500, 10]);
    expect(longestList(statements)).toBe(900);
    expect(Math.max(...statements.map(({ params }) => params.length))).toBeLessThan(2_000);
  });

  it('find changed records of every pricing resource by updated_at', async () => {
    const { persistence } = opened;
    const resources = (await declaredResources()).all.filter(({ byProperty, path }) => byProperty.has('updatedAt') && path.startsWith('pricing/')); // prettier-ignore
    expect(resources).toHaveLength(10);
    await persistence.transactions.write(() =>
      persistence.database.run("UPDATE customer_price SET updated_at = '2026-02-01T00:00:00.000Z' WHERE id <= 20"),
    );
    await analyze(persistence, ['customer_price']);
    for (const resource of resources) {
      const asked = [jest.spyOn(Database.prototype, 'search'), jest.spyOn(Database.prototype, 'query')];
      const { items } = await persistence.records.recordsOf(resource).search({
        groups: [[{ property: 'updatedAt', condition: 'gt', values: ['2026-01-15T00:00:00.000Z'] }]],
        sort: [{ property: 'updatedAt', direction: 'ASC' }, { property: 'id', direction: 'ASC' }],
        page: 1,
        pageSize: 10,
      }); // prettier-ignore
      const statements = asked.flatMap(({ mock }) =>
        mock.calls.map(([select, params = []]) => ({ sql: textOf(select), params })),
      );
      for (const spy of asked) spy.mockRestore();
      const ofCustomers = resource.resource === 'customerPrice';
      expect(items).toHaveLength(ofCustomers ? 10 : 0);
      expect(statements).toHaveLength(ofCustomers ? 2 : 1);
      const plans = new Set(await plansOf(statements));
      // Only the rows of the page are read completely.
      expect([...plans].filter((plan) => plan !== 'k by PRIMARY')).toEqual([`t by ${resource.table}_updated_at`]);
    }
  });
});
