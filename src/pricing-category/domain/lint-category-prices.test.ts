import { day } from '../../../libs/kernel/index.js';
import { type LintContext, lintPool, type LintWebsite } from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { categoryPool, CostliestByCategory } from './lint-category-prices.js';

const website = (websiteId: number): LintWebsite => ({
  buyer: aBuyer({ customerId: null, websiteId }),
  today: day('2026-06-15'),
});
const context: LintContext = { websites: [website(1), website(2)], wants: (rule) => rule !== 'below_cost' };

const linesOf = (rows: readonly (RowParts & { readonly priority?: number })[]): readonly string[] => {
  const pool = categoryPool(
    rows.map(({ priority = 0, ...parts }, index) => ({
      ...aRow({ id: index + 1, value: 8, recordType: 'categoryPrice', ...parts }),
      priority,
      isCustomers: true,
    })),
  );
  return lintPool(pool, context).map(
    ({ rule, id, related }) => `${rule} ${id}${related.length === 0 ? '' : ` (${related.join(',')})`}`,
  );
};

describe('category price checks', () => {
  it.each<[string, Parameters<typeof linesOf>[0], readonly string[]]>([
    ['accept different thresholds', [{}, { qty: 10, value: 7 }], []],
    [
      'report a threshold that a higher priority hides',
      [{ priority: 5 }, { qty: 10, value: 7, priority: 4 }],
      ['unreachable_row 2 (1)'],
    ],
    ['accept a threshold of the same priority', [{ priority: 5 }, { qty: 10, value: 7, priority: 5 }], []],
    ['accept rows of different priorities', [{ priority: 5, to: '2026-12-31' }, { priority: 4 }], []],
    [
      'report overlapping periods of one priority',
      [{ to: '2026-12-31' }, { from: '2026-07-01', value: 7 }],
      ['overlapping_windows 2 (1)'],
    ],
    ['report a tie of a row for one website and a row for all', [{ websiteId: 1 }, {}], ['tie 2 (1)']],
    [
      'report a row that is dearer for all products',
      [{ value: 8 }, { value: 7, to: null, from: '2026-01-01' }],
      ['unreachable_row 1 (2)', 'overlapping_windows 2 (1)'],
    ],
    [
      'report only the overlap of a discount with a fixed price',
      [{ value: 8 }, { type: 5, value: 10, from: '2026-01-01' }],
      ['overlapping_windows 2 (1)'],
    ],
    [
      'accept a discount of a higher priority, which not every product can use',
      [{ value: 8 }, { type: 5, value: 10, priority: 9 }],
      [],
    ],
    [
      'report a row below a fixed price of a higher priority',
      [
        { type: 5, value: 10 },
        { value: 8, priority: 9 },
      ],
      ['unreachable_row 1 (2)'],
    ],
    ['report a price of 0', [{ value: 0 }], ['unreachable_row 1']],
    ['report a discount of 100 %', [{ type: 5, value: 100 }], ['unreachable_row 1']],
  ])('%s', (_, rows, findings) => {
    expect(linesOf(rows)).toEqual(findings);
  });

  it('know the costliest products of each category and website', () => {
    const products = new CostliestByCategory();
    const take = (id: number, categoryIds: readonly number[], parts: ProductParts, websiteId = 1) =>
      products.take({ ...aProduct({ id, ...parts }), categoryIds }, websiteId);
    take(1, [31, 32], { price: 10, cost: 9 });
    take(2, [31], { price: 100, cost: 20 });
    take(3, [32], { price: 10, cost: 1 });
    take(4, [31], { price: 10 });
    take(5, [], { price: 1, cost: 900 });
    take(6, [31], { price: 1, cost: 900 }, 2);
    const ids = (category: number, websiteId: number) =>
      products
        .productsIn(category, website(websiteId))
        .map(({ id }) => id)
        .sort();
    // The second product has the highest cost; the first has the highest cost relative to its price.
    expect([ids(31, 1), ids(32, 1), ids(31, 2), ids(33, 1)]).toEqual([[1, 2], [1], [6], []]);
  });
});
