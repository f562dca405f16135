import { isJsonObject, type Json } from './json.js';

const byCodeUnit = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

const HALF_OF_A_PAIR = /\p{Surrogate}/u;

const text = (value: string): string => {
  if (HALF_OF_A_PAIR.test(value)) throw new RangeError('A text with half of a surrogate pair has no canonical form.');
  return JSON.stringify(value);
};

/**
 * Canonical JSON of RFC 8785: no blanks, members in the order of their names' UTF-16 code units, numbers and texts as
 * ECMAScript writes them. Throws a RangeError on what isn't I-JSON: a number that isn't finite, half a surrogate pair.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('A number that is not finite has no canonical form.');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(byCodeUnit)
    .map(([key, member]) => `${text(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. An argument, since the domain computes none itself. */
export type Sha256 = (text: string) => string;

/** `sha-256:` and hex, over the canonical form (passports.md, "What everybody reads"). */
export const contentDigest = (value: Json, sha256: Sha256): string => `sha-256:${sha256(canonicalJson(value))}`;
