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

describe('the checks of category prices', () => {
  it.each<[string, Parameters<typeof linesOf>[0], readonly string[]]>([
    ['thresholds', [{}, { qty: 10, value: 7 }], []],
    [
      'a threshold that a higher priority keeps away',
      [{ priority: 5 }, { qty: 10, value: 7, priority: 4 }],
      ['unreachable_row 2 (1)'],
    ],
    ['of the same priority', [{ priority: 5 }, { qty: 10, value: 7, priority: 5 }], []],
    ['priorities are meant to stand over each other', [{ priority: 5, to: '2026-12-31' }, { priority: 4 }], []],
    [
      'windows of one priority',
      [{ to: '2026-12-31' }, { from: '2026-07-01', value: 7 }],
      ['overlapping_windows 2 (1)'],
    ],
    ['a website’s row beside one of all: equals', [{ websiteId: 1 }, {}], ['tie 2 (1)']],
    [
      'the cheaper one of all kinds of products',
      [{ value: 8 }, { value: 7, to: null, from: '2026-01-01' }],
      ['unreachable_row 1 (2)', 'overlapping_windows 2 (1)'],
    ],
    [
      'a discount beside a fixed price: who knows',
      [{ value: 8 }, { type: 5, value: 10, from: '2026-01-01' }],
      ['overlapping_windows 2 (1)'],
    ],
    [
      'a discount of a higher priority leaves products without the base',
      [{ value: 8 }, { type: 5, value: 10, priority: 9 }],
      [],
    ],
    [
      'a fixed price of a higher priority leaves none',
      [
        { type: 5, value: 10 },
        { value: 8, priority: 9 },
      ],
      ['unreachable_row 1 (2)'],
    ],
    ['a price of 0', [{ value: 0 }], ['unreachable_row 1']],
    ['all of the price off', [{ type: 5, value: 100 }], ['unreachable_row 1']],
  ])('%s', (_, rows, findings) => {
    expect(linesOf(rows)).toEqual(findings);
  });

  it('know of each category and website what would be lost on first', () => {
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
