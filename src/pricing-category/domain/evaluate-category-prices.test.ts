import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import { basesOf, type Buyer, type CategorypriceSelect, type Evaluation } from '../../../libs/pricing/index.js';
import { categoriesOf, type CategoryRow, evaluateCategoryPrices, rowsByProduct } from './evaluate-category-prices.js';

interface CategoryParts extends RowParts {
  readonly priority?: number;
}

const row = (isCustomers: boolean, { priority = 0, ...parts }: CategoryParts): CategoryRow => ({
  ...aRow({ recordType: isCustomers ? 'categoryPrice' : 'categoryPriceCustomerGroup', parentId: 3, ...parts }),
  isCustomers,
  priority,
});
const ours = (parts: CategoryParts): CategoryRow => row(true, parts);
const groups = (parts: CategoryParts): CategoryRow => row(false, parts);

const evaluate = (rows: readonly CategoryRow[], qty: string | number = 10, buyer: Buyer = aBuyer()): Evaluation => {
  const line = aLine(qty, aProduct({ price: 80 }));
  const [evaluation] = evaluateCategoryPrices(rows, line, buyer, basesOf(line.product, buyer, line.day));
  if (!evaluation) throw new Error('no evaluation');
  return evaluation;
};

const selecting = (categorypriceSelect: CategorypriceSelect): Buyer => aBuyer({}, { categorypriceSelect });

describe('categoryprice', () => {
  it.each<[string, CategoryRow[], number | undefined]>([
    ['has no candidate without rows', [], undefined],
    ['prefers the highest priority', [ours({ id: 1, priority: 1 }), ours({ id: 2, priority: 2 })], 2],
    [
      'compares priorities before quantities',
      [ours({ id: 1, priority: 5, qty: 1 }), ours({ id: 2, priority: 4, qty: 10 })],
      1,
    ],
    [
      'compares priorities before customer and group',
      [ours({ id: 1, priority: 4 }), groups({ id: 2, priority: 5 })],
      2,
    ],
    ['prefers the customer to the group', [groups({ id: 1, value: 1, qty: 9 }), ours({ id: 2, value: 9 })], 2],
    [
      'prefers the highest threshold reached, even if dearer',
      [ours({ id: 1, value: 5 }), ours({ id: 2, qty: 5, value: 9 })],
      2,
    ],
    ['ignores a threshold beyond the quantity', [ours({ id: 1 }), ours({ id: 2, qty: 11, value: 1 })], 1],
    ['then prefers the lowest price', [ours({ id: 1, value: 9 }), ours({ id: 2, value: '8.999999' })], 2],
    ['then prefers the lowest ID', [ours({ id: 2 }), ours({ id: 1 })], 1],
    [
      'treats the website and website 0 as equals',
      [ours({ id: 1, value: 9, websiteId: 1 }), ours({ id: 2, value: 8 })],
      2,
    ],
    [
      'treats website 0 and the website as equals',
      [ours({ id: 1, value: 9 }), ours({ id: 2, value: 8, websiteId: 1 })],
      2,
    ],
    ['ignores another website', [ours({ id: 1 }), ours({ id: 2, websiteId: 2, priority: 9 })], 1],
    ['ignores another currency', [ours({ id: 1 }), ours({ id: 2, currency: 'EUR', priority: 9 })], 1],
    ['ignores a row of another period', [ours({ id: 1 }), ours({ id: 2, from: '2026-06-16', priority: 9 })], 1],
    ['skips a price of 0 and uses a lower priority', [ours({ id: 1 }), ours({ id: 2, value: 0, priority: 9 })], 1],
    ['skips a row whose base is missing', [ours({ id: 1 }), ours({ id: 2, type: 2, on: 'cost', priority: 9 })], 1],
  ])('%s', (_, rows, taken) => {
    expect(evaluate(rows).taken?.row?.id).toBe(taken);
    expect(evaluate([...rows].reverse()).taken?.row?.id).toBe(taken);
  });

  it.each<[CategorypriceSelect, number[]]>([
    // The row selected at first, and after each removal of the row selected before.
    ['priority', [4, 1, 3, 2]],
    ['customer', [1, 2, 4, 3]],
    ['group', [4, 3, 1, 2]],
  ])('selects with categoryprice_select = %s in this order: %j', (select, order) => {
    let rows = [
      ours({ id: 1, priority: 8, qty: 1 }),
      ours({ id: 2, priority: 2, qty: 5 }),
      groups({ id: 3, priority: 8, qty: 9, value: 1 }),
      groups({ id: 4, priority: 9, qty: 1 }),
    ];
    for (const id of order) {
      expect(evaluate(rows, 10, selecting(select)).taken?.row?.id).toBe(id);
      rows = rows.filter((one) => one.id !== id);
    }
  });

  it('uses the other kind if the preferred one has no usable row', () => {
    const rows = [ours({ id: 1 }), groups({ id: 2, qty: 11 })];
    expect(evaluate(rows, 10, selecting('group')).taken?.row?.id).toBe(1);
    expect(evaluate(rows, 11, selecting('group')).taken?.row?.id).toBe(2);
  });

  it('gives each row the reason why it was not selected', () => {
    const rows = [
      ours({ id: 1, priority: 5, qty: 5, value: 7 }),
      ours({ id: 2, priority: 5, qty: 5, value: 7 }),
      ours({ id: 3, priority: 5, qty: 5, value: 8 }),
      ours({ id: 4, priority: 5, qty: 1, value: 1 }),
      groups({ id: 5, priority: 5, qty: 9, value: 1 }),
      groups({ id: 6, priority: 4, qty: 9, value: 1 }),
      ours({ id: 7, priority: 9, qty: 11 }),
      ours({ id: 8, priority: 9, websiteId: 2, currency: 'EUR' }),
      ours({ id: 9, priority: 9, currency: 'EUR', to: '2026-01-01' }),
      ours({ id: 10, priority: 9, to: '2026-01-01', qty: 11 }),
      ours({ id: 11, priority: 9, type: 2, on: 'msrp' }),
      ours({ id: 12, priority: 9, value: '0.00004' }),
    ];
    expect(evaluate(rows).verdicts.map(({ reason }) => reason)).toEqual([
      null,
      'tie_in_source',
      'dearer_in_source',
      'lower_qty',
      'tie_in_source',
      'lower_priority',
      'below_qty',
      'other_website',
      'other_currency',
      'out_of_date',
      'no_base',
      'zero_skipped',
    ]);
    const [first, , , , group] = evaluate(rows, 10, selecting('group')).verdicts;
    expect([first?.reason, group?.reason]).toEqual(['lower_priority', null]);
  });
});

describe('the rows of a product', () => {
  const inCategories = (id: number, ...categoryIds: number[]) => ({ ...aProduct({ id }), categoryIds });
  const products = [inCategories(1, 3, 4), inCategories(2, 4), inCategories(3, 5), inCategories(4)];

  it('come from all its categories, each of which is loaded once', () => {
    const [three, four] = [ours({ id: 30 }), ours({ id: 40 })];
    expect(categoriesOf(products)).toEqual([3, 4, 5]);
    expect([
      ...rowsByProduct(
        products,
        new Map([
          [3, [three]],
          [4, [four]],
        ]),
      ),
    ]).toEqual([
      [1, [three, four]],
      [2, [four]],
    ]);
  });
});
