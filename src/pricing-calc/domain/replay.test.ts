import { aBuyer, dec } from '../../../test/support/pricing.js';
import { day } from '../../../libs/kernel/index.js';
import { NO_TERMS } from '../../../libs/pricing/index.js';
import { compare, counted, type InvoiceLine, NOTHING_REPLAYED, unpriced } from './replay.js';
import type { Candidate } from './select-price.js';

const line = (unitPrice: string): InvoiceLine => ({
  invoice: 'I-1',
  date: day('2026-06-15'),
  customerNumber: 'C-1',
  sku: 'A1',
  qty: dec(1),
  unitPrice: dec(unitPrice),
});

const candidate = (price: string): Candidate => ({
  code: 'orig_price',
  taken: {
    row: null,
    reason: null,
    price: dec(price),
    account: () => ({ price: null, arithmetic: null }),
    terms: () => NO_TERMS,
  },
});

describe('an invoice line', () => {
  it.each([
    ['2.55', '2.55', 'GBP', true],
    ['2.55', '2.5500', 'GBP', true],
    ['2.545', '2.55', 'GBP', true],
    ['2.544', '2.55', 'GBP', false],
    ['2.55', '2.549', 'GBP', true],
    ['2.56', '2.55', 'GBP', false],
    ['100.4', '100', 'JPY', true],
    ['1.2345', '1.234', 'KWD', false],
  ])('priced at %s and sold at %s in %s is equal: %s', (price, sold, currency, equal) => {
    const found = compare({ position: 1, line: line(sold) }, candidate(price), aBuyer({ currency }));
    expect(found === undefined).toBe(equal);
  });

  it('is reported with the calculated price and its source if they differ', () => {
    const found = compare({ position: 7, line: line('3') }, candidate('2.555'), aBuyer());
    expect(found).toMatchObject({ position: 7, problem: 'other_price', priceCode: 'orig_price' });
    expect(found?.finalPrice?.toFixed()).toBe('2.56');
  });

  it('is reported as no_price if there is no price', () => {
    expect(compare({ position: 1, line: line('3') }, undefined, aBuyer())).toMatchObject({
      problem: 'no_price',
      finalPrice: null,
    });
  });
});

it('invoice lines are counted as equal, different or unpriced', () => {
  const one = { position: 1, line: line('3') };
  const different = compare(one, candidate('2'), aBuyer());
  if (!different) throw new Error('2 is not 3');
  const first = counted(NOTHING_REPLAYED, 10, [different, unpriced(one, 'unknown_sku')]);
  expect(first).toEqual({ lines: 10, equal: 8, different: 1, unpriced: 1 });
  expect(counted(first, 5, [])).toEqual({ lines: 15, equal: 13, different: 1, unpriced: 1 });
});
