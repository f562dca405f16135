import type { Download, EntryKey, EntrySum } from '../domain/download.js';

/** An entry as it begins: of one download. */
export interface NewEntry extends Download {
  readonly key: EntryKey;
  readonly at: Date;
}

/** The log of downloads in the database, which decides by the key which of two processes begins an entry. */
export abstract class DownloadEntries {
  /** Stores an entry, with a count of 1; false, and nothing stored, if there is one with this key. */
  abstract begin(entry: NewEntry): Promise<boolean>;

  /** Adds to some hundred entries, to all or to none; one that is gone is passed over. */
  abstract add(sums: readonly EntrySum[]): Promise<void>;

  /** Removes the entries that began before; several processes may do so at once. */
  abstract removeBefore(at: Date): Promise<void>;
}
