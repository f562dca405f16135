import { InputRefused, isObject } from '../../../../libs/kernel/index.js';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject => isObject(value);

/** Texts by language tag, `{ "en": …, "de": … }`. */
export type LanguageMap = Readonly<Record<string, string>>;

/** True if a value is absent, null, a blank text, or a list or object with only such values. */
export const isEmptyValue = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'object' && Object.values(value).every(isEmptyValue);
};

/**
 * Removes null members and null list entries. Blank texts, empty lists and empty objects stay, because authors set them
 * on purpose.
 */
export const withoutNulls = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((entry) => entry !== null).map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
};

/** Deeper than any real passport. The limit is needed because stored values are processed recursively. */
const DEPTH_MAX = 32;

/** NUL characters and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

export const STORABLE_JSON = `JSON without NUL characters, unpaired surrogates or numbers beyond the double-precision range, nested at most ${DEPTH_MAX} levels deep`;

/**
 * True if a JSON value can be stored and written again: finite numbers, valid text without NUL, and bounded nesting.
 */
export const isStorable = (value: Json, depth = 0): boolean => {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return (value as readonly Json[]).every((entry) => isStorable(entry, depth + 1));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member, depth + 1));
};

/** Maximum total size of payloads, views or documents on one search page, in characters. */
const PAGE_MAX = 16 * 1024 * 1024;

/** Refuses larger pages, because reading and writing them would block other requests. */
export const refuseLargePage = (characters: number): void => {
  if (characters > PAGE_MAX)
    throw InputRefused.sentence(
      'This page of results exceeds the limit of %max characters. Send a smaller searchCriteria[pageSize].',
      { max: PAGE_MAX },
    );
};
