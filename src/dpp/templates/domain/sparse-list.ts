import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';

/** Key of a sparse list. It is not a valid property name, and in a language map its value would be a text. */
const ENTRIES = '@entries';

type Sparse = readonly (readonly [index: number, entry: Json])[];

const sparseOf = (value: Json): Sparse | undefined => {
  const entries = isJsonObject(value) ? value[ENTRIES] : undefined;
  return Array.isArray(entries) ? entries : undefined;
};

/** A list with missing entries, stored with the positions of the others. */
export const sparseList = (entries: readonly (Json | undefined)[]): JsonObject => ({
  [ENTRIES]: entries.flatMap((entry, index): Json[] => (entry === undefined ? [] : [[index, entry]])),
});

/** Converts sparse lists to plain ones before they are shown, so that omitted entries cannot be counted. */
export const dense = (value: Json): Json => {
  const sparse = sparseOf(value);
  if (sparse) return sparse.map(([, entry]) => dense(entry));
  if (Array.isArray(value)) return (value as readonly Json[]).map(dense);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, dense(member)]));
};

const joinedLists = (one: Sparse, other: Sparse): JsonObject => {
  const entries = new Map(one);
  for (const [index, entry] of other) {
    const known = entries.get(index);
    entries.set(index, known === undefined ? entry : joinedValue(known, entry));
  }
  return { [ENTRIES]: [...entries].toSorted(([first], [second]) => first - second) };
};

const joinedValue = (one: Json, other: Json): Json => {
  const [ofOne, ofOther] = [sparseOf(one), sparseOf(other)];
  if (ofOne && ofOther) return joinedLists(ofOne, ofOther);
  // A value that is not an object belongs entirely to one part.
  return isJsonObject(one) && isJsonObject(other) ? joined(one, other) : one;
};

/** Merges the parts of a payload for two points. No value is in both. */
export const joined = (one: JsonObject, other: JsonObject): JsonObject => {
  const members = new Map(Object.entries(one));
  for (const [name, member] of Object.entries(other)) {
    const known = members.get(name);
    members.set(name, known === undefined ? member : joinedValue(known, member));
  }
  return Object.fromEntries(members);
};
