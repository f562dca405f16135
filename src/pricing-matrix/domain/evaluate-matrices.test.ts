import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import { day } from '../../../libs/kernel/index.js';
import { basesOf, type Buyer, type Evaluation } from '../../../libs/pricing/index.js';
import { evaluateMatrices, type MatrixRow, matrixRow, mayCount, type ReachedMatrix } from './evaluate-matrices.js';

interface MatrixParts extends RowParts {
  readonly priority?: number;
  readonly active?: boolean;
  readonly customerFrom?: string;
  readonly customerTo?: string;
  readonly met?: boolean;
}

const reached = (parts: MatrixParts): ReachedMatrix => ({
  ...aRow({ recordType: 'productCustomerMatrix', name: `Matrix ${parts.id}`, ...parts }),
  isActive: parts.active ?? true,
  priority: parts.priority ?? 0,
  needed: 1,
  customerFrom: parts.customerFrom === undefined ? null : day(parts.customerFrom),
  customerTo: parts.customerTo === undefined ? null : day(parts.customerTo),
});

const matrix = (parts: MatrixParts): MatrixRow => matrixRow(reached(parts), parts.met ?? true);

const evaluate = (rows: readonly MatrixRow[], qty: string | number = 10, buyer: Buyer = aBuyer()): Evaluation => {
  const line = aLine(qty, aProduct({ price: 80 }));
  const [evaluation] = evaluateMatrices(rows, line, buyer, basesOf(line.product, buyer, line.day));
  if (!evaluation) throw new Error('no evaluation');
  return evaluation;
};

const price = ({ taken }: Evaluation): string | undefined => taken?.price.toFixed();
const merging = aBuyer({}, { mergeMatrixQtys: 1 });

describe('product_customer_matrix', () => {
  it.each<[string, MatrixRow[], number | undefined]>([
    ['has no candidate without matrices', [], undefined],
    ['prefers the highest priority', [matrix({ id: 1, priority: 1 }), matrix({ id: 2, priority: 2 })], 2],
    [
      'compares priorities before quantities',
      [matrix({ id: 1, priority: 5 }), matrix({ id: 2, priority: 4, qty: 10 })],
      1,
    ],
    [
      'prefers the highest threshold reached, even if dearer',
      [matrix({ id: 1 }), matrix({ id: 2, qty: 5, value: 900 })],
      2,
    ],
    ['ignores a threshold beyond the quantity', [matrix({ id: 1 }), matrix({ id: 2, qty: 11 })], 1],
    ['then prefers the lowest price', [matrix({ id: 1, value: 9 }), matrix({ id: 2, value: 8 })], 2],
    ['then prefers the lowest ID', [matrix({ id: 2 }), matrix({ id: 1 })], 1],
    [
      'treats the website and website 0 as equals',
      [matrix({ id: 1, value: 9, websiteId: 1 }), matrix({ id: 2, value: 8 })],
      2,
    ],
    [
      'ignores a matrix whose conditions are not met',
      [matrix({ id: 1 }), matrix({ id: 2, priority: 9, met: false })],
      1,
    ],
    ['ignores an inactive matrix', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, active: false })], 1],
    ['ignores a matrix of another period', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, to: '2026-06-14' })], 1],
    [
      'ignores an assignment of another period',
      [matrix({ id: 1 }), matrix({ id: 2, priority: 9, customerFrom: '2026-06-16' })],
      1,
    ],
    ['includes the last day', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, customerTo: '2026-06-15' })], 2],
    ['includes the first day', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, from: '2026-06-15' })], 2],
    ['ignores another website', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, websiteId: 2 })], 1],
    ['ignores another currency', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, currency: 'EUR' })], 1],
    ['skips a price of 0 and uses a lower priority', [matrix({ id: 1 }), matrix({ id: 2, priority: 9, value: 0 })], 1],
    [
      'skips a matrix whose base is missing',
      [matrix({ id: 1 }), matrix({ id: 2, priority: 9, type: 4, on: 'msrp' })],
      1,
    ],
  ])('%s', (_, rows, taken) => {
    expect(evaluate(rows).taken?.row?.id).toBe(taken);
    expect(evaluate([...rows].reverse()).taken?.row?.id).toBe(taken);
  });

  it.each([
    [1, '98', '98'],
    [10, '98', '95'],
    [49, '98', '95'],
    [50, '90', '90'],
  ])('with matrices of priority 10 and 20: %i pieces cost %s, merged %s', (qty, separate, merged) => {
    const rows = [
      matrix({ id: 1, priority: 10, qty: 1, value: 100 }),
      matrix({ id: 2, priority: 10, qty: 10, value: 95 }),
      matrix({ id: 3, priority: 20, qty: 1, value: 98 }),
      matrix({ id: 4, priority: 20, qty: 50, value: 90 }),
    ];
    expect(price(evaluate(rows, qty))).toBe(separate);
    expect(price(evaluate([...rows].reverse(), qty, merging))).toBe(merged);
  });

  it('applies a discount to the price of the product', () => {
    expect(price(evaluate([matrix({ type: 5, value: 25 })]))).toBe('60');
  });

  it('gives each matrix the reason why it was not selected', () => {
    const rows = [
      matrix({ id: 1, priority: 5, qty: 5, value: 7 }),
      matrix({ id: 2, priority: 5, qty: 5, value: 7 }),
      matrix({ id: 3, priority: 5, qty: 5, value: 8 }),
      matrix({ id: 4, priority: 5, qty: 1, value: 1 }),
      matrix({ id: 5, priority: 4, qty: 9, value: 1 }),
      matrix({ id: 6, priority: 9, met: false }),
      matrix({ id: 7, priority: 9, value: 0, met: false }),
      matrix({ id: 8, priority: 9, qty: 11, type: 2, on: 'cost' }),
      matrix({ id: 9, priority: 9, customerTo: '2026-01-01', qty: 11 }),
      matrix({ id: 10, priority: 9, currency: 'EUR', to: '2026-01-01' }),
      matrix({ id: 11, priority: 9, websiteId: 2, currency: 'EUR' }),
      matrix({ id: 12, priority: 9, active: false, websiteId: 2 }),
    ];
    expect(evaluate(rows).verdicts.map(({ reason }) => reason)).toEqual([
      null,
      'tie_in_source',
      'dearer_in_source',
      'lower_qty',
      'lower_priority',
      'conditions_unmet',
      'zero_skipped',
      'below_qty',
      'out_of_date',
      'other_currency',
      'other_website',
      'inactive',
    ]);
  });

  it('never gives lower_priority as the reason if quantities are merged', () => {
    const rows = [matrix({ id: 1, priority: 1, qty: 5 }), matrix({ id: 2, priority: 9, qty: 1 })];
    expect(evaluate(rows, 10, merging).verdicts.map(({ reason }) => reason)).toEqual([null, 'lower_qty']);
  });
});

describe('mayCount', () => {
  it.each<[string, MatrixParts, boolean]>([
    ['is true on any day and for any quantity', { from: '2030-01-01', qty: 1000, customerTo: '2020-01-01' }, true],
    ['is true for the website', { websiteId: 1 }, true],
    ['is true for the currency', { currency: 'GBP' }, true],
    ['is false for another website', { websiteId: 2 }, false],
    ['is false for another currency', { currency: 'EUR' }, false],
    ['is false for an inactive matrix', { active: false }, false],
  ])('%s', (_, parts, may) => {
    expect(mayCount(reached(parts), aBuyer())).toBe(may);
  });

  it('uses the base currency for a matrix without a currency', () => {
    const euros = aBuyer({ currency: 'EUR' });
    expect([mayCount(reached({}), euros), mayCount(reached({ currency: 'EUR' }), euros)]).toEqual([false, true]);
  });
});
