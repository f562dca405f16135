import { Decimal } from '../../kernel/index.js';

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => sameValue(item, other[index]));

const sameObject = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameValue(one[key], other[key]));
};

/** Whether two values of a field are the same: decimals by number, instants by time, objects and lists by content. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (Decimal.isDecimal(one) && Decimal.isDecimal(other)) return one.eq(other);
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (Array.isArray(one) && Array.isArray(other)) return sameList(one, other);
  if (
    typeof one === 'object' &&
    typeof other === 'object' &&
    one &&
    other &&
    !Array.isArray(one) &&
    !Array.isArray(other)
  ) {
    return sameObject(one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>);
  }
  return false;
};
