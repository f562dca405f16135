import {
  type Fault,
  invalidValue,
  missing,
  refuse,
  required,
  sentence,
  unsupported,
  wrongType,
} from '../kernel/index.js';
import {
  type Field,
  type SentCriteria,
  type SentFilter,
  type SentSort,
  takesList,
  typeCriteria,
} from '../records/index.js';
import { budgetFaults, type SearchBudget, sizeOfSearch } from '../web/index.js';
import type { SearchRequest } from '../operations/index.js';

type Node = Readonly<Record<string, unknown>>;

const isNode = (raw: unknown): raw is Node => typeof raw === 'object' && raw !== null;

const INDEX = /^\d+$/;

/** A list as qs parses it: an array, or an object by index if the indexes are sparse or high. */
const listed = (raw: Node): readonly unknown[] | undefined => {
  if (Array.isArray(raw)) return raw as readonly unknown[];
  const entries = Object.entries(raw);
  if (!entries.every(([index]) => INDEX.test(index))) return undefined;
  return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, member]) => member);
};

const members = (raw: unknown, name: string, faults: Fault[]): readonly Node[] => {
  if (raw === undefined || raw === '') return [];
  const indexed = isNode(raw) ? listed(raw) : undefined;
  if (!indexed) {
    faults.push(wrongType(name, raw, 'object[]'));
    return [];
  }
  return indexed.flatMap((member) => {
    if (isNode(member)) return [member];
    if (member !== '' && member !== undefined) faults.push(wrongType(name, member, 'object'));
    return [];
  });
};

const textOf = (raw: unknown, name: string, faults: Fault[]): string | undefined => {
  if (raw === undefined || typeof raw === 'string') return raw;
  faults.push(wrongType(name, raw, 'string'));
  return undefined;
};

/** Reports unknown parts: ignoring a misspelled one would widen the search. */
const refuseOthers = (node: Node, known: ReadonlySet<string>, faults: Fault[]): void => {
  faults.push(
    ...Object.keys(node)
      .filter((key) => !known.has(key))
      .map(unsupported),
  );
};

const fieldOf = (node: Node, faults: Fault[]): string | undefined => {
  const field = textOf(node['field'], 'field', faults);
  if (field === undefined && node['field'] === undefined) faults.push(required('field'));
  return field;
};

/** One string; for `in` and `nin` also a list of strings, which may contain commas. */
const valueOf = (raw: unknown, conditionType: string, faults: Fault[]): SentFilter['value'] => {
  const items = takesList(conditionType) && isNode(raw) ? listed(raw) : undefined;
  if (!items) return textOf(raw, 'value', faults) ?? '';
  return items.map((item) => textOf(item, 'value', faults) ?? '');
};

const FILTER_PARTS: ReadonlySet<string> = new Set(['field', 'value', 'condition_type']);

const filterOf = (node: Node, faults: Fault[]): readonly SentFilter[] => {
  refuseOthers(node, FILTER_PARTS, faults);
  const field = fieldOf(node, faults);
  const conditionType = textOf(node['condition_type'], 'condition_type', faults) ?? 'eq';
  const value = valueOf(node['value'], conditionType, faults);
  return field === undefined ? [] : [{ field, value, conditionType }];
};

const DIRECTIONS: ReadonlySet<string> = new Set(['ASC', 'DESC']);

const NO_DIRECTION = sentence(
  'The sort order has to be specified as %1 for ascending order or %2 for descending order.',
  ['ASC', 'DESC'],
);

const SORT_PARTS: ReadonlySet<string> = new Set(['field', 'direction']);

const sortOf = (node: Node, faults: Fault[]): readonly SentSort[] => {
  refuseOthers(node, SORT_PARTS, faults);
  const field = fieldOf(node, faults);
  const sent = node['direction'];
  const direction = sent === undefined ? 'DESC' : typeof sent === 'string' ? sent.toUpperCase() : '';
  if (!DIRECTIONS.has(direction)) faults.push(NO_DIRECTION);
  return field === undefined ? [] : [{ field, direction }];
};

const INT_TEXT = /^-?\d+$/;

const intOf = (raw: unknown, name: string, faults: Fault[]): number | undefined => {
  if (raw === undefined) return undefined;
  if (typeof raw !== 'string' || !INT_TEXT.test(raw)) {
    faults.push(wrongType(name, raw, 'int'));
    return undefined;
  }
  return Number(raw);
};

const pageSizeOf = (raw: unknown, largest: number, faults: Fault[]): number => {
  const size = intOf(raw, 'pageSize', faults) ?? 0;
  if (size < 0) faults.push(invalidValue('pageSize', size, `whole numbers from 0 to ${largest}`));
  if (size > largest) faults.push(sentence('Maximum SearchCriteria pageSize is %max', { max: largest }));
  return size === 0 ? largest : size;
};

const PAGE_MAX = 2_147_483_647;

const TWICE = sentence('A filter has both "value" and "values". Send only one of them.');

/**
 * A filter from an interface that has an element `values` for lists. Without entries, the element counts as absent.
 */
export const withValues = <F extends { readonly value?: unknown; readonly values?: readonly unknown[] | null }>({
  values,
  ...filter
}: F): Omit<F, 'values'> => {
  if (!values || values.length === 0) return filter;
  // Typed clients must always send a value; an empty one is ignored.
  if ((filter.value ?? '') !== '') refuse([TWICE]);
  return { ...filter, value: values };
};

/** Parsed search criteria whose field names are not validated yet (wire.md §4). */
interface CriteriaRead {
  readonly sent: SentCriteria;
  /** Whether the request has sort orders; only then the response repeats them. */
  readonly sorted: boolean;
}

/** Values that clients of the platform send for empty criteria. */
const NO_PARTS: ReadonlySet<unknown> = new Set(['', 'all', '0']);

const partsOf = (query: Node): Node => {
  const raw = query['search_criteria'];
  if (raw === undefined || NO_PARTS.has(raw)) return {};
  // If a query has both `searchCriteria` and its parts, qs returns a list of the text and the parts.
  if (Array.isArray(raw) && raw.every((part) => NO_PARTS.has(part) || isNode(part)))
    return Object.assign({}, ...(raw as readonly unknown[]).filter(isNode)) as Node;
  if (!isNode(raw)) refuse([wrongType('searchCriteria', raw, 'object')]);
  return raw as Node;
};

const GROUP_PARTS: ReadonlySet<string> = new Set(['filters']);
const PARTS: ReadonlySet<string> = new Set(['filter_groups', 'sort_orders', 'page_size', 'current_page']);

const groupOf = (node: Node, faults: Fault[]): readonly SentFilter[] => {
  refuseOthers(node, GROUP_PARTS, faults);
  return members(node['filters'], 'filters', faults).flatMap((filter) => filterOf(filter, faults));
};

export interface ReadingRules {
  readonly largestPage: number;
  readonly budget: SearchBudget;
  readonly mayBeAbsent?: boolean;
}

/**
 * Reads the result of `parseQuery` and reports all syntax errors together. All interfaces use it, so a search over the
 * budget is refused before any value is read.
 */
export const readCriteria = (query: Node, { largestPage, budget, mayBeAbsent = false }: ReadingRules): CriteriaRead => {
  if (query['search_criteria'] === undefined && !mayBeAbsent) throw missing('searchCriteria');
  const parts = partsOf(query);
  const faults: Fault[] = [];
  refuseOthers(parts, PARTS, faults);
  const groups = members(parts['filter_groups'], 'filter_groups', faults)
    .map((group) => groupOf(group, faults))
    .filter((filters) => filters.length > 0);
  const sort = members(parts['sort_orders'], 'sort_orders', faults).flatMap((node) => sortOf(node, faults));
  const page = Math.min(Math.max(intOf(parts['current_page'], 'currentPage', faults) ?? 1, 1), PAGE_MAX);
  const pageSize = pageSizeOf(parts['page_size'], largestPage, faults);
  refuse(budgetFaults(sizeOfSearch({ groups, sort }), budget));
  refuse(faults);
  return { sent: { groups, sort, page, pageSize }, sorted: sort.length > 0 };
};

export const criteriaOf = (byName: ReadonlyMap<string, Field>, { sent, sorted }: CriteriaRead): SearchRequest => ({
  criteria: typeCriteria(byName, sent),
  echo: {
    filter_groups: sent.groups.map((filters) => ({
      filters: filters.map(({ field, value, conditionType }) => ({ field, value, condition_type: conditionType })),
    })),
    ...(sorted ? { sort_orders: sent.sort } : {}),
    page_size: sent.pageSize,
    current_page: sent.page,
  },
});
