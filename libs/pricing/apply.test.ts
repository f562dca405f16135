import fc from 'fast-check';
import { aBuyer, aProduct, aRow, dec } from '../../test/support/pricing.js';
import { day, roundHalfUp, ZERO } from '../kernel/index.js';
import { accountOf, applied, basesOf, skipsZero } from './apply.js';
import type { Bases } from './buyer.js';
import type { ApplicationType, PriceAttribute } from './codes.js';

const NONE: Bases = { price: undefined, special_price: undefined, cost: undefined, msrp: undefined };
const bases: Bases = { price: dec('80'), special_price: dec('60'), cost: dec('20'), msrp: dec('99.99') };
const today = day('2026-06-15');

describe('application types (pricing.md §1 and §2)', () => {
  it.each<[string, ApplicationType, string, PriceAttribute, string | undefined]>([
    ['fixed sets the value as the price', 1, '12.345678', 'price', '12.345678'],
    ['surcharge adds the value', 2, '5.5', 'price', '85.5'],
    ['surcharge % adds to the cost: 10 % on 20 is 22', 3, '10', 'cost', '22'],
    ['discount subtracts the value', 4, '0.01', 'msrp', '99.98'],
    ['discount % subtracts from the special price', 5, '12.5', 'special_price', '52.5'],
    ['a discount never goes below 0', 4, '20.000001', 'cost', '0'],
    ['100 % off is 0', 5, '100', 'cost', '0'],
    ['a percentage is calculated exactly', 3, '0.000001', 'price', '80.0000008'],
  ])('%s', (_, type, value, on, price) => {
    expect(applied(aRow({ type, value, on }), bases)?.toFixed()).toBe(price);
  });

  it.each<ApplicationType>([2, 3, 4, 5])('type %i has no price without its base', (type) => {
    expect(applied(aRow({ type, on: 'cost', value: 10 }), { ...bases, cost: undefined })).toBeUndefined();
  });

  it('a fixed price needs no base', () => {
    expect(applied(aRow({ value: 5, on: 'cost' }), NONE)?.toFixed()).toBe('5');
  });
});

describe('product amounts used as bases', () => {
  const product = aProduct({ price: 80, special: 60, specialFrom: '2026-06-01', specialTo: '2026-06-30', cost: 20 });
  const texts = (found: Bases) => Object.values(found).map((amount) => amount?.toFixed());

  it('are the amounts that are set', () => {
    expect(texts(basesOf(product, aBuyer(), today))).toEqual(['80', '60', '20', undefined]);
  });

  it.each([
    ['2026-05-31', undefined],
    ['2026-06-01', '60'],
    ['2026-06-30', '60'],
    ['2026-07-01', undefined],
  ])('on %s have the special price %s; first and last day are included', (on, price) => {
    expect(basesOf(product, aBuyer(), day(on)).special_price?.toFixed()).toBe(price);
  });

  it('are all empty for another currency', () => {
    expect(basesOf(product, aBuyer({ currency: 'EUR' }), today)).toEqual(NONE);
  });

  it('exclude an amount that rounds to 0', () => {
    const empty = aProduct({ price: '0', cost: '0.000049', msrp: '0.00005' });
    expect(texts(basesOf(empty, aBuyer(), today))).toEqual([undefined, undefined, undefined, '0.00005']);
  });

  it('include zero amounts if zero prices are allowed', () => {
    const empty = aProduct({ price: '0', cost: '0.000049' });
    expect(texts(basesOf(empty, aBuyer({}, { skipZeroPrice: 0 }), today))).toEqual([
      '0',
      undefined,
      '0.000049',
      undefined,
    ]);
  });
});

describe('skip_zero_price', () => {
  it('skips exactly the prices that round half up to 0 at price_precision', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        (pricePrecision, millionths) => {
          const price = dec(millionths).div(1_000_000);
          expect(skipsZero(price, aBuyer({}, { pricePrecision }))).toBe(roundHalfUp(price, pricePrecision).eq(ZERO));
        },
      ),
    );
  });

  it('skips nothing if switched off', () => {
    expect(skipsZero(ZERO, aBuyer({}, { skipZeroPrice: 0 }))).toBe(false);
  });
});

describe('the arithmetic of a price', () => {
  it.each<[ApplicationType, string, PriceAttribute, string | null]>([
    [1, '4.95', 'price', '4.95'],
    [2, '5', 'price', 'price 80 + 5 = 85'],
    [3, '10', 'cost', 'cost 20 * (1 + 10/100) = 22'],
    [4, '25', 'cost', 'cost 20 - 25 = -5, raised to 0'],
    [5, '12.5', 'special_price', 'special_price 60 * (1 - 12.5/100) = 52.5'],
  ])('is shown for type %i', (type, value, on, arithmetic) => {
    const row = aRow({ type, value, on });
    expect(accountOf(row, bases)).toEqual({ price: applied(row, bases), arithmetic });
  });

  it('is null without a base', () => {
    expect(accountOf(aRow({ type: 2 }), NONE)).toEqual({ price: null, arithmetic: null });
  });
});
