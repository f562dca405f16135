import { Injectable } from '@nestjs/common';
import { NoSuchEntity, StateConflict } from '../../../libs/kernel/index.js';
import { withheldBecause } from '../domain/scan.js';
import { BlobMissing, BlobStore, type BlobRange } from '../ports/blob-store.js';
import { countedOut } from './metrics.js';
import { FileRecords, type KeptFile } from '../ports/file-records.js';
import { ScanFiles } from './scan-files.js';

type OpenBytes = (range?: BlobRange) => Promise<AsyncIterable<Uint8Array>>;

/** The files of documents, with their bytes. */
@Injectable()
export class ReadFile {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly scans: ScanFiles,
  ) {}

  /** The file of a document; `NoSuchEntity` if it has none, external ones among them. */
  async file(documentId: number): Promise<KeptFile> {
    const file = await this.records.find(documentId);
    if (!file) throw new NoSuchEntity('documentId', documentId);
    return file;
  }

  /**
   * Hands the file with its bytes to `send`. If the bytes are gone when they are opened, because the document has got
   * another file meanwhile, once more with that one. `StateConflict` where they aren't given out.
   */
  async read<T>(documentId: number, send: (file: KeptFile, open: OpenBytes) => Promise<T>): Promise<T> {
    for (let file = await this.file(documentId); ;) {
      const { key } = file;
      this.mustBeGivenOut(file);
      try {
        return await send(file, async (range) => countedOut(await this.store.open(key, range)));
      } catch (error) {
        if (!(error instanceof BlobMissing)) throw error;
        const now = await this.file(documentId);
        if (now.key === key) throw error;
        file = now;
      }
    }
  }

  /** What isn't clean isn't given out (documents-files.md, "Viruses"); what nobody has scanned yet is scanned next. */
  private mustBeGivenOut({ documentId, key, scan }: KeptFile): void {
    const reason = withheldBecause(scan, this.scans.isScanning);
    if (reason === undefined) return;
    this.scans.soon(key, scan);
    throw new StateConflict(reason, { documentId });
  }
}
