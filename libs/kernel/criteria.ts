/** Search criteria after reading: fields are known, values are of the field's type (wire.md §4). */
export type Condition =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'lt'
  | 'gteq'
  | 'lteq'
  | 'from'
  | 'to'
  | 'moreq'
  | 'like'
  | 'nlike'
  | 'in'
  | 'nin'
  | 'null'
  | 'notnull'
  | 'finset'
  | 'nfinset';

export const CONDITIONS: readonly Condition[] = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gteq',
  'lteq',
  'from',
  'to',
  'moreq',
  'like',
  'nlike',
  'in',
  'nin',
  'null',
  'notnull',
  'finset',
  'nfinset',
];

/** One test of one field; `values` holds what the condition compares with: none for null, several for in. */
export interface Filter {
  /** The record's property, never a column name. */
  readonly property: string;
  readonly condition: Condition;
  readonly values: readonly unknown[];
}

export interface Sort {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/** OR inside a group, AND between groups; the id is always the last sort key. `page` counts from 1. */
export interface Criteria {
  readonly groups: readonly (readonly Filter[])[];
  readonly sort: readonly Sort[];
  readonly page: number;
  readonly pageSize: number;
  /** The total is not needed: counting a million rows for each page is slow. */
  readonly uncounted?: boolean;
}

/** `total` counts all matches, not those of this page; of uncounted ones those up to the end of this page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** ETags of the items, where they are asked for. */
  readonly etags?: readonly string[];
}

export const everything = (pageSize: number): Criteria => ({ groups: [], sort: [], page: 1, pageSize });
