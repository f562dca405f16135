import { isJsonObject, type Json } from '../../passport/domain/index.js';

/** One place in which two versions differ; null stands for absent, as it does on the wire. */
export interface Difference {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from: Json;
  readonly to: Json;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether two JSON values say the same: null and absent are the same, and the order of members says nothing. */
export const isSame = (one: Json, other: Json): boolean => {
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame(one[name] ?? null, other[name] ?? null));
  }
  if (isList(one) && isList(other)) {
    const longer = one.length < other.length ? other : one;
    return longer.every((_, place) => isSame(one[place] ?? null, other[place] ?? null));
  }
  return Object.is(one ?? null, other ?? null) || (one === 0 && other === 0);
};

/** How many differences are told, and how long their paths may be together. */
export const DIFFERENCES_MAX = 10_000;
const PATHS_MAX = 4 * 1024 * 1024;

/** There are more of them than can be told. */
export class TooDifferent extends Error {}

/**
 * What two JSON values differ in, down to single values: members by name, entries of lists by place. Null and absent are
 * the same. Throws `TooDifferent`.
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
      for (const place of longer.keys()) tell(one[place] ?? null, other[place] ?? null, `${path}[${place}]`);
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
