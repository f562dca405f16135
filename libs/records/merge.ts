import { Decimal } from '../kernel/index.js';
import type { Recorded, Resource } from './definition.js';

export type Values = Readonly<Record<string, unknown>>;

type Attributes = Readonly<Record<string, string | readonly string[] | null>>;

const OWN: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** Attributes merge by code, null removes one (commerce.md). */
const mergeAttributes = (previous: Attributes, sent: Attributes): Attributes =>
  Object.fromEntries(Object.entries({ ...previous, ...sent }).filter(([, value]) => value !== null));

/** The record as it will be: what was sent over what was there; a list replaces the whole list. */
export const merged = <T extends Recorded>(resource: Resource<T>, previous: T | undefined, values: Values): T => {
  const next: Record<string, unknown> = { ...previous, ...values };
  for (const { property, kind } of resource.fields) {
    if (kind.type === 'attributes' && values[property] !== undefined) {
      const before = (previous as Values | undefined)?.[property] as Attributes | undefined;
      next[property] = mergeAttributes(before ?? {}, values[property] as Attributes);
    }
  }
  return next as unknown as T;
};

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => sameValue(item, other[index]));

const sameObject = (one: Values, other: Values): boolean => {
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
    return sameObject(one as Values, other as Values);
  }
  return false;
};

/** Sets compare without order. */
const sameIds = (one: unknown, other: unknown): boolean =>
  sameValue(
    [...((one as number[] | undefined) ?? [])].sort((a, b) => a - b),
    [...((other as number[] | undefined) ?? [])].sort((a, b) => a - b),
  );

/** Whether a write would change anything but the instants of writing (pricing.md §5). */
export const differs = <T extends Recorded>(resource: Resource<T>, previous: T, next: T): boolean =>
  resource.fields.some(({ property, kind, keyOf }) => {
    if (OWN.has(property) || keyOf) return false;
    const [before, after] = [(previous as unknown as Values)[property], (next as unknown as Values)[property]];
    return kind.type === 'ids' ? !sameIds(before, after) : !sameValue(before, after);
  });
