import { type Condition, type Criteria, Decimal, type Filter } from '../../kernel/index.js';
import type { Field, Recorded, Resource, Resources } from '../../records/index.js';
import type { Dialect } from '../dialect.js';
import { allOf, anyOf, inList, NEVER, type Param, type Sql, sql } from '../sql.js';
import { keyColumn, lowerCase } from '../tables/key-columns.js';
import { type LinkTable } from '../tables/table-of.js';
import { likePattern } from './like.js';

/** What criteria need to know about a resource, in addition to its fields. */
export interface Searched {
  readonly resource: Resource;
  readonly resources: Resources;
  readonly links: readonly LinkTable[];
  readonly dialect: Dialect;
}

const COMPARISONS: Partial<Record<Condition, string>> = {
  gt: '>',
  lt: '<',
  gteq: '>=',
  lteq: '<=',
  from: '>=',
  to: '<=',
  moreq: '>=',
};

/** SQL's three-valued logic: NULL matches no condition except `null`. */
const not = (column: string, { text, params }: Sql): Sql => ({
  text: `(${column} IS NOT NULL AND NOT (${text}))`,
  params,
});

/** Negated conditions by the condition that they negate. */
const NEGATIVE: Partial<Record<Condition, Condition>> = { neq: 'eq', nin: 'in', nlike: 'like', nfinset: 'finset' };

const like = (column: string, field: Field, pattern: string, dialect: Dialect): Sql => {
  const known = likePattern(pattern, field.kind.type === 'string' ? field.kind.maxLength : 0);
  // The backslash is bound as a parameter, because no literal for it works in both databases.
  return known === undefined ? NEVER : sql(`${dialect.lower(column)} LIKE ${dialect.lower('?')} ESCAPE ?`, known, '\\');
};

/** Whether the value is an element of a comma-separated text column. A value that contains a comma never is. */
const inTextList = (column: string, value: string, dialect: Dialect): Sql =>
  value.includes(',') ? NEVER : sql(`INSTR(${dialect.concat("','", column, "','")}, ?) > 0`, `,${value},`);

/** A decimal with more digits than the column equals none of its values; other comparisons use its floor. */
const decimalCompared = (column: string, field: Field, condition: Condition, values: readonly Decimal[]): Sql => {
  const scale = field.kind.type === 'decimal' ? field.kind.scale : 0;
  const [value] = values;
  const operator = COMPARISONS[condition];
  if (!operator)
    return inList(
      column,
      values.filter((one) => one.decimalPlaces() <= scale).map((one) => one.toNumber()),
    );
  if (!value) return NEVER;
  const floor = value.toDecimalPlaces(scale, Decimal.ROUND_FLOOR);
  if (floor.eq(value)) return sql(`${column} ${operator} ?`, value);
  return sql(`${column} ${operator.startsWith('>') ? '>' : '<='} ?`, floor);
};

/** A non-negated condition on a scalar column. */
const positive = (
  column: string,
  field: Field,
  condition: Condition,
  values: readonly unknown[],
  dialect: Dialect,
): Sql => {
  const params = values as readonly Param[];
  const [first = null] = params;
  if (condition === 'like') return like(column, field, String(first), dialect);
  if (condition === 'finset' && field.kind.type === 'string') return inTextList(column, String(first), dialect);
  if (field.kind.type === 'decimal') return decimalCompared(column, field, condition, values as readonly Decimal[]);
  const operator = COMPARISONS[condition];
  if (operator) return sql(`${column} ${operator} ?`, first);
  const isLower = field.kind.type === 'string' && field.kind.lowerKey === true;
  return isLower
    ? inList(
        keyColumn(column),
        params.map((value) => lowerCase(String(value as string))),
      )
    : inList(column, params);
};

const scalar = (column: string, field: Field, { condition, values }: Filter, dialect: Dialect): Sql => {
  if (condition === 'null') return sql(`${column} IS NULL`);
  if (condition === 'notnull') return sql(`${column} IS NOT NULL`);
  const turned = NEGATIVE[condition];
  return turned
    ? not(column, positive(column, field, turned, values, dialect))
    : positive(column, field, condition, values, dialect);
};

const listed = (link: LinkTable, { condition, values }: Filter): Sql => {
  const owned = `SELECT l.${link.owner} FROM ${link.table} l`;
  if (condition === 'null') return sql(`t.id NOT IN (${owned})`);
  if (condition === 'notnull') return sql(`t.id IN (${owned})`);
  const { text, params } = inList(`l.${link.column}`, values as readonly Param[]);
  return { text: `t.id IN (${owned} WHERE ${text})`, params };
};

/** A key of another record is looked up in a subquery instead of a join, which is faster, especially for counting. */
const otherKey = (field: Field, filter: Filter, { resource, resources, dialect }: Searched): Sql => {
  const { property = '', resource: other = '', key = '' } = field.keyOf ?? {};
  const target = resources.named(other);
  const targetField = target.byProperty.get(key);
  const own = `t.${resource.byProperty.get(property)?.name ?? property}`;
  if (filter.condition === 'null' || filter.condition === 'notnull') return scalar(own, field, filter, dialect);
  if (!targetField) throw new Error(`${other} has no ${key}`);
  const { text, params } = scalar(`k.${targetField.name}`, targetField, filter, dialect);
  return { text: `${own} IN (SELECT k.id FROM ${target.table} k WHERE ${text})`, params };
};

/** Only declared properties become column names; texts from requests never do (wire.md §4). */
const declaredField = <T extends Recorded>({ byProperty, resource }: Resource<T>, property: string): Field => {
  const field = byProperty.get(property);
  if (!field) throw new Error(`${resource} has no property ${property}`);
  return field;
};

const filterSql = (filter: Filter, searched: Searched): Sql => {
  const field = declaredField(searched.resource, filter.property);
  if (field.keyOf) return otherKey(field, filter, searched);
  const link = searched.links.find((one) => one.field === field);
  return link ? listed(link, filter) : scalar(`t.${field.name}`, field, filter, searched.dialect);
};

const isBound = ({ condition }: Filter): boolean => condition === 'from' || condition === 'to';

/** Removes duplicate conditions: MariaDB compares each of hundreds of equal subqueries with all others. */
const distinct = (parts: readonly Sql[]): readonly Sql[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];

/** Combines the filters of a group with OR, except that `from` and `to` on the same field form a range. */
const groupSql = (filters: readonly Filter[], searched: Searched): Sql => {
  const bounds = filters.filter(isBound);
  const ranges = [...new Set(bounds.map(({ property }) => property))].map((name) =>
    allOf(bounds.filter(({ property }) => property === name).map((filter) => filterSql(filter, searched))),
  );
  return anyOf(
    distinct([...filters.filter((filter) => !isBound(filter)).map((filter) => filterSql(filter, searched)), ...ranges]),
  );
};

/** OR within a group, AND between groups; an empty group has no effect (wire.md §4). */
export const whereSql = ({ groups }: Pick<Criteria, 'groups'>, searched: Searched): Sql =>
  allOf(distinct(groups.filter((filters) => filters.length > 0).map((filters) => groupSql(filters, searched))));

/**
 * Whether the value of a property is unique. Does not consider conditional keys, which allow duplicates outside of
 * their condition.
 */
const isUnique = ({ unique, byProperty }: Resource, property: string): boolean =>
  property === 'id' ||
  (byProperty.get(property)?.nullable === false &&
    unique.some(({ properties, when }) => !when && properties.length === 1 && properties[0] === property));

export type Order = readonly (readonly [column: string, direction: 'ASC' | 'DESC'])[];

/**
 * The columns to sort by. The id comes last, so that pages never overlap. It is omitted if pages cannot overlap
 * anyway, because MariaDB only sorts by an index without additional columns. A key of another record is sorted as
 * selected.
 */
export const orderOf = ({ sort }: Criteria, resource: Resource): Order => {
  const keys = sort
    // For repeated sort fields, the first one counts; a query builder would use the last one.
    .filter(({ property }, at) => sort.findIndex((first) => first.property === property) === at)
    .map(({ property, direction }) => {
      const { keyOf, name } = declaredField(resource, property);
      return [keyOf ? name : `t.${name}`, direction] as const;
    });
  return sort.some(({ property }) => isUnique(resource, property)) ? keys : [...keys, ['t.id', 'ASC']];
};

export const orderSql = (criteria: Criteria, resource: Resource): string =>
  orderOf(criteria, resource)
    .map((key) => key.join(' '))
    .join(', ');
