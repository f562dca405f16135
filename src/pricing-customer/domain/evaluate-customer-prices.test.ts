import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import { basesOf, type Buyer, type Evaluation } from '../../../libs/pricing/index.js';
import { evaluateCustomerPrices } from './evaluate-customer-prices.js';

const evaluate = (rows: readonly RowParts[], qty: string | number = 10, buyer: Buyer = aBuyer()): Evaluation => {
  const line = aLine(qty, aProduct({ price: 80 }));
  const [evaluation] = evaluateCustomerPrices(rows.map(aRow), line, buyer, basesOf(line.product, buyer, line.day));
  if (!evaluation) throw new Error('no evaluation');
  return evaluation;
};

const steps: readonly RowParts[] = [
  { id: 1, qty: 1, value: 100 },
  { id: 2, qty: 10, value: 95 },
  { id: 3, qty: 50, value: 90 },
  { id: 4, qty: 100, value: 80 },
];

describe('customer_price', () => {
  it.each([
    ['0.9999', '100'],
    [1, '100'],
    [9, '100'],
    ['9.9999', '100'],
    [10, '95'],
    [99, '90'],
    [100, '80'],
  ])('with thresholds 1/10/50/100 = 100/95/90/80: %s pieces cost %s each', (qty, price) => {
    expect(evaluate(steps, qty).taken?.price.toFixed()).toBe(price);
  });

  it.each<[string, RowParts[], number | undefined]>([
    ['has no candidate without rows', [], undefined],
    [
      'prefers the highest threshold reached, even if dearer',
      [
        { id: 1, qty: 1, value: 5 },
        { id: 2, qty: 5, value: 9 },
      ],
      2,
    ],
    [
      'compares thresholds before websites',
      [
        { id: 1, qty: 5 },
        { id: 2, qty: 1, websiteId: 1 },
      ],
      1,
    ],
    ['prefers the specific website to website 0', [{ id: 2 }, { id: 1, websiteId: 1 }], 1],
    [
      'compares websites before start dates',
      [
        { id: 2, from: '2026-06-01' },
        { id: 1, websiteId: 1 },
      ],
      1,
    ],
    [
      'prefers the latest start date',
      [
        { id: 2, from: '2026-05-01' },
        { id: 1, from: '2026-06-01' },
      ],
      1,
    ],
    ['prefers a start date to none', [{ id: 2 }, { id: 1, from: '2026-06-01' }], 1],
    ['then prefers the highest ID', [{ id: 1 }, { id: 2 }], 2],
    ['ignores another website', [{ id: 1 }, { id: 2, websiteId: 2, qty: 5 }], 1],
    ['ignores another currency', [{ id: 1 }, { id: 2, currency: 'EUR', qty: 5 }], 1],
    ['ignores a row of another period', [{ id: 1 }, { id: 2, to: '2026-06-14', qty: 5 }], 1],
    ['skips a price of 0 and uses the next threshold', [{ id: 1 }, { id: 2, value: 0, qty: 5 }], 1],
    ['skips a row whose base is missing', [{ id: 1 }, { id: 2, type: 3, on: 'cost', qty: 5 }], 1],
  ])('%s', (_, rows, taken) => {
    expect(evaluate(rows).taken?.row?.id).toBe(taken);
    expect(evaluate([...rows].reverse()).taken?.row?.id).toBe(taken);
  });

  it('gives each row the reason why it was not selected', () => {
    const { verdicts } = evaluate([...steps, { id: 5, qty: 50, websiteId: 1, value: 91 }], 60);
    expect(verdicts.map(({ reason }) => reason)).toEqual([
      'lower_qty',
      'lower_qty',
      'tie_in_source',
      'below_qty',
      null,
    ]);
  });
});
