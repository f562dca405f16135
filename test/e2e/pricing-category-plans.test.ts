import type { PricedProduct } from '../../libs/pricing/index.js';
import { SqlCategoryPriceRows } from '../../src/pricing-category/adapters/sql/sql-category-price-rows.js';
import { CategoryPriceSource } from '../../src/pricing-category/application/category-price-source.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { aBuyer, aProduct } from '../support/pricing.js';
import { analyze, fill, planOf, watched } from '../support/query-plans.js';

const NOW = '2026-01-01T00:00:00.000Z';
const [CATEGORIES, CUSTOMERS, GROUPS] = [1_000, 250, 20];
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

const TERMS = 'category_id, priority, website_id, value, qty, price_application_type, created_at, updated_at, from_date_key, to_date_key, currency_key'.split(', '); // prettier-ignore

const terms = (category: number, qty: number) => [category, 0, 0, 5, qty, 1, NOW, NOW, '', '', ''];

/** 100,000 prices of customers and as many of groups. */
const fillPrices = async ({ persistence }: OpenTestDatabase): Promise<void> => {
  await fill(persistence, 'category', ['id', 'name'], upTo(CATEGORIES).map((id) => [id, `Category ${id}`])); // prettier-ignore
  await fill(persistence, 'customer_group', ['id', 'code'], upTo(GROUPS).map((id) => [id + 100, `Group ${id}`])); // prettier-ignore
  await fill(persistence, 'customer', ['id', 'group_id', 'website_id', 'is_active'], upTo(CUSTOMERS).map((id) => [id, 1, 1, 1])); // prettier-ignore
  await fill(persistence, 'category_price', ['customer_id', ...TERMS], upTo(CUSTOMERS).flatMap((customer) => upTo(400).map((category) => [customer, ...terms(category, 1)]))); // prettier-ignore
  await fill(persistence, 'category_price_group', ['customer_group_id', ...TERMS], upTo(GROUPS).flatMap((group) => upTo(CATEGORIES).flatMap((category) => upTo(5).map((qty) => [group + 100, ...terms(category, qty)])))); // prettier-ignore
  await analyze(persistence, ['category', 'category_price', 'category_price_group']);
};

describeOnDatabases('database queries for category prices', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    await fillPrices(opened);
  });
  afterAll(() => opened.close());

  /** 500 products, each in a different category. */
  const products: readonly PricedProduct[] = upTo(500).map((id) => ({ ...aProduct({ id }), categoryIds: [id] }));

  it('are one statement for 500 products that uses the indexes of both keys', async () => {
    const { database, statements } = watched(opened.persistence.database);
    const source = new CategoryPriceSource(new SqlCategoryPriceRows(database));
    const rows = await source.load(aBuyer({ customerId: 7, groupId: 105 }), products);
    expect([rows.size, rows.get(400)?.length, rows.get(401)?.length]).toEqual([500, 6, 5]);
    expect(rows.get(1)?.[0]).toMatchObject({ name: 'Category 1', parentId: 1 });
    const [statement] = statements;
    if (!statement || statements.length > 1) throw new Error('not one question');
    const steps = await planOf(opened.persistence.database, statement);
    expect(steps.filter(({ walks }) => walks)).toEqual([]);
    expect(steps.filter(({ table }) => table === 'p').map(({ index }) => index)).toEqual([
      'category_price_key',
      'category_price_group_key',
    ]);
    expect(new Set(steps.filter(({ table }) => table === 'c').map(({ index }) => index))).toEqual(new Set(['PRIMARY']));
  });

  it('list at most 900 categories per statement', async () => {
    const { database, statements } = watched(opened.persistence.database);
    const rows = new SqlCategoryPriceRows(database);
    const found = await rows.find(7, 105, upTo(1_000));
    expect([found.size, statements.length]).toEqual([1_000, 2]);
    for (const { sql } of statements)
      for (const [list] of sql.matchAll(/IN \([^)]*\)/g)) expect(list.split('?').length - 1).toBeLessThanOrEqual(900);
  });
});
