/** How a value is compared; `in` and `nin` take a list. */
export type Condition =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gteq'
  | 'lt'
  | 'lteq'
  | 'from'
  | 'to'
  | 'like'
  | 'nlike'
  | 'in'
  | 'nin'
  | 'finset'
  | 'nfinset'
  | 'null'
  | 'notnull';

export type Value = string | number;

export interface Filter {
  readonly field: string;
  readonly condition: Condition;
  readonly value?: Value | readonly Value[];
}

/** Alternatives inside a group; groups hold together. */
export interface Criteria {
  readonly groups: readonly (readonly Filter[])[];
  readonly sort: readonly { readonly field: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly pageSize: number;
  readonly page: number;
}

/** A list goes as a list, because its values may contain commas. */
const valuesOf = (name: string, value: Filter['value']): readonly (readonly [string, string])[] => {
  if (value === undefined) return [];
  return typeof value === 'object' ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]];
};

const pairsOf = ({ groups, sort, pageSize, page }: Criteria): readonly (readonly [string, string])[] => [
  ...groups.flatMap((filters, group) =>
    filters.flatMap(({ field, condition, value }, index) => {
      const at = `searchCriteria[filter_groups][${group}][filters][${index}]`;
      return [[`${at}[field]`, field], [`${at}[condition_type]`, condition], ...valuesOf(`${at}[value]`, value)] as [
        string,
        string,
      ][];
    }),
  ),
  ...sort.flatMap(
    ({ field, direction }, index) =>
      [
        [`searchCriteria[sortOrders][${index}][field]`, field],
        [`searchCriteria[sortOrders][${index}][direction]`, direction],
      ] as [string, string][],
  ),
  ['searchCriteria[pageSize]', String(pageSize)],
  ['searchCriteria[currentPage]', String(page)],
];

const isCriteria = (value: unknown): value is Criteria =>
  typeof value === 'object' && value !== null && 'groups' in value;

/** The query string of a request: criteria in the platform's brackets, lists with a bracket each, nothing for undefined. */
export const querySerializer = (query: Readonly<Record<string, unknown>>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (isCriteria(value)) for (const pair of pairsOf(value)) parameters.append(...(pair as [string, string]));
    else if (Array.isArray(value)) for (const one of value) parameters.append(`${name}[]`, String(one));
    else if (value !== undefined && value !== null) parameters.append(name, `${value as Value}`);
  }
  return parameters.toString();
};
