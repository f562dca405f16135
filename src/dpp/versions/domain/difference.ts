import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';

/**
 * The difference of a value from another one: `v` is a new value, `o` lists changed members of an object, `j` is an
 * object inside a JSON text.
 */
export type Difference =
  { readonly v: Json } | { readonly o: Readonly<Record<string, Difference>> } | { readonly j: Difference };

/** The object that a text contains as compact JSON. */
const objectIn = (value: Json | undefined): JsonObject | undefined => {
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  try {
    const object = JSON.parse(value) as JsonObject;
    return JSON.stringify(object) === value ? object : undefined;
  } catch {
    return undefined;
  }
};

/** Compares members by name. Added members come last. If a member was removed, the whole value is replaced. */
export const differenceOf = (from: Json | undefined, to: Json): Difference => {
  if (isJsonObject(from) && isJsonObject(to)) {
    if (Object.keys(from).some((name) => !Object.hasOwn(to, name))) return { v: to };
    const changed = Object.entries(to).filter(
      ([name, value]) => !Object.hasOwn(from, name) || JSON.stringify(from[name]) !== JSON.stringify(value),
    );
    const own = (name: string): Json | undefined => (Object.hasOwn(from, name) ? from[name] : undefined);
    return { o: Object.fromEntries(changed.map(([name, value]) => [name, differenceOf(own(name), value)])) };
  }
  const [before, after] = [objectIn(from), objectIn(to)];
  return before && after ? { j: differenceOf(before, after) } : { v: to };
};

export const withDifference = (from: Json | undefined, difference: Difference): Json => {
  if ('v' in difference) return difference.v;
  if ('j' in difference) return JSON.stringify(withDifference(objectIn(from) ?? {}, difference.j));
  const before: JsonObject = isJsonObject(from) ? from : {};
  const next = new Map(Object.entries(before));
  for (const [name, own] of Object.entries(difference.o)) next.set(name, withDifference(next.get(name), own));
  return Object.fromEntries(next);
};
