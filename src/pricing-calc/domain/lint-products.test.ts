import { day } from '../../../libs/kernel/index.js';
import { type LintContext, type LintWebsite } from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { lintProduct } from './lint-products.js';

const websites: readonly LintWebsite[] = [1, 2].map((websiteId) => ({
  buyer: aBuyer({ customerId: null, websiteId }),
  today: day('2026-06-15'),
}));
const context: LintContext = { websites, wants: () => true };

const linesOf = (
  product: ProductParts,
  tiers: readonly (RowParts & { readonly group?: number })[] = [],
  onSecond: ProductParts = product,
): readonly string[] =>
  lintProduct(
    {
      id: 7,
      on: (websiteId) => aProduct(websiteId === 1 ? product : onSecond),
      tiers: tiers.map(({ group, ...parts }, index) => ({
        ...aRow({ id: index + 1, recordType: 'productTierPrice', ...parts }),
        customerGroupId: group ?? null,
      })),
    },
    context,
  ).map(({ rule, resource, id, related }) =>
    `${rule} ${resource === 'product' ? 'product' : 'tier'} ${id} ${related.join(',')}`.trim(),
  );

describe('lintProduct', () => {
  it.each<[string, ProductParts, readonly string[]]>([
    ['accepts a price above the cost', { price: 10, cost: 5 }, []],
    ['accepts a price at the cost', { price: 5, cost: 5 }, []],
    ['reports a price below the cost', { price: '4.99', cost: 5 }, ['below_cost product 7']],
    ['reports a special price below the cost', { price: 10, cost: 5, special: 4 }, ['below_cost product 7']],
    [
      'reports a future special price below the cost',
      { price: 10, cost: 5, special: 4, specialFrom: '2027-01-01' },
      ['below_cost product 7'],
    ],
    [
      'reports an expired special price and ignores its cost',
      { price: 10, cost: 5, special: 4, specialTo: '2026-06-14' },
      ['expired product 7'],
    ],
    ['accepts a special price on its last day', { price: 10, special: 4, specialTo: '2026-06-15' }, []],
    ['ignores a price of 0', { price: 0, cost: 5 }, []],
    ['accepts a product without a price', { cost: 5 }, []],
  ])('%s', (_, product, findings) => {
    expect(linesOf(product)).toEqual(findings);
  });

  it('reports a rule once and names the website', () => {
    expect(linesOf({ price: 10, cost: 5 }, [], { price: 4, cost: 5 })).toEqual(['below_cost product 7']);
    const [found] = lintProduct(
      {
        id: 7,
        on: (websiteId) =>
          aProduct({ price: websiteId === 2 ? 4 : 10, cost: 5, special: 3, specialFrom: '2027-01-01' }),
        tiers: [],
      },
      context,
    );
    expect(found?.message).toBe('The special price on website 1 is 3 GBP, below the cost of 5.');
  });

  it('reports a special price as expired only if it has expired on all websites', () => {
    const over = { price: 10, special: 4, specialTo: '2026-06-14' };
    expect(linesOf(over, [], { price: 10, special: 4 })).toEqual([]);
    expect(linesOf(over, [], { price: 10 })).toEqual(['expired product 7']);
  });

  const plain = { price: 10 };
  it.each<[string, ProductParts, readonly (RowParts & { readonly group?: number })[], readonly string[]]>([
    [
      'accepts falling tiers',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 10, value: 8 },
      ],
      [],
    ],
    [
      'reports a tier that costs more than a lower one',
      plain,
      [
        { qty: 5, value: 8 },
        { qty: 10, value: 9 },
      ],
      ['unreachable_row tier 2 1'],
    ],
    [
      'accepts a cheaper tier of a group',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'reports a dearer tier of a group',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: '9.5', group: 3 },
      ],
      ['unreachable_row tier 2 1'],
    ],
    [
      'accepts a tier of all groups that is cheaper for one group',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 1, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'does not compare tiers of different groups',
      plain,
      [
        { qty: 5, value: 9, group: 4 },
        { qty: 1, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'reports the same price twice',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: 9, websiteId: 1 },
      ],
      ['unreachable_row tier 2 1', 'tie tier 2 1'],
    ],
    ['reports a tier below the cost', { price: 10, cost: 5 }, [{ qty: 5, value: 4, group: 3 }], ['below_cost tier 1']],
  ])('%s', (_, product, tiers, findings) => {
    expect(linesOf(product, tiers)).toEqual(findings);
  });
});
