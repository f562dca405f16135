import { everything, type Refusal } from '../../../libs/kernel/index.js';
import { memoryServices } from '../../../test/support/memory/services.js';
import { COMMERCE_RESOURCES, websiteResource } from '../../commerce/index.js';
import { productCustomerMatrixResource } from '../product-customer-matrix.record.js';
import { productCustomerMatrixAttributeResource } from '../product-customer-matrix-attribute.record.js';
import { MATRIX_RESOURCES } from '../resources.record.js';
import { ConditionHooks } from './condition-hooks.js';
import { MatrixHooks } from './matrix-hooks.js';

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Refusal) => error.message,
  );

const world = async () => {
  const { store, serviceOf } = memoryServices([...COMMERCE_RESOURCES, ...MATRIX_RESOURCES]);
  await serviceOf(websiteResource).create({ id: 0, code: 'all', name: 'All', base_currency: 'EUR', timezone: 'UTC' });
  const matrices = serviceOf(productCustomerMatrixResource, new MatrixHooks(store));
  const conditions = serviceOf(productCustomerMatrixAttributeResource, new ConditionHooks(store));
  const made = await Promise.all(
    ['AND', 'OR'].map((relation) => matrices.create({ name: relation, price: 1, attributes_relation: relation })),
  );
  const [and = 0, or = 0] = made.map(({ id }) => id);
  const asks = (matrixId: number, code: string, value: string) =>
    conditions.create({ matrix_id: matrixId, attribute_code: code, attribute_value: value });
  return { matrices, conditions, and, or, asks, all: async () => (await conditions.search(everything(100))).total };
};

describe('conditions for SKUs', () => {
  it('are limited to one under AND, unlike conditions for other attributes', async () => {
    const { and, asks, all } = await world();
    expect(await refusal(asks(and, 'sku', 'A'))).toBe('done');
    expect(await refusal(asks(and, 'color', 'red'))).toBe('done');
    expect(await refusal(asks(and, 'color', 'blue'))).toBe('done');
    expect(await refusal(asks(and, 'sku', 'B'))).toMatch(/a SKU other than/);
    expect(await all()).toBe(3);
  });

  it('are not limited under OR, and several prevent a change to AND', async () => {
    const { or, asks, matrices } = await world();
    for (const sku of ['A', 'B']) expect(await refusal(asks(or, 'sku', sku))).toBe('done');
    expect(await refusal(matrices.update(or, { attributes_relation: 'AND' }))).toMatch(/several SKUs/);
    expect((await matrices.get(or)).attributesRelation).toBe('OR');
    expect(await refusal(matrices.update(or, { priority: 3 }))).toBe('done');
  });

  it('can change their SKU, but another condition cannot become a second one', async () => {
    const { and, asks, conditions } = await world();
    const { id } = await asks(and, 'sku', 'A');
    expect(await refusal(conditions.update(id, { attribute_value: 'B' }))).toBe('done');
    const color = await asks(and, 'color', 'red');
    expect(await refusal(conditions.update(color.id, { attribute_code: 'sku' }))).toMatch(/a SKU other than/);
  });
});
