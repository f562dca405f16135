import { Decimal as DecimalJs } from 'decimal.js';
import fc from 'fast-check';
import {
  compareDecimals,
  Decimal,
  fractionDigits,
  jsonNumber,
  parseDecimal,
  quotient,
  roundHalfUp,
  sharedDecimal,
  withoutNoise,
} from './decimal.js';

const scaled = (digits: number) =>
  fc
    .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constant(digits))
    .map(([whole, scale]) => ({ whole, scale, amount: new Decimal(whole.toString()).div(new Decimal(10).pow(scale)) }));

describe('more than 15 significant digits', () => {
  const Rounded = DecimalJs.clone({ precision: 15, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -99, toExpPos: 99 });

  it('are rounded half up to 15 in any notation, as in decimal.js', () => {
    const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(digits, fc.integer({ min: -20, max: 20 }), (whole, exponent) => {
        const expected = new Rounded(`${whole}e${exponent}`).toSignificantDigits(15);
        expect(parseDecimal(`${whole}e${exponent}`)?.toFixed()).toBe(expected.toFixed());
        expect(parseDecimal(expected.toFixed())?.toFixed()).toBe(expected.toFixed());
        expect(parseDecimal(new Decimal(`${whole}e${exponent}`).toFixed())?.eq(expected)).toBe(true);
      }),
    );
  });

  it('are removed from a double, which restores a decimal of up to 15', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 9 }), (whole, scale) => {
        const amount = new Decimal(`${whole}e-${scale}`);
        expect(withoutNoise(new Decimal(amount.toNumber())).eq(amount)).toBe(true);
      }),
    );
  });
});

describe('parseDecimal', () => {
  it.each(['0', '-0', '1', '-1.50', '007.10', '999999999.999999', '1e3', '1.0e-6', '1E2', '-1.5E+3'])(
    'reads %s',
    (text) => {
      expect(parseDecimal(text)?.eq(text)).toBe(true);
    },
  );

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1e',
    'e3',
    '1e1.5',
    '1e9999',
    '1.',
    '.5',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '１',
  ])('rejects %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('reads every plain decimal exactly', () => {
    fc.assert(
      fc.property(scaled(6), ({ amount }) => {
        expect(parseDecimal(amount.toFixed())?.eq(amount)).toBe(true);
      }),
    );
  });
});

describe('roundHalfUp', () => {
  it.each([
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['0.4999', 0, '0'],
    ['2.675', 2, '2.68'],
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['0.52925', 4, '0.5293'],
    ['264.6', 3, '264.6'],
  ])('rounds %s at %i digits to %s', (amount, digits, expected) => {
    expect(roundHalfUp(new Decimal(amount), digits).toFixed()).toBe(expected);
  });

  it('rounds halves away from zero, alike for positive and negative amounts', () => {
    fc.assert(
      fc.property(scaled(6), fc.integer({ min: 0, max: 6 }), ({ whole, scale, amount }, digits) => {
        const rounded = roundHalfUp(amount, digits);
        const unit = 10n ** BigInt(scale - digits);
        const magnitude = whole < 0n ? -whole : whole;
        const expected = ((magnitude + unit / 2n) / unit) * unit;
        expect(rounded.abs().times(new Decimal(10).pow(scale)).toFixed()).toBe(expected.toString());
        expect(roundHalfUp(amount.neg(), digits).eq(rounded.neg())).toBe(true);
      }),
    );
  });
});

it('a product of two stored numbers is never rounded', () => {
  fc.assert(
    fc.property(scaled(6), scaled(4), (price, qty) => {
      const product = price.amount.times(qty.amount).times(new Decimal(10).pow(10));
      expect(product.toFixed()).toBe((price.whole * qty.whole).toString());
    }),
  );
});

describe('jsonNumber', () => {
  it.each(['0', '4.95', '-0.01', '0.000001', '999999999.999999', '99999999899999990000.0001', '12345678901234567.123'])(
    'writes %s unchanged',
    (text) => {
      expect(JSON.stringify({ amount: jsonNumber(new Decimal(text)) })).toBe(`{"amount":${text}}`);
    },
  );

  it('writes every stored amount exactly', () => {
    fc.assert(
      fc.property(scaled(6), ({ amount }) => {
        expect(JSON.stringify(jsonNumber(amount))).toBe(amount.isZero() ? '0' : amount.toFixed());
      }),
    );
  });
});

it('fractionDigits() counts the digits of the shortest notation', () => {
  expect(['1', '1.0', '1.50', '0.000001'].map((text) => fractionDigits(new Decimal(text)))).toEqual([0, 0, 1, 6]);
});

describe('compareDecimals', () => {
  it.each([
    ['0', '-0'],
    ['0', '1'],
    ['0', '-1'],
    ['1', '-1'],
    ['1', '1.0'],
    ['10', '9'],
    ['-10', '-9'],
    ['0.00005', '0.0000499999'],
    ['12345678.9', '12345678.90000001'],
    ['999999999.999999', '999999999.999998'],
  ])('agrees with decimal.js on %s and %s', (one, other) => {
    const [a, b] = [new Decimal(one), new Decimal(other)];
    expect(Math.sign(compareDecimals(a, b))).toBe(a.cmp(b));
    expect(Math.sign(compareDecimals(b, a))).toBe(b.cmp(a));
  });

  it('agrees with decimal.js on any two amounts', () => {
    fc.assert(
      fc.property(scaled(6), scaled(4), ({ amount: one }, { amount: other }) => {
        expect(compareDecimals(one, other)).toBe(one.cmp(other));
        expect(compareDecimals(one, one.plus(0))).toBe(0);
      }),
    );
  });
});

describe('sharedDecimal', () => {
  it('returns the same object for the same text', () => {
    expect(sharedDecimal('12.5000').eq('12.5')).toBe(true);
    expect(sharedDecimal(12.5).eq('12.5')).toBe(true);
    expect(sharedDecimal('12.5000')).toBe(sharedDecimal('12.5000'));
  });

  it('stays correct for more texts than it caches', () => {
    for (let index = 0; index < 20_010; index += 1) sharedDecimal(`${index}.25`);
    expect(sharedDecimal('3.25').eq('3.25')).toBe(true);
    expect(sharedDecimal('20009.25').eq('20009.25')).toBe(true);
  });
});

describe('quotient', () => {
  it('rounds the exact quotient half up', () => {
    fc.assert(
      fc.property(scaled(4), scaled(6), ({ amount: part }, { amount: whole }) => {
        fc.pre(!whole.isZero());
        expect(quotient(part, whole, 2).eq(roundHalfUp(part.div(whole), 2))).toBe(true);
      }),
    );
  });

  it.each([
    ['1', '8', '0.13'],
    ['-1', '8', '-0.13'],
    ['1', '3', '0.33'],
    ['2', '3', '0.67'],
    ['999999999999999', '0.000001', '999999999999999000000'],
  ])('%s / %s is %s', (part, whole, expected) =>
    expect(quotient(new Decimal(part), new Decimal(whole), 2).toFixed()).toBe(expected),
  );
});
