import { type Fault, sentence } from '../kernel/index.js';
import type { SentCriteria } from '../records/index.js';

/** Limits of one search (docs/wire.md, "4. searchCriteria"), set by the operator. */
export interface SearchBudget {
  /** Setting SEARCH_FILTERS_MAX. */
  readonly filters: number;
  /** Setting SEARCH_VALUES_MAX: number of values in all lists together. */
  readonly values: number;
}

/** Fixed for all callers, because each sort order adds a comparison to every pair of rows. */
export const SORT_ORDERS_MAX = 8;

/** The size of a search. Repeated parts count twice, because they are read twice. */
export interface SearchSize {
  readonly filters: number;
  readonly values: number;
  readonly sortOrders: number;
}

export const NO_SEARCH: SearchSize = { filters: 0, values: 0, sortOrders: 0 };

const LISTING: ReadonlySet<string> = new Set(['in', 'nin', 'finset', 'nfinset']);

/** Counts list entries without splitting, because a list may be as long as the request. */
const listLength = (text: string | readonly string[]): number => {
  if (typeof text !== 'string') return text.length;
  let count = 1;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) count += 1;
  return count;
};

export const sizeOfSearch = ({ groups, sort }: Pick<SentCriteria, 'groups' | 'sort'>): SearchSize => {
  let [filters, values] = [0, 0];
  for (const group of groups) {
    filters += group.length;
    for (const { conditionType, value } of group) if (LISTING.has(conditionType)) values += listLength(value);
  }
  return { filters, values, sortOrders: sort.length };
};

/**
 * Combines the sizes of a request's searches: filters and values add up, and a search without filters counts as one.
 * Sort orders are limited per search.
 */
export const sizeTogether = (one: SearchSize, other: SearchSize): SearchSize => ({
  filters: one.filters + Math.max(1, other.filters),
  values: one.values + other.values,
  sortOrders: Math.max(one.sortOrders, other.sortOrders),
});

const FILTERS =
  'The searches of this request have %count filters, but at most %max are allowed (SEARCH_FILTERS_MAX). Split the request, or combine values in one "in" filter.';
const VALUES =
  'The searches of this request have %count values in "in", "nin" and "finset", but at most %max are allowed (SEARCH_VALUES_MAX). Split the request.';
const SORT_ORDERS = 'The search has %count sort orders, but at most %max are allowed. Remove some of them.';

/** Errors of a search above the budget. Each message contains the limit and explains how to request less. */
export const budgetFaults = (size: SearchSize, budget: SearchBudget): readonly Fault[] => {
  const over = (count: number, max: number, message: string): readonly Fault[] =>
    count > max ? [sentence(message, { max, count })] : [];
  return [
    ...over(size.filters, budget.filters, FILTERS),
    ...over(size.values, budget.values, VALUES),
    ...over(size.sortOrders, SORT_ORDERS_MAX, SORT_ORDERS),
  ];
};
