import { aBuyer, aLine, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { basesOf, type Buyer, type Evaluation } from '../../../libs/pricing/index.js';
import { evaluateProductPrices } from './evaluate-product-prices.js';

const evaluate = (
  parts: ProductParts,
  tiers: readonly RowParts[] = [],
  { qty = 10, on = '2026-06-15', buyer = aBuyer() }: { qty?: number; on?: string; buyer?: Buyer } = {},
): Readonly<Record<string, Evaluation>> => {
  const line = aLine(qty, aProduct(parts), on);
  const evaluations = evaluateProductPrices(
    tiers.map((tier) => aRow({ ...tier, recordType: 'productTierPrice' })),
    line,
    buyer,
    basesOf(line.product, buyer, line.day),
  );
  return Object.fromEntries(evaluations.map((evaluation) => [evaluation.code, evaluation]));
};

const price = (evaluation?: Evaluation): string | undefined => evaluation?.taken?.price.toFixed();
const reasons = (evaluation?: Evaluation) => evaluation?.verdicts.map(({ reason }) => reason);

describe('orig_price', () => {
  it.each<[string, ProductParts, Buyer, string | undefined, unknown[]]>([
    ["is the product's price", { price: '4.95' }, aBuyer(), '4.95', [null]],
    ['does not exist if the product has no price', { price: null }, aBuyer(), undefined, []],
    ['does not exist in another currency', { price: 5 }, aBuyer({ currency: 'EUR' }), undefined, ['other_currency']],
    ['does not exist if it rounds to 0', { price: '0.00004' }, aBuyer(), undefined, ['zero_skipped']],
    ['is 0 if skip_zero_price is off', { price: 0 }, aBuyer({}, { skipZeroPrice: 0 }), '0', [null]],
  ])('%s', (_, parts, buyer, expected, why) => {
    const { orig_price: evaluation } = evaluate(parts, [], { buyer });
    expect(price(evaluation)).toBe(expected);
    expect(reasons(evaluation)).toEqual(why);
  });
});

describe('special_price', () => {
  const special = { price: 10, special: 8, specialFrom: '2026-06-10', specialTo: '2026-06-20' };

  it.each([
    ['2026-06-09', undefined, ['out_of_date']],
    ['2026-06-10', '8', [null]],
    ['2026-06-20', '8', [null]],
    ['2026-06-21', undefined, ['out_of_date']],
  ])('on %s is %s', (on, expected, why) => {
    const { special_price: evaluation } = evaluate(special, [], { on });
    expect(price(evaluation)).toBe(expected);
    expect(reasons(evaluation)).toEqual(why);
  });

  it('does not exist if unset, 0 or in another currency', () => {
    expect(reasons(evaluate({ price: 10 })['special_price'])).toEqual([]);
    expect(reasons(evaluate({ special: 0 })['special_price'])).toEqual(['zero_skipped']);
    expect(reasons(evaluate(special, [], { buyer: aBuyer({ currency: 'EUR' }) })['special_price'])).toEqual([
      'other_currency',
    ]);
  });
});

describe('tier_price', () => {
  it.each<[string, RowParts[], number | undefined]>([
    [
      'is the cheapest tier, whatever its threshold',
      [
        { id: 1, qty: 1, value: 5 },
        { id: 2, qty: 10, value: 6 },
      ],
      1,
    ],
    [
      'is the tier with the lowest ID among equal prices',
      [
        { id: 2, value: 5 },
        { id: 1, value: 5 },
      ],
      1,
    ],
    [
      'uses only tiers that the quantity reaches',
      [
        { id: 1, qty: 11, value: 5 },
        { id: 2, qty: 10, value: 6 },
      ],
      2,
    ],
    [
      'treats the website and website 0 as equals',
      [
        { id: 1, websiteId: 1, value: 6 },
        { id: 2, websiteId: 0, value: 5 },
      ],
      2,
    ],
    ['ignores another website', [{ id: 1, websiteId: 2, value: 5 }], undefined],
    [
      'ignores a tier of 0',
      [
        { id: 1, value: 0 },
        { id: 2, value: 6 },
      ],
      2,
    ],
    ['does not exist without tiers', [], undefined],
  ])('%s', (_, tiers, taken) => {
    expect(evaluate({}, tiers)['tier_price']?.taken?.row?.id).toBe(taken);
  });

  it('does not exist in another currency than the base currency', () => {
    const { tier_price: evaluation } = evaluate({}, [{ id: 1 }], { buyer: aBuyer({ currency: 'EUR' }) });
    expect(reasons(evaluation)).toEqual(['other_currency']);
  });
});
