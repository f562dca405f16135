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

describe('the checks of a price list', () => {
  it.each<[string, Partial<ListShape>, readonly string[]]>([
    ['rows and readers', {}, []],
    ['no rows', { hasRows: false }, ['empty_list']],
    ['no readers', { isAssigned: false }, ['empty_list']],
    ['neither is told once', { hasRows: false, isAssigned: false }, ['empty_list']],
    ['a base list needs no readers', { isAssigned: false, isBase: true }, []],
    ['but rows', { hasRows: false, isBase: true }, ['empty_list']],
    ['over since yesterday', { toDate: day('2026-06-14') }, ['expired']],
    ['over, and nothing else is said', { hasRows: false, isAssigned: false, toDate: day('2026-06-14') }, ['expired']],
    ['until today', { toDate: day('2026-06-15') }, []],
    ['switched off: nothing is said', { active: false, hasRows: false, toDate: day('2020-01-01') }, []],
  ])('%s', (_, parts, rules) => {
    expect(lintList(shape(parts), websites).map(({ rule, resource, id }) => [rule, resource, id])).toEqual(
      rules.map((rule) => [rule, 'priceList', 7]),
    );
  });

  it('say what is missing', () => {
    expect(lintList(shape({ hasRows: false, isAssigned: false }), websites)[0]?.message).toBe(
      'The list has no rows. The list applies to no buyer: it is neither assigned nor a base list.',
    );
  });

  it('look no more at the rows of a list that is switched off or over', () => {
    expect(listMayStillCount(terms(), websites)).toBe(true);
    expect(listMayStillCount(terms({ active: false }), websites)).toBe(false);
    expect(listMayStillCount(terms({ toDate: day('2026-06-14') }), websites)).toBe(false);
    expect(listMayStillCount(terms({ fromDate: day('2027-01-01') }), websites)).toBe(true);
  });

  it.each<[string, Partial<ListTerms>, readonly RowParts[], readonly string[]]>([
    ['its rows for one product', {}, [{ value: 8 }, { value: 7, qty: 10 }], []],
    [
      'the dearer one',
      {},
      [{ value: 8 }, { value: 7, to: '2026-12-31' }, { value: 9 }],
      ['unreachable_row 3', 'overlapping_windows 2', 'overlapping_windows 3'],
    ],
    ['days beyond those of the list', { toDate: day('2026-12-31') }, [{ from: '2027-01-01' }], ['unreachable_row 1']],
    [
      'the currency of the list',
      { currency: 'EUR' },
      [{}, { currency: 'EUR', to: '2026-12-31' }],
      ['unreachable_row 2', 'tie 2'],
    ],
    [
      'below the cost in the list’s currency: only where it is the base one',
      { currency: 'EUR', websiteId: 1 },
      [{ value: 1 }],
      [],
    ],
    ['and there it is', { currency: 'EUR' }, [{ value: 1 }], ['below_cost 1']],
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
