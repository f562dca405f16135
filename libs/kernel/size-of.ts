import { Decimal } from './decimal.js';

/* Heap sizes of values in V8 with 8-byte pointers, as measured in libs/cache/bytes.test.ts. */
const POINTER = 8;
const OBJECT = 48;
const ARRAY = 32;
const STRING = 24;
/** The object with its fields and its array of digits. */
const DECIMAL = 200;
const MAP = 200;
const MAP_ENTRY = 48;

/**
 * Estimated heap size in bytes of a plain value: objects, arrays, maps, sets, strings, numbers and decimals.
 * Properties named in `shared` belong to another owner, so only their pointer counts.
 */
export const sizeOf = (value: unknown, shared: ReadonlySet<string> = NOTHING_SHARED): number => {
  if (typeof value === 'string') return STRING + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Decimal) return DECIMAL;
  if (Array.isArray(value)) {
    let size = ARRAY + value.length * POINTER;
    for (const item of value) size += sizeOf(item, shared);
    return size;
  }
  if (value instanceof Map || value instanceof Set) {
    let size = MAP;
    for (const [key, item] of value.entries()) size += MAP_ENTRY + sizeOf(key, shared) + sizeOf(item, shared);
    return size;
  }
  let size = OBJECT;
  for (const [name, item] of Object.entries(value)) size += POINTER + (shared.has(name) ? 0 : sizeOf(item, shared));
  return size;
};

const NOTHING_SHARED: ReadonlySet<string> = new Set();
