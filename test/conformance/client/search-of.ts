import { parseQuery } from '../../../libs/web/index.js';

type Node = Readonly<Record<string, unknown>>;

export interface AskedFilter {
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

/** A search in the form of the client's builder. */
export interface AskedSearch {
  readonly groups: readonly (readonly AskedFilter[])[];
  readonly sort: readonly { readonly field: string; readonly direction: string }[];
  readonly pageSize: number | undefined;
  readonly page: number | undefined;
  /** Parameters other than the criteria. */
  readonly others: Readonly<Record<string, string>>;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Undefined if any part cannot be read. */
const all = <T>(raw: unknown, read: (node: Node) => T | undefined): readonly T[] | undefined => {
  if (raw === undefined || raw === '') return [];
  if (!isNode(raw)) return undefined;
  const parts = Object.values(raw).map((node) => (isNode(node) ? read(node) : undefined));
  return parts.includes(undefined) ? undefined : (parts as readonly T[]);
};

const holdsOnly = (node: Node, ...names: readonly string[]): boolean =>
  Object.entries(node).every(([name, value]) => names.includes(name) && typeof value === 'string');

const filterOf = (node: Node): AskedFilter | undefined => {
  const { field, value = '', condition_type: condition = 'eq' } = node as Readonly<Record<string, string>>;
  return field === undefined || !holdsOnly(node, 'field', 'value', 'condition_type')
    ? undefined
    : { field, value, condition };
};

const sortOf = (node: Node) => {
  const { field, direction = 'DESC' } = node as Readonly<Record<string, string>>;
  return field === undefined || !holdsOnly(node, 'field', 'direction') ? undefined : { field, direction };
};

const sizeOf = (raw: unknown): number | undefined | null => {
  if (raw === undefined) return undefined;
  return typeof raw === 'string' && /^-?\d{1,9}$/.test(raw) ? Number(raw) : null;
};

/** The search of a query string; undefined if the client's builder cannot express it. */
export const searchOf = (query: string): AskedSearch | undefined => {
  const { search_criteria: criteria = '', ...others } = parseQuery(query) as Node;
  if (!Object.values(others).every((value) => typeof value === 'string')) return undefined;
  if (criteria !== '' && !isNode(criteria)) return undefined;
  const { filter_groups, sort_orders, page_size, current_page, ...more } = criteria === '' ? {} : criteria;
  const groups = all(filter_groups, (group) =>
    Object.keys(group).join() === 'filters' ? all(group['filters'], filterOf) : undefined,
  );
  const sort = all(sort_orders, sortOf);
  const [pageSize, page] = [sizeOf(page_size), sizeOf(current_page)];
  if (!groups || !sort || pageSize === null || page === null || Object.keys(more).length > 0) return undefined;
  return { groups, sort, pageSize, page, others: others as Readonly<Record<string, string>> };
};
