import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../test/support/pricing.js';
import { basesOf } from './apply.js';
import type { Buyer } from './buyer.js';
import { REASONS } from './codes.js';
import { type Frame, evaluateRow, evaluateRows } from './evaluate.js';
import { type Verdict } from './row.js';

const evaluate = (parts: RowParts, frame: Frame = {}, buyer: Buyer = aBuyer(), qty: string | number = 10): Verdict => {
  const line = aLine(qty, aProduct({ price: 80 }));
  return evaluateRow(aRow(parts), line, buyer, basesOf(line.product, buyer, line.day), frame);
};

const price = (verdict: Verdict): string | null => (verdict.reason === null ? verdict.price.toFixed() : null);

describe('a single row', () => {
  it('is usable if all its terms are met', () => {
    expect(price(evaluate({ value: '9.95', qty: 10, websiteId: 1, from: '2026-06-15', to: '2026-06-15' }))).toBe(
      '9.95',
    );
  });

  it.each<[string, RowParts, Frame]>([
    ['inactive', {}, { active: false }],
    ['other_website', { websiteId: 2 }, {}],
    ['other_website', {}, { websiteId: 2 }],
    ['other_currency', { currency: 'EUR' }, {}],
    ['other_currency', {}, { currency: 'EUR' }],
    ['out_of_date', { from: '2026-06-16' }, {}],
    ['out_of_date', { to: '2026-06-14' }, {}],
    ['out_of_date', {}, { fromDate: aRow({ from: '2026-06-16' }).fromDate }],
    ['out_of_date', {}, { toDate: aRow({ to: '2026-06-14' }).toDate }],
    ['below_qty', { qty: '10.0001' }, {}],
    ['no_base', { type: 2, on: 'cost' }, {}],
    ['zero_skipped', { value: '0.00004' }, {}],
    ['conditions_unmet', {}, { conditionsMet: false }],
  ])('is rejected as %s: row %j, frame %j', (reason, parts, frame) => {
    expect(evaluate(parts, frame).reason).toBe(reason);
  });

  it('has its own currency rather than that of its list', () => {
    expect(evaluate({ currency: 'GBP' }, { currency: 'EUR' }).reason).toBeNull();
    expect(evaluate({ currency: 'EUR' }, { currency: 'GBP' }).reason).toBe('other_currency');
  });

  it('without a currency has the base currency of the website', () => {
    const euros = aBuyer({ currency: 'EUR' });
    expect(evaluate({}, {}, euros).reason).toBe('other_currency');
    expect(evaluate({ currency: 'EUR' }, {}, euros).reason).toBeNull();
    expect(evaluate({}, { currency: 'EUR' }, euros).reason).toBeNull();
  });

  it('has no base for a surcharge in another currency than the base one', () => {
    expect(evaluate({ currency: 'EUR', type: 2 }, {}, aBuyer({ currency: 'EUR' })).reason).toBe('no_base');
  });

  it('may have a price of 0 if zero prices are allowed', () => {
    expect(price(evaluate({ value: 0 }, {}, aBuyer({}, { skipZeroPrice: 0 })))).toBe('0');
  });

  it('is rejected for the first reason that applies, in a fixed order', () => {
    const faults: [RowParts, Frame][] = [
      [{}, { active: false }],
      [{ websiteId: 2 }, {}],
      [{ currency: 'EUR' }, {}],
      [{ to: '2026-01-01' }, {}],
      [{ qty: 11 }, {}],
      [{ type: 2, on: 'cost' }, {}],
    ];
    faults.forEach((_, first) => {
      const rest = faults.slice(first);
      const parts = Object.assign({}, ...rest.map(([row]) => row)) as RowParts;
      const frame = Object.assign({ conditionsMet: false }, ...rest.map(([, its]) => its)) as Frame;
      expect(evaluate(parts, frame).reason).toBe(REASONS[first]);
    });
  });

  it('explains its price even if it is rejected', () => {
    expect(evaluate({ qty: 11, type: 3, value: 10 }).account()).toMatchObject({
      arithmetic: 'price 80 * (1 + 10/100) = 88',
    });
  });
});

describe('thresholds of related rows', () => {
  const reasons = (
    rows: readonly RowParts[],
    qty: string,
    { means = 1, ownerOf }: { means?: 0 | 1; ownerOf?: (row: { readonly id: number }) => unknown } = {},
  ) => {
    const line = aLine(qty, aProduct({ price: 80 }));
    const buyer = aBuyer({}, { qty1MeansAny: means });
    const bases = basesOf(line.product, buyer, line.day);
    const all = rows.map((parts, index) => aRow({ id: index + 1, ...parts }));
    return evaluateRows(all, line, buyer, bases, ownerOf ? { ownerOf } : {}).map(({ reason }) => reason);
  };

  it.each<[string, readonly RowParts[], string, readonly (string | null)[]]>([
    ['of 1 apply to any quantity', [{ qty: 1 }], '0.0001', [null]],
    ['above 1 do not apply to lower quantities', [{ qty: '1.0001' }, { qty: 2 }], '1', ['below_qty', 'below_qty']],
    ['of 1 mean 1 next to a lower threshold', [{ qty: 1 }, { qty: '0.5' }], '0.4', ['below_qty', 'below_qty']],
    ['of 1 mean 1 even if the lower threshold is reached', [{ qty: 1 }, { qty: '0.5' }], '0.6', ['below_qty', null]],
    ['all apply from quantity 1', [{ qty: 1 }, { qty: '0.5' }], '1', [null, null]],
    [
      'of another currency do not affect a threshold of 1',
      [{ qty: 1 }, { qty: '0.5', currency: 'EUR' }],
      '0.6',
      [null, 'other_currency'],
    ],
    [
      'of an expired row do not affect a threshold of 1',
      [{ qty: 1 }, { qty: '0.5', to: '2020-01-01' }],
      '0.6',
      [null, 'out_of_date'],
    ],
    [
      'of another website do not affect a threshold of 1',
      [{ qty: 1 }, { qty: '0.5', websiteId: 9 }],
      '0.6',
      [null, 'other_website'],
    ],
    [
      'of a skipped zero price do not affect a threshold of 1',
      [{ qty: 1 }, { qty: '0.5', value: 0 }],
      '0.6',
      [null, 'zero_skipped'],
    ],
    [
      'of a row without a base do not affect a threshold of 1',
      [{ qty: 1 }, { qty: '0.5', type: 2, on: 'cost' }],
      '0.6',
      [null, 'no_base'],
    ],
    ['of 1 apply only if the row itself is valid', [{ qty: 1, to: '2020-01-01' }], '0.5', ['out_of_date']],
  ])('%s', (_, rows, qty, expected) => {
    expect(reasons(rows, qty)).toEqual(expected);
  });

  it('of another owner do not affect a threshold of 1', () => {
    expect(reasons([{ qty: 1 }, { qty: '0.5' }], '0.4', { ownerOf: ({ id }) => id })).toEqual([null, 'below_qty']);
  });

  it('of 1 mean 1 if the setting says so', () => {
    expect(reasons([{ qty: 1 }], '0.9999', { means: 0 })).toEqual(['below_qty']);
    expect(reasons([{ qty: 1 }], '1', { means: 0 })).toEqual([null]);
  });
});
