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

describe('a row by itself', () => {
  it('is usable where all its terms hold', () => {
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
  ])('%s: %j in %j', (reason, parts, frame) => {
    expect(evaluate(parts, frame).reason).toBe(reason);
  });

  it("a row's own currency goes before its list's", () => {
    expect(evaluate({ currency: 'GBP' }, { currency: 'EUR' }).reason).toBeNull();
    expect(evaluate({ currency: 'EUR' }, { currency: 'GBP' }).reason).toBe('other_currency');
  });

  it("a row without a currency is of the website's base currency, nothing is converted", () => {
    const euros = aBuyer({ currency: 'EUR' });
    expect(evaluate({}, {}, euros).reason).toBe('other_currency');
    expect(evaluate({ currency: 'EUR' }, {}, euros).reason).toBeNull();
    expect(evaluate({}, { currency: 'EUR' }, euros).reason).toBeNull();
  });

  it('in another currency than the base one a surcharge has no base', () => {
    expect(evaluate({ currency: 'EUR', type: 2 }, {}, aBuyer({ currency: 'EUR' })).reason).toBe('no_base');
  });

  it('a price of 0 counts where it is wanted', () => {
    expect(price(evaluate({ value: 0 }, {}, aBuyer({}, { skipZeroPrice: 0 })))).toBe('0');
  });

  it('tells the first reason of the closed list that holds', () => {
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

  it('accounts for the price of a refused row too', () => {
    expect(evaluate({ qty: 11, type: 3, value: 10 }).account()).toMatchObject({
      arithmetic: 'price 80 * (1 + 10/100) = 88',
    });
  });
});

describe('rows that belong together', () => {
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
    ['1 counts for any quantity', [{ qty: 1 }], '0.0001', [null]],
    ['no other threshold does', [{ qty: '1.0001' }, { qty: 2 }], '1', ['below_qty', 'below_qty']],
    ['with a lower one next to it 1 is 1', [{ qty: 1 }, { qty: '0.5' }], '0.4', ['below_qty', 'below_qty']],
    ['also where that is reached', [{ qty: 1 }, { qty: '0.5' }], '0.6', ['below_qty', null]],
    ['from 1 on nothing differs', [{ qty: 1 }, { qty: '0.5' }], '1', [null, null]],
    [
      'of another currency it says nothing',
      [{ qty: 1 }, { qty: '0.5', currency: 'EUR' }],
      '0.6',
      [null, 'other_currency'],
    ],
    ['of another day neither', [{ qty: 1 }, { qty: '0.5', to: '2020-01-01' }], '0.6', [null, 'out_of_date']],
    ['of another website neither', [{ qty: 1 }, { qty: '0.5', websiteId: 9 }], '0.6', [null, 'other_website']],
    ['nor without a price', [{ qty: 1 }, { qty: '0.5', value: 0 }], '0.6', [null, 'zero_skipped']],
    ['nor without a base', [{ qty: 1 }, { qty: '0.5', type: 2, on: 'cost' }], '0.6', [null, 'no_base']],
    ['its own terms must be met', [{ qty: 1, to: '2020-01-01' }], '0.5', ['out_of_date']],
  ])('%s', (_, rows, qty, expected) => {
    expect(reasons(rows, qty)).toEqual(expected);
  });

  it('of another owner a lower threshold says nothing', () => {
    expect(reasons([{ qty: 1 }, { qty: '0.5' }], '0.4', { ownerOf: ({ id }) => id })).toEqual([null, 'below_qty']);
  });

  it('mean 1 where the setting says so', () => {
    expect(reasons([{ qty: 1 }], '0.9999', { means: 0 })).toEqual(['below_qty']);
    expect(reasons([{ qty: 1 }], '1', { means: 0 })).toEqual([null]);
  });
});
