import fc from 'fast-check';
import { aBuyer, dec } from '../../../test/support/pricing.js';
import { type Evaluation, NO_TERMS, type PriceCode } from '../../../libs/pricing/index.js';
import { figuresOf, currencyDigits } from './figures.js';

const offered = (code: PriceCode, price: string): Evaluation => {
  const taken = {
    row: null,
    reason: null,
    price: dec(price),
    account: () => ({ price: null, arithmetic: null }),
    terms: () => NO_TERMS,
  };
  return { code, taken, evaluated: [taken], verdicts: [taken] };
};

const figures = (
  price: string,
  {
    qty = '1',
    orig,
    special,
    currency = 'GBP',
    precision = 4,
  }: { qty?: string; orig?: string; special?: string; currency?: string; precision?: number } = {},
): Readonly<Record<string, string | null>> => {
  const evaluations = [
    ...(orig === undefined ? [] : [offered('orig_price', orig)]),
    ...(special === undefined ? [] : [offered('special_price', special)]),
  ];
  const buyer = aBuyer({ currency }, { pricePrecision: precision });
  const found = figuresOf(dec(price), dec(qty), evaluations, buyer);
  return Object.fromEntries(
    Object.entries(found).map(([name, amount]) => [
      name,
      amount === null ? null : (amount as { toFixed(): string }).toFixed(),
    ]),
  );
};

describe('the figures of a price (pricing.md §3)', () => {
  it('derive the row total from the unit price: 0.5292 × 500 is 264.60, not 265.00', () => {
    expect(figures('0.5292', { qty: '500' })).toMatchObject({
      unitPrice: '0.5292',
      finalPrice: '0.53',
      rowTotal: '264.6',
    });
  });

  it.each([
    ['1.00005', 4, 'GBP', '1.0001', '1'],
    ['1.00004999', 4, 'GBP', '1', '1'],
    ['2.345', 4, 'GBP', '2.345', '2.35'],
    ['2.3449', 3, 'GBP', '2.345', '2.35'],
    ['2.5', 0, 'GBP', '3', '3'],
    ['2.1234565', 6, 'GBP', '2.123457', '2.12'],
    ['1234.5', 4, 'JPY', '1234.5', '1235'],
    ['1.2345', 4, 'KWD', '1.2345', '1.235'],
  ])(
    'round %s at precision %i in %s to unit price %s and final price %s',
    (price, precision, currency, unitPrice, finalPrice) => {
      expect(figures(price, { precision, currency })).toMatchObject({ unitPrice, finalPrice });
    },
  );

  it.each([
    ['JPY', '3', '333.3', '1000'],
    ['GBP', '3', '333.335', '1000.01'],
    ['KWD', '3', '0.3335', '1.001'],
  ])('round the row total in %s: %s × %s = %s', (currency, qty, price, rowTotal) => {
    expect(figures(price, { currency, qty })).toMatchObject({ rowTotal });
  });

  it('contain an exact row total beyond 15 digits', () => {
    expect(figures('999999999.9999', { qty: '99999999.9999' })).toMatchObject({ rowTotal: '99999999999890000' });
    expect(figures('123456789.1234', { qty: '98765432.1' })).toMatchObject({ rowTotal: '12193263123451181.22' });
  });

  it.each([
    ['cheaper', '7.5', '10', '2.5', '25'],
    ['equal', '10', '10', '0', null],
    ['equal when rounded', '9.995', '10.0049', '0.0099', null],
    ['a penny cheaper', '9.9949', '10', '0.0051', '0.05'],
    ['dearer, so negative', '12.5', '10', '-2.5', '-25'],
    ['dearer by less than a penny', '10.0005', '10', '-0.0005', null],
    ['rounded half up', '0.19999', '0.4', '0.2', '50'],
    ['0.025 % dearer, rounded to 0.03 %', '40.01', '40', '-0.01', '-0.03'],
    ['a third cheaper', '2', '3', '1', '33.33'],
    ['two thirds cheaper', '1', '3', '2', '66.67'],
    ['from the rounded original price', '1', '1.00995', '0.01', '0.99'],
  ])('contain the discount (%s): price %s, original price %s', (_, price, orig, discountAmount, discountPercent) => {
    expect(figures(price, { orig })).toMatchObject({ discountAmount, discountPercent });
  });

  it('contain no discount without an original price', () => {
    expect(figures('5')).toMatchObject({ originalPrice: null, discountAmount: null, discountPercent: null });
  });

  it('compare amounts with the digits of the currency', () => {
    expect(figures('999.6', { orig: '1000', currency: 'JPY' })).toMatchObject({ discountPercent: null });
    expect(figures('999.6', { orig: '1000', currency: 'GBP' })).toMatchObject({ discountPercent: '0.04' });
    expect(figures('1.2341', { orig: '1.2344', currency: 'KWD' })).toMatchObject({ discountPercent: null });
  });

  it('contain no percentage of an original price of 0', () => {
    expect(figures('5', { orig: '0' })).toMatchObject({
      originalPrice: '0',
      discountAmount: '-5',
      discountPercent: null,
    });
  });

  it('round the special price to price_precision, whatever was selected', () => {
    expect(figures('5', { special: '4.12345' })).toMatchObject({ specialPrice: '4.1235' });
    expect(figures('5')).toMatchObject({ specialPrice: null });
  });

  it('change a price by at most half of its last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 6 }), (millionths, precision) => {
        const price = dec(millionths).div(1_000_000);
        const { unitPrice } = figuresOf(price, dec(1), [], aBuyer({}, { pricePrecision: precision }));
        expect(unitPrice.decimalPlaces()).toBeLessThanOrEqual(precision);
        expect(
          unitPrice
            .minus(price)
            .abs()
            .lte(dec(`0.5e-${precision}`)),
        ).toBe(true);
      }),
    );
  });
});

describe('currencyDigits', () => {
  it.each([
    ['GBP', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['VND', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['XAU', 2],
  ])('for %s returns %i', (currency, digits) => {
    expect(currencyDigits(currency)).toBe(digits);
  });

  it.each(['IQD', 'AFN', 'ALL', 'IRR', 'LAK', 'LBP', 'MMK', 'SYP', 'YER', 'HUF', 'IDR', 'COP'])(
    'follows ISO 4217 rather than CLDR for %s',
    (currency) => {
      expect(currencyDigits(currency)).toBe(currency === 'IQD' ? 3 : 2);
    },
  );
});
