import { isJsonObject, type Json } from './json.js';

/** Deeper than any passport; stored values are later processed recursively. */
const DEPTH_MAX = 32;

/** NUL and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

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
