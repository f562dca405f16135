import { isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';

/** A difference between two versions. Null means absent, as in the API. */
export interface Difference {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from: Json;
  readonly to: Json;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** True if two JSON values are equal. Null equals absent, and the order of members is ignored. */
export const isSame = (one: Json, other: Json): boolean => {
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame(one[name] ?? null, other[name] ?? null));
  }
  if (isList(one) && isList(other)) {
    const longer = one.length < other.length ? other : one;
    return longer.every((_, index) => isSame(one[index] ?? null, other[index] ?? null));
  }
  return Object.is(one ?? null, other ?? null) || (one === 0 && other === 0);
};

/** Limits for the number of differences and the total length of their paths. */
export const DIFFERENCES_MAX = 10_000;
const PATHS_MAX = 4 * 1024 * 1024;

/** Thrown if there are more differences than the limit. */
export class TooDifferent extends Error {}

/**
 * Differences between two JSON values, down to single values: members by name, list entries by position. Null equals
 * absent. Throws `TooDifferent`.
 */
export const differences = (from: Json, to: Json): readonly Difference[] => {
  const found: Difference[] = [];
  let characters = 0;
  const tell = (one: Json, other: Json, path: string): void => {
    if (isJsonObject(one) && isJsonObject(other)) {
      const names = new Set([...Object.keys(one), ...Object.keys(other)]);
      for (const name of names) tell(one[name] ?? null, other[name] ?? null, below(path, name));
      return;
    }
    if (isList(one) && isList(other)) {
      const longer = one.length < other.length ? other : one;
      for (const index of longer.keys()) tell(one[index] ?? null, other[index] ?? null, `${path}[${index}]`);
      return;
    }
    if (Object.is(one, other) || (one === 0 && other === 0)) return;
    const change = one === null ? 'added' : other === null ? 'removed' : 'changed';
    found.push({ path, change, from: one, to: other });
    characters += path.length;
    if (found.length > DIFFERENCES_MAX || characters > PATHS_MAX) throw new TooDifferent();
  };
  tell(from, to, '');
  return found;
};

/**
 * Paths of filled values in an object that another object leaves out. A value that the other object names counts as
 * kept, even if it changes. A list is one value.
 */
export const droppedPaths = (from: JsonObject, to: JsonObject, path: string): readonly string[] =>
  Object.entries(from).flatMap(([name, value]) => {
    const own = below(path, name);
    if (isEmptyValue(value)) return [];
    if (!Object.hasOwn(to, name)) return isJsonObject(value) ? droppedPaths(value, {}, own) : [own];
    const other = to[name] ?? null;
    return isJsonObject(value) && isJsonObject(other) ? droppedPaths(value, other, own) : [];
  });

/** Applies a JSON Merge Patch (RFC 7396) to a value. */
export const mergePatched = (target: Json, patch: Json): Json => {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatched(merged.get(name) ?? null, value));
  return Object.fromEntries(merged);
};
