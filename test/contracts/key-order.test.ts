import { inKeyOrder, type KeyOrder } from '../../libs/database/index.js';
import { TypeOrmCategoryPriceBook } from '../../src/pricing-category/adapters/typeorm/typeorm-category-price-book.js';
import { SqlCustomerPriceRows } from '../../src/pricing-customer/adapters/sql/sql-customer-price-rows.js';
import { SqlPriceListRows } from '../../src/pricing-list/adapters/sql/sql-price-list-rows.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { analyze, fill, planOf, watched } from '../support/query-plans.js';

const NOW = '2026-01-01T00:00:00.000Z';
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

const TERMS = ['value', 'qty', 'price_application_type', 'created_at', 'updated_at', 'from_date_key', 'to_date_key', 'currency_key']; // prettier-ignore
const terms = (qty: number) => [5, qty, 1, NOW, NOW, '', '', ''];

interface Row {
  readonly id: number;
  readonly customer_id: number;
  readonly product_id: number;
}

const BY_CUSTOMER: KeyOrder<Row> = {
  select: 'SELECT id, customer_id, product_id FROM customer_price',
  index: 'customer_price_key',
  first: 'customer_id',
  second: 'product_id',
  keyOf: ({ customer_id, product_id }) => [customer_id, product_id],
};

describeOnDatabases('reading a table in key order', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    const { persistence } = opened;
    await fill(persistence, 'product', ['id', 'sku', 'name', 'attributes', 'is_active'], upTo(30).map((id) => [id, `S${id}`, 'A product', '{}', 1])); // prettier-ignore
    await fill(persistence, 'customer', ['id', 'group_id', 'website_id', 'is_active'], upTo(5).map((id) => [id, 1, 1, 1])); // prettier-ignore
  });
  afterAll(() => opened.close());

  const refill = async (sizes: readonly (readonly [customer: number, product: number, rows: number])[]) => {
    const { persistence } = opened;
    await persistence.transactions.write(() => persistence.database.run('DELETE FROM customer_price'));
    // The IDs are not in key order.
    const rows = sizes
      .flatMap(([customer, product, count]) => upTo(count).map((qty) => [customer, product, 0, ...terms(qty)]))
      .reverse();
    await fill(persistence, 'customer_price', ['customer_id', 'product_id', 'website_id', ...TERMS], rows);
  };
  const walked = async (size: number): Promise<(readonly (readonly Row[])[])[]> => {
    const batches: (readonly (readonly Row[])[])[] = [];
    for await (const batch of inKeyOrder(opened.persistence.database, BY_CUSTOMER, size)) batches.push(batch);
    return batches;
  };
  const groups = (batches: readonly (readonly (readonly Row[])[])[]) =>
    batches.map((batch) => batch.map((rows) => `${rows[0]?.customer_id}/${rows[0]?.product_id}: ${rows.length}`));

  it('returns every row once, and all rows of a pair in one batch', async () => {
    await refill([
      [1, 1, 2],
      [1, 2, 1],
      [2, 1, 3],
      [2, 9, 4],
      [5, 30, 1],
    ]);
    const all = [['1/1: 2', '1/2: 1', '2/1: 3', '2/9: 4', '5/30: 1']];
    expect(groups(await walked(100))).toEqual(all);
    expect(groups(await walked(11)).flat()).toEqual(all.flat());
    for (const size of [1, 2, 3, 4, 5, 6, 7, 10, 12]) {
      const batches = await walked(size);
      expect(groups(batches).flat()).toEqual(all.flat());
      for (const batch of batches) {
        const rows = batch.reduce((sum, pair) => sum + pair.length, 0);
        expect(rows <= size || batch.length === 1).toBe(true);
      }
      const ids = batches.flat(2).map(({ id }) => id);
      expect(new Set(ids).size).toBe(11);
    }
  });

  it('returns nothing for an empty table, and one pair that fills a batch', async () => {
    await refill([]);
    expect(await walked(3)).toEqual([]);
    await refill([[1, 1, 3]]);
    expect(groups(await walked(3))).toEqual([['1/1: 3']]);
    expect(groups(await walked(4))).toEqual([['1/1: 3']]);
  });

  it('uses the index of the key from where it stopped, for each kind of price', async () => {
    const { persistence } = opened;
    const { database, statements } = watched(persistence.database);
    await refill(upTo(5).flatMap((customer) => upTo(30).map((product) => [customer, product, 60] as const)));
    await fill(persistence, 'price_list', ['id', 'name', 'active', 'priority', 'website_id', 'is_base_pricelist', 'created_at', 'updated_at'], upTo(5).map((id) => [id, `List ${id}`, 1, 0, 0, 0, NOW, NOW])); // prettier-ignore
    await fill(persistence, 'price_list_product', ['pricelist_id', 'product_id', 'price', ...TERMS.slice(1)], upTo(5).flatMap((list) => upTo(30).flatMap((product) => upTo(60).map((qty) => [list, product, ...terms(qty)])))); // prettier-ignore
    await fill(persistence, 'category', ['id', 'name'], upTo(30).map((id) => [id, `Category ${id}`])); // prettier-ignore
    await fill(persistence, 'category_price', ['customer_id', 'category_id', 'priority', 'website_id', ...TERMS], upTo(5).flatMap((customer) => upTo(30).flatMap((category) => upTo(60).map((qty) => [customer, category, 0, 0, ...terms(qty)])))); // prettier-ignore
    await fill(persistence, 'category_price_group', ['customer_group_id', 'category_id', 'priority', 'website_id', ...TERMS], upTo(30).flatMap((category) => upTo(300).map((qty) => [1, category, 0, 0, ...terms(qty)]))); // prettier-ignore
    await analyze(persistence, ['customer_price', 'price_list_product', 'category_price', 'category_price_group']);
    const counted = async (batches: AsyncIterable<readonly { readonly rows: readonly unknown[] }[]>) => {
      let rows = 0;
      for await (const batch of batches) rows += batch.reduce((sum, pair) => sum + pair.rows.length, 0);
      return rows;
    };
    expect(await counted(new SqlCustomerPriceRows(database).batches())).toBe(9_000);
    expect(await counted(new SqlPriceListRows(database).rows())).toBe(9_000);
    expect(await counted(new TypeOrmCategoryPriceBook(database).batches())).toBe(18_000);
    const indexes = new Set<string | undefined>();
    for (const statement of statements.filter(({ sql }) => sql.includes('ORDER BY'))) {
      const [step] = await planOf(persistence.database, statement);
      expect([statement.sql, step?.walks]).toEqual([statement.sql, false]);
      indexes.add(step?.index);
    }
    expect(indexes).toEqual(
      new Set(['customer_price_key', 'price_list_product_key', 'category_price_key', 'category_price_group_key']),
    );
  });
});
