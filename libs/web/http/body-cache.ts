import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeSent } from './body-reader.js';

/** Size of the bodies whose values are cached. A decoded body takes about eight times its size. */
const KEPT_BYTES = 512 * 1024;
const SEEN_MAX = 2_000;

/** Bodies up to this size are their own cache key; larger bodies are hashed. */
const SHORT = 256;

/** The prefix `€` cannot occur in a latin1 string, so a digest never equals a short body. */
const keyOf = (bytes: Buffer): string =>
  bytes.length <= SHORT ? bytes.toString('latin1') : `€${hash('sha256', bytes, 'base64')}`;

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
};

/**
 * Decodes repeated bodies, such as the price request of a shop page, only once. From the second request on, equal bytes
 * return the same object. It is frozen, so that no request can change the body of another.
 */
export class BodyCache {
  private readonly seen = new LRUCache<string, true>({ max: SEEN_MAX });
  private readonly kept = new LRUCache<string, { readonly value: unknown }>({ maxSize: KEPT_BYTES });

  decode(bytes: Buffer): unknown {
    const key = keyOf(bytes);
    const known = this.kept.get(key);
    if (known) return known.value;
    const value = decodeSent(bytes);
    if (this.seen.has(key)) {
      freeze(value);
      this.kept.set(key, { value }, { size: bytes.length + 1 });
    } else this.seen.set(key, true);
    return value;
  }
}
