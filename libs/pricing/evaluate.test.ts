import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../test/support/pricing.js';
import { basesOf } from './apply.js';
import type { Buyer } from './buyer.js';
import { REASONS } from './codes.js';
import { type Frame, evaluateRow } from './evaluate.js';
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
