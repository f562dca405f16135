import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import { day } from '../../../libs/kernel/index.js';
import { basesOf, type Buyer, type Evaluation } from '../../../libs/pricing/index.js';
import { evaluatePriceLists, type ListRow, type ListTerms } from './evaluate-price-lists.js';

const aList = (id: number, parts: Partial<ListTerms> = {}): ListTerms => ({
  id,
  name: `List ${id}`,
  priority: 0,
  active: true,
  websiteId: 0,
  currency: null,
  fromDate: null,
  toDate: null,
  ...parts,
});

let nextId = 1;
const rowsOf = (list: ListTerms, ...rows: readonly RowParts[]): ListRow[] =>
  rows.map((parts) => ({
    ...aRow({ id: nextId++, ...parts, recordType: 'priceListProduct', parentId: list.id, name: list.name }),
    list,
  }));

const evaluate = (
  { reached = [], base = [] }: { reached?: readonly ListRow[]; base?: readonly ListRow[] },
  qty: string | number = 1,
  buyer: Buyer = aBuyer(),
): Readonly<Record<'list' | 'base', Evaluation>> => {
  const line = aLine(qty, aProduct({ price: 80 }));
  const [list, of] = evaluatePriceLists({ reached, base }, line, buyer, basesOf(line.product, buyer, line.day));
  if (!list || !of) throw new Error('two codes, two evaluations');
  return { list, base: of };
};

const price = ({ taken }: Evaluation): string | undefined => taken?.price.toFixed();

const A = rowsOf(aList(1, { priority: 10 }), { qty: 1, value: 100 }, { qty: 10, value: 95 });
const B = rowsOf(aList(2, { priority: 20 }), { qty: 1, value: 98 }, { qty: 50, value: 90 });
const merging = aBuyer({}, { mergePricelistQtys: 1 });

describe('pricelist', () => {
  it.each([
    [1, '98', '98'],
    [9, '98', '98'],
    [10, '98', '95'],
    [49, '98', '95'],
    [50, '90', '90'],
  ])('with list A (priority 10) and B (priority 20): %i pieces cost %s, merged %s', (qty, separate, merged) => {
    expect(price(evaluate({ reached: [...A, ...B] }, qty).list)).toBe(separate);
    expect(price(evaluate({ reached: [...B, ...A] }, qty, merging).list)).toBe(merged);
  });

  it('prefers the lowest price, then the lowest ID, of merged rows with one threshold', () => {
    const rows = [
      ...rowsOf(aList(1, { priority: 9 }), { id: 3, value: 7 }),
      ...rowsOf(aList(2), { id: 2, value: 5 }, { id: 1, value: 5 }),
    ];
    expect(evaluate({ reached: rows }, 1, merging).list.taken?.row?.id).toBe(1);
  });

  it('combines the rows of lists with the same top priority', () => {
    const one = aList(1, { priority: 5 });
    const other = aList(2, { priority: 5 });
    const lower = aList(3, { priority: 4 });
    const rows = [
      ...rowsOf(one, { qty: 1, value: 10 }, { qty: 10, value: 9 }),
      ...rowsOf(other, { qty: 1, value: 8 }, { qty: 20, value: 12 }),
      ...rowsOf(lower, { qty: 30, value: 1 }),
    ];
    expect([1, 10, 20, 30].map((qty) => price(evaluate({ reached: rows }, qty).list))).toEqual(['8', '9', '12', '12']);
  });

  it('skips a list without a usable row', () => {
    const top = aList(1, { priority: 20 });
    const next = rowsOf(aList(2, { priority: 10 }), { value: 9 });
    const unusable: RowParts[] = [
      { qty: 2 },
      { value: 0 },
      { to: '2026-01-01' },
      { currency: 'EUR' },
      { type: 2, on: 'cost' },
    ];
    for (const parts of unusable) {
      expect(price(evaluate({ reached: [...rowsOf(top, parts), ...next] }).list)).toBe('9');
    }
  });

  it.each<[string, Partial<ListTerms>]>([
    ['inactive', { active: false }],
    ['other_website', { websiteId: 2 }],
    ['other_currency', { currency: 'EUR' }],
    ['out_of_date', { toDate: day('2026-06-14') }],
  ])('ignores a list that is %s', (reason, parts) => {
    const { list } = evaluate({ reached: rowsOf(aList(1, parts), {}) });
    expect(list.taken).toBeUndefined();
    expect(list.verdicts[0]?.reason).toBe(reason);
  });

  it('uses the currency of the row, else of the list, else the base currency', () => {
    const euros = aBuyer({ currency: 'EUR' });
    const list = aList(1, { currency: 'EUR' });
    expect(price(evaluate({ reached: rowsOf(list, { value: 5 }) }, 1, euros).list)).toBe('5');
    expect(price(evaluate({ reached: rowsOf(list, { value: 5, currency: 'GBP' }) }, 1, euros).list)).toBeUndefined();
    expect(price(evaluate({ reached: rowsOf(aList(2), { value: 5 }) }, 1, euros).list)).toBeUndefined();
  });

  it('gives each row the reason why it was not selected', () => {
    const rows = [
      ...rowsOf(aList(1, { priority: 1 }), { qty: 9, value: 1 }),
      ...rowsOf(
        aList(2, { priority: 5 }),
        { qty: 1, value: 1 },
        { id: 90, qty: 5, value: 8 },
        { id: 80, qty: 5, value: 7 },
      ),
      ...rowsOf(aList(3, { priority: 5 }), { id: 81, qty: 5, value: 7 }),
    ];
    expect(evaluate({ reached: rows }, 9).list.verdicts.map(({ reason }) => reason)).toEqual([
      'lower_priority',
      'lower_qty',
      'dearer_in_source',
      null,
      'tie_in_source',
    ]);
  });
});

describe('base_pricelist', () => {
  const own = aList(1, { websiteId: 1 });
  const general = aList(2);

  it("is the website's own list", () => {
    const base = [...rowsOf(general, { value: 5 }), ...rowsOf(own, { value: 9 })];
    expect(price(evaluate({ base }).base)).toBe('9');
  });

  it('is the list of website 0 if the own one has no usable row', () => {
    const base = [...rowsOf(general, { value: 5 }), ...rowsOf(own, { value: 9, qty: 2 })];
    expect([1, 2].map((qty) => price(evaluate({ base }, qty).base))).toEqual(['5', '9']);
  });

  it('is never the list of another website', () => {
    expect(evaluate({ base: rowsOf(aList(1, { websiteId: 2 }), {}) }).base.taken).toBeUndefined();
  });

  it('exists only without a pricelist candidate', () => {
    const base = rowsOf(general, { value: 5 });
    const reached = rowsOf(aList(3), { value: 9, qty: 2 });
    expect(price(evaluate({ reached, base }, 1).base)).toBe('5');
    const both = evaluate({ reached, base }, 2);
    expect([price(both.list), price(both.base)]).toEqual(['9', undefined]);
    expect(both.base.verdicts[0]?.reason).toBe('lower_priority');
  });

  it('has thresholds like every list', () => {
    const base = rowsOf(general, { qty: 1, value: 5 }, { qty: 10, value: 7 });
    expect([1, 10].map((qty) => price(evaluate({ base }, qty).base))).toEqual(['5', '7']);
  });
});
