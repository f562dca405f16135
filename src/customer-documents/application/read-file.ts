import { Injectable } from '@nestjs/common';
import { NoSuchEntity, StateConflict } from '../../../libs/kernel/index.js';
import { withheldBecause } from '../domain/scan.js';
import { BlobMissing, BlobStore, type BlobRange } from '../ports/blob-store.js';
import { countedOut, uploadCounted } from './metrics.js';
import { FileRecords, type StoredFile } from '../ports/file-records.js';
import { ScanFiles } from './scan-files.js';
import { RecordBytes } from '../../../libs/records/index.js';
import { StoreFile } from './store-file.js';

type OpenBytes = (range?: BlobRange) => Promise<AsyncIterable<Uint8Array>>;

@Injectable()
export class ReadFile {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly scans: ScanFiles,
  ) {}

  /** Throws `NoSuchEntity` if the document has no file, as an external one. */
  async file(documentId: number): Promise<StoredFile> {
    const file = await this.records.find(documentId);
    if (!file) throw new NoSuchEntity('documentId', documentId);
    return file;
  }

  /**
   * Passes the file with its bytes to `send`. If the bytes were removed because the document got another file, it
   * retries once with that one. Throws `StateConflict` if the virus scan does not permit the download.
   */
  async read<T>(documentId: number, send: (file: StoredFile, open: OpenBytes) => Promise<T>): Promise<T> {
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

  /** Refuses files that are not clean and requests a scan of unscanned ones (documents-files.md, "Viruses"). */
  private mustBeGivenOut({ documentId, key, scan }: StoredFile): void {
    const reason = withheldBecause(scan, this.scans.isScanning);
    if (reason === undefined) return;
    this.scans.soon(key, scan);
    throw new StateConflict(reason, { documentId });
  }
}

/** Document files for import and export. */
@Injectable()
export class DocumentBytes extends RecordBytes {
  constructor(
    private readonly storing: StoreFile,
    private readonly reading: ReadFile,
  ) {
    super();
  }

  override async put(documentId: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await uploadCounted(this.storing.put(documentId, { bytes, name: () => name }));
  }

  override async take(documentId: number, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    await this.reading.read(documentId, async (_file, open) => take(await open()));
  }
}
