import fc from 'fast-check';
import { day } from '../../kernel/index.js';
import { aBuyer, aProduct, aRow } from '../../../test/support/pricing.js';
import { applied, type ApplicationType, basesOf, PRICE_ATTRIBUTES } from '../index.js';
import { CostliestProducts, measureOf } from './many-products.js';

describe('the costliest products', () => {
  it('show a loss whenever any product does', () => {
    const amount = fc.option(fc.integer({ min: 1, max: 30 }));
    const product = fc.record({ price: amount, cost: amount, msrp: amount, special: amount });
    fc.assert(
      fc.property(
        fc.array(product, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...([1, 2, 3, 4, 5] as readonly ApplicationType[])),
        fc.constantFrom(...PRICE_ATTRIBUTES),
        fc.integer({ min: 0, max: 100 }),
        (parts, type, on, value) => {
          const products = parts.map((one, index) => aProduct({ id: index, ...one }));
          const costliest = new CostliestProducts();
          for (const one of products) costliest.take(one);
          const row = aRow({ type, on, value });
          const loses = (some: typeof products) =>
            some.some((one) => {
              const bases = basesOf(one, aBuyer(), day('2026-01-01'));
              const price = applied(row, bases);
              return price !== undefined && bases.cost !== undefined && price.lt(bases.cost);
            });
          expect(loses([...costliest.all])).toBe(loses(products));
          const ofItsKind = new CostliestProducts(measureOf(row));
          for (const one of products) ofItsKind.take(one);
          expect(ofItsKind.all.length).toBeLessThanOrEqual(1);
          expect(loses([...ofItsKind.all])).toBe(loses(products));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are at most nine, and none without a cost', () => {
    const costliest = new CostliestProducts();
    for (let id = 1; id <= 1000; id += 1)
      costliest.take(aProduct({ id, price: 10 + (id % 7), cost: 1 + (id % 11), msrp: 20, special: 9 }));
    expect(costliest.all.length).toBeLessThanOrEqual(9);
    const none = new CostliestProducts();
    none.take(aProduct({ price: 10 }));
    none.take(aProduct({ price: 10, cost: 0 }));
    expect(none.all).toEqual([]);
  });
});
