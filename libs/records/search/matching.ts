import { Decimal, type Filter, isLike } from '../../kernel/index.js';

/** Compares by code point, like both databases (wire.md §4). */
const compareText = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Sort order of a field's values; NULL comes first. */
export const compareValues = (one: unknown, other: unknown): number => {
  if (one === null || other === null) return Number(other === null) - Number(one === null) || 0;
  if (Decimal.isDecimal(one)) return one.cmp(other as Decimal);
  if (one instanceof Date) return one.getTime() - (other as Date).getTime();
  if (typeof one === 'number') return one - (other as number);
  return compareText(one as string, other as string);
};

/** Whether a comma-separated text contains the value. Other values are compared directly. */
const inList = (value: unknown, wanted: unknown): boolean =>
  typeof value === 'string' ? value.split(',').includes(String(wanted)) : compareValues(value, wanted) === 0;

const holds = (value: unknown, { condition, values: [first, ...more] }: Filter): boolean => {
  if (Array.isArray(value)) {
    if (condition === 'null') return value.length === 0;
    return [first, ...more].some((id) => value.includes(id));
  }
  if (condition === 'null') return value === null;
  if (condition === 'notnull') return value !== null;
  if (value === null) return false;
  const order = compareValues(value, first);
  switch (condition) {
    case 'eq':
      return order === 0;
    case 'neq':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'lt':
      return order < 0;
    case 'gteq':
    case 'from':
    case 'moreq':
      return order >= 0;
    case 'lteq':
    case 'to':
      return order <= 0;
    case 'in':
    case 'nin':
      return [first, ...more].some((wanted) => compareValues(value, wanted) === 0) === (condition === 'in');
    case 'like':
    case 'nlike':
      return isLike(value as string, String(first)) === (condition === 'like');
    case 'finset':
    case 'nfinset':
      return inList(value, first) === (condition === 'finset');
  }
};

/**
 * Whether an object matches a group of filters, with the same result as in the databases: OR within the group; `from`
 * and `to` on the same field form a range (wire.md §4).
 */
export const matchesGroup = (record: object, group: readonly Filter[]): boolean => {
  const valueOf = (property: string): unknown => (record as Readonly<Record<string, unknown>>)[property] ?? null;
  const ranges = new Map<string, boolean>();
  let some = false;
  for (const filter of group) {
    const { property, condition } = filter;
    const held = holds(valueOf(property), filter);
    if (condition === 'from' || condition === 'to') ranges.set(property, (ranges.get(property) ?? true) && held);
    else some ||= held;
  }
  return some || [...ranges.values()].includes(true);
};
