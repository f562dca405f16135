/** Storage of used keys; one implementation per driver. Errors are those of the driver. */
export interface OnceStore {
  /**
   * Stores those of these different keys that aren't there yet, and answers which they are: committed, all or none. Of two
   * that spend a key at once, on whichever process, one is answered it.
   */
  spend(keys: readonly string[], atMs: number): Promise<ReadonlySet<string>>;
  /** Deletes keys that were used before this time. */
  forgetBefore(atMs: number): Promise<void>;
  close(): Promise<void>;
}

export const ONCE_TABLE = 'once_key';
export const FORGOTTEN_AT_ONCE = 1_000;
