import type { Download, EntryKey, EntrySum } from '../domain/download.js';

/** A new entry counts one download. */
export interface NewEntry extends Download {
  readonly key: EntryKey;
  readonly at: Date;
}

/**
 * The download log. If two processes start the same entry, the unique key in the database decides which one creates it.
 */
export abstract class DownloadEntries {
  /** Stores an entry with a count of 1. Returns false if the key exists. */
  abstract begin(entry: NewEntry): Promise<boolean>;

  /** Adds counts to several hundred entries in one transaction. Missing entries are ignored. */
  abstract add(sums: readonly EntrySum[]): Promise<void>;

  /** Removes entries older than this time. Several processes can run it at once. */
  abstract removeBefore(at: Date): Promise<void>;
}
