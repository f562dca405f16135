/** So long what comes with a key may come again, by any one clock, in milliseconds. */
const COMES_AGAIN_MS = 20 * 60_000;
/** So far the clocks of processes may lie apart: one spends a key, another judges whether it is old, a third one forgets it. */
const CLOCKS_APART_MS = 5 * 60_000;

/** So long a spent key is remembered at least, in milliseconds. */
export const ONCE_KEPT_MS = COMES_AGAIN_MS + CLOCKS_APART_MS;

/** Keys that are good once, whichever process is asked first; for what can't come again later than they are kept. */
export abstract class OnceKeys {
  /**
   * Spends a key: at most 64 characters of ASCII. False if it was spent before; true once it is stored that it is, for all
   * processes. `Unavailable` where that can't be known.
   */
  abstract spend(key: string): Promise<boolean>;

  /** Forgets what was spent longer ago than it is kept; several processes may do so at once. */
  abstract prune(): Promise<void>;
}
