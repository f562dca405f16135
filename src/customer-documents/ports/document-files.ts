import type { ScanState } from '../domain/scan.js';

/** What is known of a document's file without its bytes. */
export interface DocumentFile {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  /** Of the bytes, 64 hexadecimal digits in small letters. */
  readonly sha256: string;
  readonly updatedAt: Date;
  /** What a scanner for viruses said of the bytes. */
  readonly scan: ScanState;
}

/** The files of documents, one each at most. */
export abstract class DocumentFiles {
  /** The files of those of the documents that have one, by the document's id. One query. */
  abstract ofDocuments(documentIds: readonly number[]): Promise<ReadonlyMap<number, DocumentFile>>;

  /**
   * Takes the files from these documents, in the ambient write transaction; documents without one are passed over. The
   * bytes leave the storage after its commit, if no other document has them.
   */
  abstract removeOf(documentIds: readonly number[]): Promise<void>;
}
