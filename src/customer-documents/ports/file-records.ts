import type { ScanState } from '../domain/scan.js';

/** A document's file, without its bytes. */
export interface DocumentFile {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  readonly updatedAt: Date;
  readonly scan: ScanState;
}

/** A file, with the storage key of its bytes. */
export interface StoredFile extends DocumentFile {
  readonly documentId: number;
  readonly key: string;
}

/** A file whose bytes are already stored under a new key. */
export interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly key: string;
  readonly at: Date;
  /** Scan state of the bytes if they are new. */
  readonly scan: ScanState;
}

export type DocumentKind = 'local' | 'external';

/** The files of documents, and the bytes in use. Unused bytes are removed from the storage after the commit. */
export abstract class FileRecords {
  /** Files by document ID. Documents without a file have no entry. Runs one query. */
  abstract ofDocuments(documentIds: readonly number[]): Promise<ReadonlyMap<number, DocumentFile>>;

  /**
   * Deletes the files of these documents in the current write transaction. Bytes that no other document uses are
   * removed from the storage after the commit.
   */
  abstract removeOf(documentIds: readonly number[]): Promise<void>;

  /**
   * The kind of a document (local or external); undefined if it does not exist. In a write transaction, locks the
   * document.
   */
  abstract kindOf(documentId: number): Promise<DocumentKind | undefined>;

  /** Undefined if the document has no file. */
  abstract find(documentId: number): Promise<StoredFile | undefined>;

  /**
   * Replaces the file of the document in the current write transaction. If equal bytes are already stored, those are
   * used and the new ones are removed from the storage after the commit.
   */
  abstract replace(documentId: number, file: NewFile): Promise<void>;

  /**
   * Keeps the bytes of the document's file permanently, in the current write transaction. Bytes that are already kept
   * do not need the document. Returns false and changes nothing unless the document's file has this hash and a
   * permitted scan state.
   */
  abstract keep(
    documentId: number,
    sha256: string,
    at: Date,
    isPermitted: (scan: ScanState) => boolean,
  ): Promise<boolean>;

  /** Bytes that `keep` has kept permanently. */
  abstract kept(sha256: string): Promise<{ readonly key: string; readonly scan: ScanState } | undefined>;

  abstract isUsed(key: string): Promise<boolean>;

  /** The keys of all bytes in use, in batches. */
  abstract keys(): AsyncGenerator<readonly string[], void>;

  /**
   * Deletes rows of bytes that no document uses, which only a failed deletion leaves behind. Returns the number of
   * deleted rows.
   */
  abstract forgetUnused(): Promise<number>;
}
