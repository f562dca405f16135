import { day } from '../../../libs/kernel/index.js';
import { type LintContext, lintPool, type LintWebsite } from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, type RowParts } from '../../../test/support/pricing.js';
import type { ListTerms } from './evaluate-price-lists.js';
import { lintList, listPool, type ListShape, listMayStillCount } from './lint-price-lists.js';

const websites: readonly LintWebsite[] = [1, 2].map((websiteId) => ({
  buyer: aBuyer({
    customerId: null,
    websiteId,
    currency: websiteId === 1 ? 'GBP' : 'EUR',
    baseCurrency: websiteId === 1 ? 'GBP' : 'EUR',
  }),
  today: day('2026-06-15'),
}));
const context: LintContext = { websites, wants: () => true };

const terms = (parts: Partial<ListTerms> = {}): ListTerms => ({
  id: 7,
  name: 'A list',
  priority: 0,
  active: true,
  websiteId: 0,
  currency: null,
  fromDate: null,
  toDate: null,
  ...parts,
});

const shape = (parts: Partial<ListShape> = {}): ListShape => ({
  ...terms(),
  isBase: false,
  hasRows: true,
  isAssigned: true,
  ...parts,
});

describe('price list checks', () => {
  it.each<[string, Partial<ListShape>, readonly string[]]>([
    ['accept a list with rows and buyers', {}, []],
    ['report a list without rows', { hasRows: false }, ['empty_list']],
    ['report a list without buyers', { isAssigned: false }, ['empty_list']],
    ['report a list without rows and buyers once', { hasRows: false, isAssigned: false }, ['empty_list']],
    ['accept a base list without buyers', { isAssigned: false, isBase: true }, []],
    ['report a base list without rows', { hasRows: false, isBase: true }, ['empty_list']],
    ['report a list that ended yesterday', { toDate: day('2026-06-14') }, ['expired']],
    [
      'report nothing else for an expired list',
      { hasRows: false, isAssigned: false, toDate: day('2026-06-14') },
      ['expired'],
    ],
    ['accept a list that ends today', { toDate: day('2026-06-15') }, []],
    ['ignore an inactive list', { active: false, hasRows: false, toDate: day('2020-01-01') }, []],
  ])('%s', (_, parts, rules) => {
    expect(lintList(shape(parts), websites).map(({ rule, resource, id }) => [rule, resource, id])).toEqual(
      rules.map((rule) => [rule, 'priceList', 7]),
    );
  });

  it('name what is missing', () => {
    expect(lintList(shape({ hasRows: false, isAssigned: false }), websites)[0]?.message).toBe(
      'The list has no rows. The list applies to no buyer: it is neither assigned nor a base list.',
    );
  });

  it('ignore the rows of inactive and expired lists', () => {
    expect(listMayStillCount(terms(), websites)).toBe(true);
    expect(listMayStillCount(terms({ active: false }), websites)).toBe(false);
    expect(listMayStillCount(terms({ toDate: day('2026-06-14') }), websites)).toBe(false);
    expect(listMayStillCount(terms({ fromDate: day('2027-01-01') }), websites)).toBe(true);
  });

  it.each<[string, Partial<ListTerms>, readonly RowParts[], readonly string[]]>([
    ['accept different thresholds for one product', {}, [{ value: 8 }, { value: 7, qty: 10 }], []],
    [
      'report a dearer row and overlapping periods',
      {},
      [{ value: 8 }, { value: 7, to: '2026-12-31' }, { value: 9 }],
      ['unreachable_row 3', 'overlapping_windows 2', 'overlapping_windows 3'],
    ],
    [
      'report a row outside the period of the list',
      { toDate: day('2026-12-31') },
      [{ from: '2027-01-01' }],
      ['unreachable_row 1'],
    ],
    [
      'use the currency of the list',
      { currency: 'EUR' },
      [{}, { currency: 'EUR', to: '2026-12-31' }],
      ['unreachable_row 2', 'tie 2'],
    ],
    ['ignore the cost if the list is not in the base currency', { currency: 'EUR', websiteId: 1 }, [{ value: 1 }], []],
    ['report a price below the cost in the base currency', { currency: 'EUR' }, [{ value: 1 }], ['below_cost 1']],
  ])('%s', (_, list, rows, findings) => {
    const pool = listPool(
      rows.map((parts, index) => ({
        ...aRow({ id: index + 1, value: 8, ...parts }),
        websiteId: list.websiteId ?? 0,
        list: terms(list),
      })),
      () => aProduct({ price: 10, cost: 5 }),
    );
    expect(lintPool(pool, context).map(({ rule, id }) => `${rule} ${id}`)).toEqual(findings);
  });
});
