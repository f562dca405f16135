import fc from 'fast-check';
import { addDays, type Day, day } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  changeDays,
  choose,
  type Dated,
  highestQty,
  type Evaluation,
  evaluateRow,
  latestStart,
  type Line,
  lowestId,
  type PriceRow,
  PriceSource,
} from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, dec, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { unitPriceOf } from './figures.js';
import { evaluateProductPrices } from './evaluate-product-prices.js';
import { type Loaded, priceLine } from './price-line.js';
import { isTooLong, TIMELINE_STEPS_MAX, timelineOf, usualEnd } from './timeline.js';

type Rows = readonly PriceRow[];

/** A customer's prices and the product's own prices. */
class Agreed extends PriceSource<Rows> {
  load(): Promise<ReadonlyMap<number, Rows>> {
    return Promise.resolve(new Map());
  }

  evaluate(rows: Rows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    const verdicts = (rows ?? []).map((row) => evaluateRow(row, line, buyer, bases));
    return [choose('customer_price', verdicts, [highestQty, latestStart, lowestId])];
  }

  periods(rows: Rows | undefined): readonly Dated[] {
    return rows ?? [];
  }
}

class Own extends Agreed {
  override evaluate(_: Rows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluateProductPrices([], line, buyer, bases);
  }
}

const world = (rows: readonly RowParts[], product = aProduct()): readonly Loaded[] => [
  { source: new Agreed(), rows: new Map([[product.id, rows.map(aRow)]]) },
  { source: new Own(), rows: new Map() },
];

const linesOf = (
  rows: readonly RowParts[],
  {
    product = {},
    from = '2026-01-01',
    to = '2026-12-31',
    qty = 1,
  }: {
    readonly product?: ProductParts;
    readonly from?: string;
    readonly to?: string;
    readonly qty?: number;
  } = {},
): readonly string[] =>
  timelineOf(world(rows), { product: aProduct(product), qty: dec(qty) }, aBuyer(), {
    from: day(from),
    to: day(to),
  }).map(
    ({ from: first, to: last, price }) =>
      `${first} ${last} ${price ? `${price.unitPrice.toFixed()} ${price.selected.code} ${price.selected.taken.row?.id ?? '-'}` : 'none'}`,
  );

describe('a timeline', () => {
  it('has one span if nothing changes', () => {
    expect(linesOf([{ value: 8 }])).toEqual(['2026-01-01 2026-12-31 8 customer_price 1']);
  });

  it('changes on the first day of a row and on the day after its last', () => {
    expect(linesOf([{ value: 8, from: '2026-03-01', to: '2026-03-31' }], { product: { price: 10 } })).toEqual([
      '2026-01-01 2026-02-28 10 orig_price -',
      '2026-03-01 2026-03-31 8 customer_price 1',
      '2026-04-01 2026-12-31 10 orig_price -',
    ]);
  });

  it('can start and end within rows, or on their first and last day', () => {
    const rows = [
      { id: 1, value: 8, from: '2025-01-01', to: '2026-01-01' },
      { id: 2, value: 7, from: '2026-12-31' },
    ];
    expect(linesOf(rows, { product: { price: 10 } })).toEqual([
      '2026-01-01 2026-01-01 8 customer_price 1',
      '2026-01-02 2026-12-30 10 orig_price -',
      '2026-12-31 2026-12-31 7 customer_price 2',
    ]);
  });

  it('has spans for days without a price', () => {
    expect(linesOf([{ value: 8, from: '2026-03-01', to: '2026-03-31' }])).toEqual([
      '2026-01-01 2026-02-28 none',
      '2026-03-01 2026-03-31 8 customer_price 1',
      '2026-04-01 2026-12-31 none',
    ]);
    expect(linesOf([])).toEqual(['2026-01-01 2026-12-31 none']);
  });

  it('changes with the days of the special price, also as a base', () => {
    const product = { price: 10, special: 6, specialFrom: '2026-05-01', specialTo: '2026-05-31' };
    expect(linesOf([], { product })).toEqual([
      '2026-01-01 2026-04-30 10 orig_price -',
      '2026-05-01 2026-05-31 6 special_price -',
      '2026-06-01 2026-12-31 10 orig_price -',
    ]);
    expect(linesOf([{ type: 4, on: 'special_price', value: 1 }], { product })[1]).toBe(
      '2026-05-01 2026-05-31 5 customer_price 1',
    );
  });

  it('joins spans of the same price only if they are from the same record', () => {
    // The second row ends during the period of the first, but costs more from the quantity that it requires.
    const passing = { id: 2, value: 5, qty: 10, from: '2026-03-01', to: '2026-03-31' };
    expect(linesOf([{ id: 1, value: 8 }, passing])).toEqual(['2026-01-01 2026-12-31 8 customer_price 1']);
    expect(
      linesOf([
        { id: 1, value: 8 },
        { id: 2, value: 8, from: '2026-03-01', to: '2026-03-31' },
      ]),
    ).toEqual([
      '2026-01-01 2026-02-28 8 customer_price 1',
      '2026-03-01 2026-03-31 8 customer_price 2',
      '2026-04-01 2026-12-31 8 customer_price 1',
    ]);
    // Records of two resources can have the same id, and two codes the same price.
    const ofGroup = { id: 1, recordType: 'categoryPriceCustomerGroup', value: 8 };
    expect(
      linesOf([
        { ...ofGroup, from: '2026-04-01' },
        { ...ofGroup, recordType: 'categoryPrice', to: '2026-03-31' },
      ]),
    ).toEqual(['2026-01-01 2026-03-31 8 customer_price 1', '2026-04-01 2026-12-31 8 customer_price 1']);
    expect(linesOf([], { product: { price: 6, special: 6, specialTo: '2026-03-31' } })).toEqual([
      '2026-01-01 2026-03-31 6 special_price -',
      '2026-04-01 2026-12-31 6 orig_price -',
    ]);
  });

  it('can consist of one day and end on the last possible day', () => {
    expect(linesOf([{ value: 8, to: '9999-12-31' }], { from: '9999-12-31', to: '9999-12-31' })).toEqual([
      '9999-12-31 9999-12-31 8 customer_price 1',
    ]);
  });

  it('lists each day of a change within the period once', () => {
    const whole = { from: day('2026-01-01'), to: day('2026-01-31') };
    const of = (...periods: readonly (readonly [string | null, string | null])[]) =>
      changeDays(
        periods.map(([from, to]) => ({ fromDate: from as Day | null, toDate: to as Day | null })),
        whole,
      );
    expect(of()).toEqual(['2026-01-01']);
    expect(of(['2026-01-01', '2026-01-31'], [null, null], ['2025-01-01', '2025-12-31'])).toEqual(['2026-01-01']);
    expect(of(['2026-01-31', '2026-02-28'], ['2026-01-05', '2026-01-30'])).toEqual([
      '2026-01-01',
      '2026-01-05',
      '2026-01-31',
    ]);
    expect(of([null, '2026-01-01'])).toEqual(['2026-01-01', '2026-01-02']);
  });

  it('covers at most ten years', () => {
    const long = (from: string, to: string) => isTooLong({ from: day(from), to: day(to) });
    expect(long('2026-03-01', '2036-03-01')).toBe(false);
    expect(long('2026-03-01', '2036-03-02')).toBe(true);
    expect(long('2024-02-29', '2034-02-28')).toBe(false);
    expect(long('2024-02-29', '2034-03-01')).toBe(true);
    expect(long('9995-01-01', '9999-12-31')).toBe(false);
    expect(long('0001-01-01', '0011-01-02')).toBe(true);
    expect([usualEnd(day('2026-01-01')), usualEnd(day('9999-01-02'))]).toEqual(['2026-12-31', '9999-12-31']);
  });

  it('equals the quote of each day', () => {
    const start = day('2026-01-01');
    const within = fc.integer({ min: -2, max: 14 }).map((days) => addDays(start, days));
    const period = fc
      .tuple(fc.option(within), fc.option(within))
      .map(([one, other]) => (one !== null && other !== null && other < one ? [other, one] : [one, other]));
    const row = fc
      .tuple(period, fc.constantFrom(1, 2, 5), fc.integer({ min: 0, max: 3 }))
      .map(([[from, to], qty, value]) => ({ from: from ?? null, to: to ?? null, qty, value }));
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 6 }),
        period,
        fc.constantFrom(1, 4),
        fc.integer({ min: 0, max: 12 }),
        (rows, [specialFrom, specialTo], qty, length) => {
          const product = aProduct({ price: 2, special: 1, specialFrom, specialTo });
          const loaded = world(rows.map((parts, index) => ({ id: index + 1, ...parts })));
          const whole = { from: start, to: addDays(start, length) };
          const line = { product, qty: dec(qty) };
          const periods = timelineOf(loaded, line, aBuyer(), whole);
          const inTimeline = periods.flatMap(({ from, to, price }) => {
            const days: string[] = [];
            for (let at = from; at <= to; at = addDays(at, 1))
              days.push(`${at} ${price?.unitPrice.toFixed()} ${price?.selected.taken.row?.id}`);
            return days;
          });
          const byDay: string[] = [];
          for (let at = start; at <= whole.to; at = addDays(at, 1)) {
            const taken = priceLine(loaded, { ...line, day: at }, aBuyer()).selected?.taken;
            byDay.push(`${at} ${taken && unitPriceOf(taken.price, aBuyer()).toFixed()} ${taken?.row?.id}`);
          }
          expect(inTimeline).toEqual(byDay);
          const prices = periods.map(
            ({ price }) => `${price?.unitPrice.toFixed()} ${price?.selected.code} ${price?.selected.taken.row?.id}`,
          );
          expect(prices.some((price, at) => price === prices[at + 1])).toBe(false);
        },
      ),
    );
  });
});

describe('a timeline of many rows', () => {
  const rowsOf = (count: number): readonly RowParts[] =>
    Array.from({ length: count }, (_, at) => ({ id: at + 1, from: addDays(day('2026-01-01'), at % 1000), value: 5 }));
  const over = (count: number, days: number) =>
    timelineOf(world(rowsOf(count)), { product: aProduct(), qty: dec(1) }, aBuyer(), {
      from: day('2026-01-01'),
      to: addDays(day('2026-01-01'), days - 1),
    });

  it('is refused above the limit of steps, with the advice to shorten the period', () => {
    expect(() => over(2000, 1000)).toThrow(
      `The timeline requires more than ${TIMELINE_STEPS_MAX} calculation steps, because too many prices change in the period. Request a shorter period.`,
    );
    expect(over(2000, 100)).toHaveLength(100);
  });
});
