import fc from 'fast-check';
import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import {
  type Bases,
  type Buyer,
  choose,
  type Dated,
  highestQty,
  type Evaluation,
  evaluateRow,
  type Line,
  lowestId,
  type PriceCode,
  type PriceRow,
  PriceSource,
} from '../../../libs/pricing/index.js';
import { explain } from './explain.js';
import { evaluateProductPrices } from './evaluate-product-prices.js';
import { fewTiers } from '../../../test/support/tiers.js';
import { type Loaded, priceLine, tiersOf } from './price-line.js';

/** A source of fixed rows under one code. */
class Rows extends PriceSource<readonly PriceRow[]> {
  constructor(private readonly code: PriceCode) {
    super();
  }

  load(): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    return Promise.resolve(new Map());
  }

  evaluate(rows: readonly PriceRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    const verdicts = (rows ?? []).map((row) => evaluateRow(row, line, buyer, bases));
    return [choose(this.code, verdicts, [highestQty, lowestId])];
  }

  periods(rows: readonly PriceRow[] | undefined): readonly Dated[] {
    return rows ?? [];
  }
}

class Product extends Rows {
  override evaluate(
    rows: readonly PriceRow[] | undefined,
    line: Line,
    buyer: Buyer,
    bases: Bases,
  ): readonly Evaluation[] {
    return evaluateProductPrices(rows ?? [], line, buyer, bases);
  }
}

const product = aProduct({ price: 10, special: 9 });
const world = (customer: readonly RowParts[], tiers: readonly RowParts[] = []): readonly Loaded[] => [
  { source: new Rows('customer_price'), rows: new Map([[product.id, customer.map(aRow)]]) },
  { source: new Product('tier_price'), rows: new Map([[product.id, tiers.map(aRow)]]) },
];

const tiers = (loaded: readonly Loaded[], qty: number | string = 1, buyer = aBuyer()): string[] => {
  const line = aLine(qty, product);
  return fewTiers(loaded, line, buyer, priceLine(loaded, line, buyer)).map(
    (tier) => `${tier.qty.toFixed()}: ${tier.unitPrice.toFixed()} ${tier.candidate.code}`,
  );
};

describe('tiers of a product with thousands of thresholds', () => {
  const manyRows = (count: number): RowParts[] =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, qty: index + 1, value: (9000 - index) / 1000 }));
  const withRests = async (count: number) => {
    const [buyer, line, loaded] = [aBuyer(), aLine(1, product), world(manyRows(count))];
    const priced = priceLine(loaded, line, buyer);
    let rests = 0;
    const found = await tiersOf(loaded, line, buyer, priced, () => Promise.resolve(void (rests += 1)));
    expect(found.map(({ qty, unitPrice }) => [qty.toNumber(), unitPrice.toNumber()])).toEqual(
      Array.from({ length: count }, (_, index) => [index + 1, (9000 - index) / 1000]),
    );
    return rests;
  };

  it('yield to other work while they are calculated', async () => {
    // 400 thresholds with about 400 candidates each: yields after about 20,000 candidates.
    const rests = await withRests(400);
    expect(rests).toBeGreaterThanOrEqual(6);
    expect(rests).toBeLessThanOrEqual(9);
  });

  it('are calculated without yielding if there are few', async () => {
    expect(await withRests(50)).toBe(0);
  });
});

describe('tiers', () => {
  const rows: RowParts[] = [
    { id: 1, qty: 5, value: 8 },
    { id: 2, qty: '2.5', value: '8.5' },
    { id: 3, qty: 20, value: '7.5' },
  ];
  const all = ['1: 9 special_price', '2.5: 8.5 customer_price', '5: 8 customer_price', '20: 7.5 customer_price'];

  it.each(['0.5', 1, 3, 5, 1000])('are the same for every requested quantity: %s', (qty) => {
    expect(tiers(world(rows), qty)).toEqual(all);
  });

  it('are merged from several sources by quantity', () => {
    expect(tiers(world(rows, [{ id: 9, qty: 10, value: '7.75' }]))).toEqual([
      ...all.slice(0, 3),
      '10: 7.75 tier_price',
      all[3],
    ]);
  });

  it('include a threshold below 1', () => {
    expect(tiers(world([{ id: 1, qty: '0.5', value: 3 }]))).toEqual(['0.5: 3 customer_price']);
    expect(tiers(world([{ id: 1, qty: '0.5', value: 30 }]))).toEqual(['0.5: 9 special_price']);
  });

  it('omit steps that change nothing: dearer rows, expired rows, equal unit prices', () => {
    const idle: RowParts[] = [
      { id: 1, qty: 5, value: 12 },
      { id: 2, qty: 6, value: 1, to: '2026-01-01' },
      { id: 3, qty: 7, value: '9.00001' },
    ];
    expect(tiers(world(idle))).toEqual(['1: 9 special_price']);
  });

  it('omit steps without a price', () => {
    const euros = aBuyer({ currency: 'EUR' });
    expect(tiers(world([{ id: 1, qty: 5, value: 8, currency: 'EUR' }]), 1, euros)).toEqual(['5: 8 customer_price']);
  });

  it('equal the quote for that quantity', () => {
    const row = fc.record({ qty: fc.integer({ min: 1, max: 9 }), value: fc.integer({ min: 1, max: 12 }) });
    const settings = fc.record({
      priceSelect: fc.constantFrom('lowest' as const, 'highest' as const, 'sort_order' as const),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.array(row, { maxLength: 3 }), settings, (some, other, set) => {
        const buyer = aBuyer({}, set);
        const ids = (parts: RowParts[]) => parts.map((part, index) => ({ ...part, id: index + 1 }));
        const loaded = world(ids(some), ids(other));
        const line = aLine(1, product);
        const steps = fewTiers(loaded, line, buyer, priceLine(loaded, line, buyer));
        for (let qty = 1; qty < 12; qty += 1) {
          const step = steps.filter((tier) => tier.qty.lte(qty)).at(-1);
          expect(step?.unitPrice.toFixed()).toBe(
            priceLine(loaded, aLine(qty, product), buyer).selected?.taken.price.toFixed(),
          );
        }
      }),
    );
  });
});

describe('explanation', () => {
  const explained = (loaded: readonly Loaded[], buyer: Buyer) =>
    explain(priceLine(loaded, aLine(5, product), buyer), buyer).map(
      ({ code, verdict, selected, reason }) => `${code} ${verdict.row?.id ?? '-'} ${selected ? 'selected' : reason}`,
    );

  it('lists every row in sort order and marks one as selected', () => {
    const loaded = world(
      [
        { id: 1, value: 8 },
        { id: 2, qty: 6 },
        { id: 3, value: 8 },
      ],
      [{ id: 4, value: '8.5' }],
    );
    expect(explained(loaded, aBuyer())).toEqual([
      'customer_price 1 selected',
      'customer_price 2 below_qty',
      'customer_price 3 tie_in_source',
      'special_price - not_selected',
      'tier_price 4 not_selected',
      'orig_price - not_selected',
    ]);
  });

  it('marks prices that individual_prices_are_final excludes', () => {
    const buyer = aBuyer({}, { individualPricesAreFinal: 1 });
    expect(explained(world([{ id: 1, value: 11 }], [{ id: 4, value: 5 }]), buyer)).toEqual([
      'customer_price 1 not_selected',
      'special_price - individual_prices_are_final',
      'tier_price 4 individual_prices_are_final',
      'orig_price - selected',
    ]);
  });
});
