import type { ScanState } from '../domain/scan.js';
import { DocumentFiles, type DocumentFile } from './document-files.js';

/** A file with the place of its bytes in the storage. */
export interface KeptFile extends DocumentFile {
  readonly documentId: number;
  readonly key: string;
}

/** A file whose bytes are in the storage already, under a key of its own. */
export interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly key: string;
  readonly at: Date;
  /** What is said of the bytes if they are new. */
  readonly scan: ScanState;
}

/** What may be done with the file of a document. */
export type FilePlace = 'local' | 'external';

/**
 * Which document has which file, and which bytes are in use. What nobody refers to any more leaves the storage after
 * the commit.
 */
export abstract class FileRecords extends DocumentFiles {
  /** Whether a document is a local one; undefined if there is none with this id. In a write transaction it is locked. */
  abstract placeOf(documentId: number): Promise<FilePlace | undefined>;

  /** The file of a document; undefined if it has none. */
  abstract find(documentId: number): Promise<KeptFile | undefined>;

  /**
   * Gives the document this file instead of the one it has, in the ambient write transaction. If the same bytes are
   * known, those are used, and the ones under the given key leave the storage after the commit.
   */
  abstract replace(documentId: number, file: NewFile): Promise<void>;

  /** Whether the bytes under this key are in use. */
  abstract isUsed(key: string): Promise<boolean>;

  /** Forgets content that no document refers to; answers how many. Only a broken deletion leaves such. */
  abstract forgetUnused(): Promise<number>;
}
