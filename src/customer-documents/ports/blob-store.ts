/** Received bytes before they are stored. */
export interface Draft {
  readonly size: number;
  /** SHA-256 in lowercase hex. */
  readonly sha256: string;
  /** Reads up to `length` bytes; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export interface StoredBlob {
  /** Random, so that it reveals nothing about the content or document. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** First and last byte, both inclusive. */
export interface BlobRange {
  readonly first: number;
  readonly last: number;
}

export interface ListedBlob {
  readonly key: string;
  readonly storedAt: Date;
}

/** There are no bytes under this key, or they were removed. */
export class BlobMissing extends Error {
  constructor(readonly key: string) {
    super(`the storage contains no file with the key ${key}`);
  }
}

/**
 * Storage for the bytes of files. It has no information about documents. The database records which keys are in use.
 */
export abstract class BlobStore {
  /**
   * Stores a byte stream under a new key after `check` has accepted it. Uses little memory. When the promise resolves,
   * the bytes are complete and durable. If the stream fails or `check` throws, nothing is stored and the error is
   * thrown. A crash can leave an incomplete file, which `list` returns.
   */
  abstract put(bytes: AsyncIterable<Uint8Array>, check: (draft: Draft) => Promise<void>): Promise<StoredBlob>;

  /**
   * Opens the bytes or a range of them. Throws `BlobMissing` before the first byte if there are none. Bytes that are
   * removed meanwhile can still be read to the end.
   */
  abstract open(key: string, range?: BlobRange): Promise<AsyncIterable<Uint8Array>>;

  /** Removes the bytes, if there are any. */
  abstract delete(key: string): Promise<void>;

  /** All objects in the storage, including incomplete uploads. `delete` accepts their keys too. */
  abstract list(): AsyncIterable<ListedBlob>;
}

export interface DetectedContent {
  /** File extension of the format; undefined if the format is unknown. */
  readonly extension: string | undefined;
  readonly mimeType: string | undefined;
}

/** Detects the format of a file. */
export abstract class FileContents {
  /**
   * Detects the format from few bytes, whatever the size; only XML is read whole. `named` is the extension of the file's name, for formats that
   * only readers of that name recognize. XML is detected for invoices only.
   */
  abstract detect(draft: Draft, named: string): Promise<DetectedContent>;

  /** True if the format of this extension can be detected. */
  abstract knows(extension: string): boolean;
}
