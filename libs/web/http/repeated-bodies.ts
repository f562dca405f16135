import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeSent } from './body-reader.js';

/** Decoded, a body takes about eight times its size. */
const KEPT_BYTES = 512 * 1024;
const SEEN_MAX = 2_000;

/** Up to this size the bytes are their own key. */
const SHORT = 256;

/** No text of bytes has the sign in front of a digest. */
const keyOf = (bytes: Buffer): string =>
  bytes.length <= SHORT ? bytes.toString('latin1') : `€${hash('sha256', bytes, 'base64')}`;

/**
 * Decodes bodies that are sent again and again, such as the price question of a page, once. From the second time on
 * the same bytes are the same object, which nobody may change.
 */
export class RepeatedBodies {
  private readonly seen = new LRUCache<string, true>({ max: SEEN_MAX });
  private readonly kept = new LRUCache<string, { readonly value: unknown }>({ maxSize: KEPT_BYTES });

  decode(bytes: Buffer): unknown {
    const key = keyOf(bytes);
    const known = this.kept.get(key);
    if (known) return known.value;
    const value = decodeSent(bytes);
    if (this.seen.has(key)) this.kept.set(key, { value }, { size: bytes.length + 1 });
    else this.seen.set(key, true);
    return value;
  }
}
