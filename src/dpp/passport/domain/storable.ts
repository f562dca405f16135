import { isJsonObject, type Json } from './json.js';

/** Deeper than any passport; what is stored is later walked by recursion. */
const DEPTH_MAX = 32;

/** NUL, and halves of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/**
 * Whether a value that came as JSON can be kept and written again: numbers that exist, texts of whole signs without NUL,
 * nesting within bounds.
 */
export const isStorable = (value: Json, depth = 0): boolean => {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return (value as readonly Json[]).every((entry) => isStorable(entry, depth + 1));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member, depth + 1));
};
