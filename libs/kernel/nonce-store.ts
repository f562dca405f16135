/** How long a key can be repeated, by any clock, in milliseconds. */
const COMES_AGAIN_MS = 20 * 60_000;
/**
 * Maximum difference between the clocks of processes: one stores a key, another checks its age, a third one deletes
 * it.
 */
const CLOCKS_APART_MS = 5 * 60_000;

/** Minimum time that a used key is stored, in milliseconds. */
export const ONCE_KEPT_MS = COMES_AGAIN_MS + CLOCKS_APART_MS;

/** Keys that are good once, whichever process is asked first; for what can't come again later than they are kept. */
export abstract class NonceStore {
  /**
   * Spends a key: at most 64 characters of ASCII. False if it was spent before; true once it is stored that it is, for all
   * processes. `Unavailable` where that can't be known.
   */
  abstract spend(key: string): Promise<boolean>;

  /** Deletes expired keys; several processes may do so at once. */
  abstract prune(): Promise<void>;
}
