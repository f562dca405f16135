import { isJsonObject, type Json } from './json.js';

/** One place in which two versions differ; null stands for absent, as it does on the wire. */
export interface Difference {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from: Json;
  readonly to: Json;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * What two JSON values differ in, down to single values: members by name, entries of lists by place. Null and absent are
 * the same.
 */
export const differences = (from: Json, to: Json, path = ''): readonly Difference[] => {
  if (isJsonObject(from) && isJsonObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => differences(from[name] ?? null, to[name] ?? null, below(path, name)));
  }
  if (isList(from) && isList(to)) {
    const places = Array.from({ length: Math.max(from.length, to.length) }, (_, place) => place);
    return places.flatMap((place) => differences(from[place] ?? null, to[place] ?? null, `${path}[${place}]`));
  }
  if (Object.is(from, to) || (from === 0 && to === 0)) return [];
  const change = from === null ? 'added' : to === null ? 'removed' : 'changed';
  return [{ path, change, from, to }];
};
