/** Time in milliseconds during which a key could be replayed, considering the clocks of clients. */
const COMES_AGAIN_MS = 20 * 60_000;
/**
 * Maximum clock difference between processes in milliseconds: one stores a key, another checks its age, a third one
 * deletes it.
 */
const CLOCKS_APART_MS = 5 * 60_000;

/** Minimum time for which a used key is stored, in milliseconds. */
export const ONCE_KEPT_MS = COMES_AGAIN_MS + CLOCKS_APART_MS;

/** Keys that can be used once across all processes. They are stored as long as they could be replayed. */
export abstract class NonceStore {
  /**
   * Uses a key of at most 64 ASCII characters. Returns true once the use is stored for all processes, and false if the
   * key was used before. Throws `Unavailable` if this is unknown.
   */
  abstract spend(key: string): Promise<boolean>;

  /** Deletes expired keys; several processes may do so concurrently. */
  abstract prune(): Promise<void>;
}
