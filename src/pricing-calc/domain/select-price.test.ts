import fc from 'fast-check';
import { CODES } from '../../../test/support/price-codes.js';
import { aBuyer, dec } from '../../../test/support/pricing.js';
import {
  type Evaluation,
  NO_TERMS,
  PRICE_SELECTS,
  type PriceCode,
  type PriceSettings,
} from '../../../libs/pricing/index.js';
import { selectPrice } from './select-price.js';

type Offers = Readonly<Record<PriceCode, string>>;

const evaluationsOf = (offers: Offers): Evaluation[] =>
  Object.entries(offers).map(([code, price]) => {
    const taken = {
      row: null,
      reason: null,
      price: dec(price),
      account: () => ({ price: null, arithmetic: null }),
      terms: () => NO_TERMS,
    };
    return { code: code, taken, evaluated: [taken], verdicts: [taken] };
  });

const select = (offers: Offers, settings: Partial<PriceSettings> = {}) =>
  selectPrice(evaluationsOf(offers), aBuyer({}, settings).settings);

describe('selectPrice', () => {
  const offers: Offers = { orig_price: '120', pricelist: '90', customer_price: '100', special_price: '95' };

  it.each([
    ['lowest', 'pricelist'],
    ['highest', 'orig_price'],
    ['sort_order', 'customer_price'],
  ] as const)('by %s selects %s', (priceSelect, code) => {
    expect(select(offers, { priceSelect }).selected?.code).toBe(code);
  });

  it('selects, from customer price 100 and list price 90, 90 by lowest and 100 by highest', () => {
    const two: Offers = { customer_price: '100', pricelist: '90' };
    expect(select(two).selected?.taken.price.toFixed()).toBe('90');
    expect(select(two, { priceSelect: 'highest' }).selected?.taken.price.toFixed()).toBe('100');
  });

  it('by sort_order follows the configured order', () => {
    const priceSortOrder = [...CODES.all].reverse();
    expect(select(offers, { priceSelect: 'sort_order', priceSortOrder }).selected?.code).toBe('orig_price');
  });

  it('skips a source without a candidate', () => {
    const evaluations: Evaluation[] = [
      { code: 'customer_price', taken: undefined, evaluated: [], verdicts: [] },
      ...evaluationsOf({ orig_price: '5' }),
    ];
    expect(selectPrice(evaluations, aBuyer({}, { priceSelect: 'sort_order' }).settings).selected?.code).toBe(
      'orig_price',
    );
  });

  it('selects nothing without candidates', () => {
    expect(select({})).toEqual({ selected: undefined, standsBack: false });
  });

  it('compares unrounded prices', () => {
    expect(select({ customer_price: '1.0000002', orig_price: '1.0000001' }).selected?.code).toBe('orig_price');
  });

  it.each(['lowest', 'highest'] as const)(
    'resolves a tie by %s with the earlier code in the sort order',
    (priceSelect) => {
      const tie: Offers = { orig_price: '5', tier_price: '5.0', special_price: '5' };
      expect(select(tie, { priceSelect }).selected?.code).toBe('special_price');
      const priceSortOrder = [...CODES.all].reverse();
      expect(select(tie, { priceSelect, priceSortOrder }).selected?.code).toBe('orig_price');
    },
  );
});

describe('individual_prices_are_final', () => {
  const final = { individualPricesAreFinal: 1 } as const;

  it.each(['customer_price', 'product_customer_matrix', 'pricelist', 'categoryprice'] as const)(
    'excludes special and tier prices if there is a %s',
    (code) => {
      const { selected, standsBack } = select({ [code]: '9', special_price: '5', tier_price: '4' }, final);
      expect([selected?.code, standsBack]).toEqual([code, true]);
    },
  );

  it('does not exclude the price of the product or of a base list', () => {
    expect(select({ customer_price: '9', orig_price: '5' }, final).selected?.code).toBe('orig_price');
    expect(select({ customer_price: '9', base_pricelist: '5' }, final).selected?.code).toBe('base_pricelist');
  });

  it('excludes nothing if there is only a base list', () => {
    expect(select({ base_pricelist: '9', special_price: '5' }, final).selected?.code).toBe('special_price');
  });

  it('applies by sort_order too, and only if it is on', () => {
    const priceSortOrder = ['tier_price', ...CODES.all.filter((code) => code !== 'tier_price')] as const;
    const offers: Offers = { customer_price: '9', tier_price: '5' };
    expect(select(offers, { ...final, priceSelect: 'sort_order', priceSortOrder }).selected?.code).toBe(
      'customer_price',
    );
    expect(select(offers, { priceSelect: 'sort_order', priceSortOrder }).selected?.code).toBe('tier_price');
  });
});

describe('the selected price', () => {
  const offers = fc.dictionary(fc.constantFrom(...CODES.all), fc.integer({ min: 1, max: 4 }).map(String), {
    minKeys: 1,
  });
  const settings = fc.record({
    priceSelect: fc.constantFrom(...PRICE_SELECTS),
    priceSortOrder: fc.shuffledSubarray([...CODES.all], { minLength: 8 }),
    individualPricesAreFinal: fc.constantFrom(0 as const, 1 as const),
  });

  it('does not depend on the order of the sources', () => {
    fc.assert(
      fc.property(offers, settings, fc.shuffledSubarray([...CODES.all], { minLength: 8 }), (some, set, order) => {
        const { settings: all } = aBuyer({}, set);
        const evaluations = evaluationsOf(some);
        const shuffled = [...evaluations].sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code));
        expect(selectPrice(shuffled, all).selected?.code).toBe(selectPrice(evaluations, all).selected?.code);
      }),
    );
  });

  it('is never above others by lowest and never below others by highest', () => {
    fc.assert(
      fc.property(offers, settings, (some, set) => {
        const by = (priceSelect: 'lowest' | 'highest' | 'sort_order') =>
          select(some, { ...set, priceSelect }).selected?.taken.price.toNumber() ?? Number.NaN;
        expect(by('lowest')).toBeLessThanOrEqual(by('sort_order'));
        expect(by('highest')).toBeGreaterThanOrEqual(by('sort_order'));
      }),
    );
  });
});
