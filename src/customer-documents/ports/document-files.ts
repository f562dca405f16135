import type { ScanState } from '../domain/scan.js';

/** A document's file without its bytes. */
export interface DocumentFile {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  readonly updatedAt: Date;
  readonly scan: ScanState;
}

/** A document has at most one file. */
export abstract class DocumentFiles {
  /** The files by document id; documents without one have no entry. Runs one query. */
  abstract ofDocuments(documentIds: readonly number[]): Promise<ReadonlyMap<number, DocumentFile>>;

  /**
   * Deletes the files of these documents in the current write transaction. Bytes that no other document uses are
   * removed from the storage after the commit.
   */
  abstract removeOf(documentIds: readonly number[]): Promise<void>;
}
