/** Bytes that have come in and aren't kept yet. */
export interface Draft {
  readonly size: number;
  /** In small hexadecimal letters. */
  readonly sha256: string;
  /** At most so many bytes from this place on; fewer at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export interface StoredBlob {
  /** Random: nothing about content or document can be read from it. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** First and last byte, both included. */
export interface BlobRange {
  readonly first: number;
  readonly last: number;
}

export interface ListedBlob {
  readonly key: string;
  readonly storedAt: Date;
}

/** The bytes under this key aren't there (any more). */
export class BlobMissing extends Error {
  constructor(readonly key: string) {
    super(`the storage has no bytes under ${key}`);
  }
}

/** Where the bytes of files lie. It knows nothing of documents; which keys are in use stands in the database. */
export abstract class BlobStore {
  /**
   * Takes the bytes as they come, holding few of them, and keeps them under a fresh key once `judge` has let them
   * pass. When this is through they are there to stay, and whole; if the bytes end in an error or `judge` throws,
   * nothing is kept and that error is thrown. After a crash at most a remainder is left that `list` tells of.
   */
  abstract put(bytes: AsyncIterable<Uint8Array>, judge: (draft: Draft) => Promise<void>): Promise<StoredBlob>;

  /**
   * The bytes, or a range that lies within them. `BlobMissing` before the first byte if there are none; bytes that are
   * removed while they are read are read to their end.
   */
  abstract open(key: string, range?: BlobRange): Promise<AsyncIterable<Uint8Array>>;

  /** Removes the bytes; what isn't there is removed. */
  abstract delete(key: string): Promise<void>;

  /** All that lies in the storage, remainders of broken uploads included: `delete` takes their keys too. */
  abstract list(): AsyncIterable<ListedBlob>;
}
