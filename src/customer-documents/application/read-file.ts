import { Injectable } from '@nestjs/common';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import { BlobMissing, BlobStore, type BlobRange } from '../ports/blob-store.js';
import { FileRecords, type KeptFile } from '../ports/file-records.js';

type OpenBytes = (range?: BlobRange) => Promise<AsyncIterable<Uint8Array>>;

/** The files of documents, with their bytes. */
@Injectable()
export class ReadFile {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
  ) {}

  /** The file of a document; `NoSuchEntity` if it has none, external ones among them. */
  async file(documentId: number): Promise<KeptFile> {
    const file = await this.records.find(documentId);
    if (!file) throw new NoSuchEntity('documentId', documentId);
    return file;
  }

  /**
   * Hands the file with its bytes to `send`. If the bytes are gone when they are opened, because the document has got
   * another file meanwhile, once more with that one.
   */
  async read<T>(documentId: number, send: (file: KeptFile, open: OpenBytes) => Promise<T>): Promise<T> {
    for (let file = await this.file(documentId); ;) {
      const { key } = file;
      try {
        return await send(file, (range) => this.store.open(key, range));
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error;
        const now = await this.file(documentId);
        if (now.key === key) throw error;
        file = now;
      }
    }
  }
}
