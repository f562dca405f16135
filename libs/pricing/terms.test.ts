import { change, day } from '../kernel/index.js';
import { dec } from '../../test/support/pricing.js';
import { periodFaults, termsFaults, touched } from './terms.js';

const open = { fromDate: null, toDate: null, priceApplicationType: 1 };

describe('rules across the terms of a price', () => {
  it.each([
    [null, null, true],
    ['2026-06-15', null, true],
    [null, '2026-06-15', true],
    ['2026-06-15', '2026-06-15', true],
    ['2026-06-15', '2026-06-14', false],
  ])('accept the period from %s to %s: %s', (from, to, good) => {
    const record = { fromDate: from === null ? null : day(from), toDate: to === null ? null : day(to) };
    expect(periodFaults(record)).toEqual(
      good ? [] : [{ kind: 'invalid', field: 'to_date', value: to, rule: 'a date on or after from_date' }],
    );
  });

  it.each([
    [5, '100', true],
    [5, '100.000001', false],
    [3, '100.000001', true],
    [4, '101', true],
  ])('accept for type %i the amount %s: %s', (priceApplicationType, amount, good) => {
    const faults = termsFaults({ ...open, priceApplicationType }, dec(amount), 'price');
    expect(faults).toEqual(
      good ? [] : [{ kind: 'invalid', field: 'price', value: amount, rule: 'discounts of at most 100 percent' }],
    );
  });

  it('report all errors together', () => {
    const record = { fromDate: day('2026-02-01'), toDate: day('2026-01-01'), priceApplicationType: 5 };
    expect(termsFaults(record, dec(101), 'value')).toHaveLength(2);
  });
});

describe('the change entries of a write', () => {
  const about = ({ list, product }: { list: number; product: number }) => change('list', list, product);

  it.each([
    ['a new record', undefined, { list: 1, product: 2 }, [[1, 2]]],
    ['a changed record once', { list: 1, product: 2 }, { list: 1, product: 2 }, [[1, 2]]],
    [
      'the old and the new product of a record',
      { list: 1, product: 2 },
      { list: 1, product: 3 },
      [
        [1, 2],
        [1, 3],
      ],
    ],
    [
      'the old and the new list of a record',
      { list: 1, product: 2 },
      { list: 4, product: 2 },
      [
        [1, 2],
        [4, 2],
      ],
    ],
    ['a deleted record', { list: 1, product: 2 }, undefined, [[1, 2]]],
  ])('name %s', (_, previous, next, expected) => {
    expect(touched(previous, next, about).map(({ id, productId }) => [id, productId])).toEqual(expected);
  });
});
