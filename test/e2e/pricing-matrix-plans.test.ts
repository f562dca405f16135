import type { PricedProduct } from '../../libs/pricing/index.js';
import { SqlMatrixRows } from '../../src/pricing-matrix/adapters/sql/sql-matrix-rows.js';
import { MatrixSource } from '../../src/pricing-matrix/application/matrix-source.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { aBuyer, aProduct } from '../support/pricing.js';
import { analyze, fill, planOf, type Statement, watched } from '../support/query-plans.js';

const NOW = '2026-01-01T00:00:00.000Z';
const MATRICES = 10_000;
/** The customer of every matrix. The other customers have 50 each. */
const EVERYWHERE = 1;
const CUSTOMERS = 2_000;
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Ten SKU conditions per matrix under OR, on 5,000 products. Matrix 1 requires product 1 in category 3. */
const conditionsOf = (matrix: number): readonly (readonly [string, string])[] =>
  matrix === 1
    ? [['sku', 'S1'], ['category_ids', '3']] // prettier-ignore
    : upTo(10).map((at) => ['sku', `S${((matrix * 10 + at) % 5_000) + 1}`] as const);

/** 10,000 matrices, 100,000 conditions, 110,000 assignments. */
const fillMatrices = async ({ persistence }: OpenTestDatabase): Promise<void> => {
  const header = ['id', 'name', 'is_active', 'priority', 'attributes_relation', 'website_id', 'price', 'qty', 'price_application_type', 'created_at', 'updated_at']; // prettier-ignore
  await fill(persistence, 'customer', ['id', 'group_id', 'website_id', 'is_active'], upTo(CUSTOMERS).map((id) => [id, 1, 1, 1])); // prettier-ignore
  await fill(persistence, 'matrix', header, upTo(MATRICES).map((id) => [id, `Matrix ${id}`, 1, 0, id === 1 ? 'AND' : 'OR', 0, 5, 1, 1, NOW, NOW])); // prettier-ignore
  await fill(persistence, 'matrix_condition', ['matrix_id', 'attribute_code', 'attribute_value', 'created_at', 'updated_at'], upTo(MATRICES).flatMap((id) => conditionsOf(id).map(([code, value]) => [id, code, value, NOW, NOW]))); // prettier-ignore
  const assigned = upTo(CUSTOMERS).flatMap((customer) =>
    customer === EVERYWHERE
      ? upTo(MATRICES).map((matrix) => [matrix, customer, NOW, NOW])
      : upTo(50).map((at) => [((customer * 50 + at) % MATRICES) + 1, customer, NOW, NOW]),
  );
  await fill(persistence, 'matrix_customer', ['matrix_id', 'customer_id', 'created_at', 'updated_at'], assigned);
  await analyze(persistence, ['matrix', 'matrix_condition', 'matrix_customer']);
};

describeOnDatabases('database queries for product-customer matrices', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    await fillMatrices(opened);
  });
  afterAll(() => opened.close());

  const products: readonly PricedProduct[] = upTo(500).map((id) => ({
    ...aProduct({ id, sku: `S${id}` }),
    categoryIds: [id % 40],
    attributes: { color: ['red', `color ${id}`] },
  }));

  const load = async (customerId: number) => {
    const { database, statements } = watched(opened.persistence.database);
    const rows = await new MatrixSource(new SqlMatrixRows(database)).load(aBuyer({ customerId }), products, 'usable');
    return { rows, statements };
  };
  const stepsOf = (statement: Statement | undefined) => planOf(opened.persistence.database, statement as Statement);

  it('are two statements by customer for a customer with few matrices', async () => {
    const { rows, statements } = await load(100);
    // Customer 100 has the matrices 5,002 to 5,051, whose conditions match the products 22 to 521.
    expect([rows.size, rows.get(30)?.[0]?.id, rows.has(21)]).toEqual([479, 5_002, false]);
    expect(statements).toHaveLength(2);
    const [conditions, matrices] = [await stepsOf(statements[0]), await stepsOf(statements[1])];
    expect([...conditions, ...matrices].filter(({ walks }) => walks)).toEqual([]);
    expect(conditions.map(({ table, index }) => `${table} ${index}`).sort()).toEqual([
      'a matrix_customer_pair',
      'c matrix_condition_key',
    ]);
    expect(matrices.filter(({ table }) => table !== 'c').map(({ table, index }) => `${table} ${index}`).sort()).toEqual([
      'a matrix_customer_pair',
      'm PRIMARY',
    ]); // prettier-ignore
  });

  it('use the condition values for a customer with very many matrices', async () => {
    const { rows, statements } = await load(EVERYWHERE);
    expect([rows.size, rows.get(30)?.length]).toEqual([500, 20]);
    const [, byValue, ...matrices] = statements;
    const steps = await stepsOf(byValue);
    expect(steps.filter(({ table }) => table === 'c').map(({ index }) => index)).toEqual(
      Array.from({ length: 3 }, () => 'matrix_condition_value'),
    );
    expect(new Set(steps.filter(({ table }) => table === 'a').map(({ index }) => index))).toEqual(
      new Set(['matrix_customer_pair']),
    );
    for (const statement of [byValue, ...matrices])
      expect((await stepsOf(statement)).filter(({ walks }) => walks)).toEqual([]);
  });

  it('return an AND matrix only if all its conditions match', async () => {
    const { rows } = await load(EVERYWHERE);
    const { rows: fewer } = await (async () => {
      const source = new MatrixSource(new SqlMatrixRows(opened.persistence.database));
      const inThree = products.slice(0, 1).map((product) => ({ ...product, categoryIds: [3] }));
      return { rows: await source.load(aBuyer({ customerId: EVERYWHERE }), inThree, 'usable') };
    })();
    expect(rows.get(1)?.some(({ id }) => id === 1)).toBe(false);
    expect(fewer.get(1)?.some(({ id }) => id === 1)).toBe(true);
  });

  it('list at most 900 values per statement', async () => {
    const { database, statements } = watched(opened.persistence.database);
    const rows = new SqlMatrixRows(database);
    const many = upTo(5_000).map((id) => ({
      ...aProduct({ id, sku: `S${id}` }),
      attributes: { [`code ${id % 1_000}`]: 'x' },
    }));
    expect(await rows.conditionsFor(EVERYWHERE, many)).toHaveLength((MATRICES - 1) * 10 + 1);
    expect(statements.length).toBeGreaterThan(5);
    for (const { sql } of statements)
      for (const [list] of sql.matchAll(/IN \([^)]*\)/g)) expect(list.split('?').length - 1).toBeLessThanOrEqual(900);
  });
});
