import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeSent } from './body-reader.js';

/** Decoded, a body takes about eight times its size. */
const KEPT_BYTES = 512 * 1024;
const SEEN_MAX = 2_000;

/**
 * Decodes bodies that are sent again and again, such as the price question of a page, once. From the second time on
 * the same bytes are the same object, which nobody may change.
 */
export class RepeatedBodies {
  private readonly seen = new LRUCache<string, true>({ max: SEEN_MAX });
  private readonly kept = new LRUCache<string, { readonly value: unknown }>({ maxSize: KEPT_BYTES });

  decode(bytes: Buffer): unknown {
    const digest = hash('sha256', bytes, 'base64');
    const known = this.kept.get(digest);
    if (known) return known.value;
    const value = decodeSent(bytes);
    if (this.seen.has(digest)) this.kept.set(digest, { value }, { size: bytes.length + 1 });
    else this.seen.set(digest, true);
    return value;
  }
}
