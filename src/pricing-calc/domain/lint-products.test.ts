import { day } from '../../../libs/kernel/index.js';
import { type LintContext, type LintPlace } from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { lintProduct } from './lint-products.js';

const places: readonly LintPlace[] = [1, 2].map((websiteId) => ({
  buyer: aBuyer({ customerId: null, websiteId }),
  today: day('2026-06-15'),
}));
const context: LintContext = { places, wants: () => true };

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

describe('the checks of a product', () => {
  it.each<[string, ProductParts, readonly string[]]>([
    ['above its cost', { price: 10, cost: 5 }, []],
    ['at its cost', { price: 5, cost: 5 }, []],
    ['below its cost', { price: '4.99', cost: 5 }, ['below_cost product 7']],
    ['a special price', { price: 10, cost: 5, special: 4 }, ['below_cost product 7']],
    ['one that will come', { price: 10, cost: 5, special: 4, specialFrom: '2027-01-01' }, ['below_cost product 7']],
    [
      'one that is over costs nothing',
      { price: 10, cost: 5, special: 4, specialTo: '2026-06-14' },
      ['expired product 7'],
    ],
    ['its last day', { price: 10, special: 4, specialTo: '2026-06-15' }, []],
    ['a price of 0 is none', { price: 0, cost: 5 }, []],
    ['no price', { cost: 5 }, []],
  ])('%s', (_, product, findings) => {
    expect(linesOf(product)).toEqual(findings);
  });

  it('is told once, with the website', () => {
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

  it('a special price that still comes on one website isn’t over', () => {
    const over = { price: 10, special: 4, specialTo: '2026-06-14' };
    expect(linesOf(over, [], { price: 10, special: 4 })).toEqual([]);
    expect(linesOf(over, [], { price: 10 })).toEqual(['expired product 7']);
  });

  const plain = { price: 10 };
  it.each<[string, ProductParts, readonly (RowParts & { readonly group?: number })[], readonly string[]]>([
    [
      'falling tiers',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 10, value: 8 },
      ],
      [],
    ],
    [
      'one that rises',
      plain,
      [
        { qty: 5, value: 8 },
        { qty: 10, value: 9 },
      ],
      ['unreachable_row tier 2 1'],
    ],
    [
      'a group’s own is meant',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'unless it is dearer',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: '9.5', group: 3 },
      ],
      ['unreachable_row tier 2 1'],
    ],
    [
      'one of all groups counts for the others',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 1, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'groups don’t see each other’s',
      plain,
      [
        { qty: 5, value: 9, group: 4 },
        { qty: 1, value: 8, group: 3 },
      ],
      [],
    ],
    [
      'the same price twice',
      plain,
      [
        { qty: 5, value: 9 },
        { qty: 5, value: 9, websiteId: 1 },
      ],
      ['unreachable_row tier 2 1', 'tie tier 2 1'],
    ],
    ['below the cost', { price: 10, cost: 5 }, [{ qty: 5, value: 4, group: 3 }], ['below_cost tier 1']],
  ])('tiers: %s', (_, product, tiers, findings) => {
    expect(linesOf(product, tiers)).toEqual(findings);
  });
});
