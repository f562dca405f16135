import {
  budgetFaults,
  NO_SEARCH,
  type SearchSize,
  sizeOfSearch,
  sizeTogether,
  SORT_ORDERS_MAX,
} from './search-budget.js';

const BUDGET = { filters: 50, values: 1000 };
const size = (given: Partial<SearchSize>): SearchSize => ({ ...NO_SEARCH, ...given });
const filter = (conditionType: string, value = '') => ({ field: 'sku', conditionType, value });

describe('the budget of searches (docs/wire.md, "4. searchCriteria")', () => {
  it('counts the filters of all groups, but only the values of lists', () => {
    expect(
      sizeOfSearch({
        groups: [
          [filter('in', 'a,b'), filter('eq', 'a,b,c')],
          [filter('nin', ',,'), filter('finset', ''), filter('nfinset', 'a'), filter('like', '%,%')],
        ],
        sort: [{ field: 'sku', direction: 'ASC' }],
      }),
    ).toEqual({ filters: 6, values: 7, sortOrders: 1 });
  });

  it('adds up several searches; one without filters counts as one filter', () => {
    const search = size({ filters: 3, values: 5, sortOrders: 2 });
    expect(sizeTogether(sizeTogether(NO_SEARCH, search), search)).toEqual({ filters: 6, values: 10, sortOrders: 2 });
    expect(sizeTogether(search, NO_SEARCH)).toEqual({ filters: 4, values: 5, sortOrders: 2 });
  });

  it.each([
    [size({ filters: 50, values: 1000, sortOrders: SORT_ORDERS_MAX }), 0],
    [size({ filters: 51 }), 1],
    [size({ values: 1001 }), 1],
    [size({ sortOrders: SORT_ORDERS_MAX + 1 }), 1],
    [size({ filters: 51, values: 1001, sortOrders: 9 }), 3],
  ])('for %j reports %i errors', (asked, count) => expect(budgetFaults(asked, BUDGET)).toHaveLength(count));

  it('names its settings in the errors', () => {
    const faults = budgetFaults(size({ filters: 51, values: 1001 }), BUDGET);
    expect(faults).toMatchObject([
      { message: expect.stringContaining('(SEARCH_FILTERS_MAX)') },
      { message: expect.stringContaining('(SEARCH_VALUES_MAX)') },
    ]);
  });
});
