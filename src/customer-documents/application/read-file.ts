import { Injectable } from '@nestjs/common';
import { Clock, NoSuchEntity, StateConflict } from '../../../libs/kernel/index.js';
import { OPEN_STATES, type ScanState, withheldBecause } from '../domain/scan.js';
import { BlobMissing, BlobStore } from '../ports/blob-store.js';
import { countedOut, uploadCounted } from './metrics.js';
import { FileRecords, type StoredFile } from '../ports/file-records.js';
import { ScanFiles } from './scan-files.js';
import { type OpenBytes, RecordBytes, type RecordFile } from '../../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from '../rights.record.js';
import { StoreFile } from './store-file.js';

@Injectable()
export class ReadFile {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly scans: ScanFiles,
  ) {}

  /** Throws `NoSuchEntity` if the document has no file, as for an external document. */
  async file(documentId: number): Promise<StoredFile> {
    const file = await this.records.find(documentId);
    if (!file) throw new NoSuchEntity('documentId', documentId);
    return file;
  }

  /**
   * Calls `send` with the file and its bytes. If the bytes were removed because the document got another file, retries
   * once with that file. Throws `StateConflict` if the virus scan does not permit the download.
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

  /** Refuses files that are not clean, and requests a scan of unscanned files (documents-files.md, "Viruses"). */
  private mustBeGivenOut({ documentId, key, scan }: StoredFile): void {
    const reason = withheldBecause(scan, this.scans.isScanning);
    if (reason === undefined) return;
    this.scans.soon(key, scan);
    throw new StateConflict(reason, { documentId });
  }
}

const KEPT_REFUSED =
  'The virus scan rejected this file, so it cannot be downloaded. Ask its publisher for another file.';
const KEPT_WAITING = 'This file is waiting for a virus scan. Retry in a moment.';

/** Document files for import and export, and for passports that publish them. */
@Injectable()
export class DocumentBytes extends RecordBytes {
  readonly right = DOCUMENT_RIGHTS.read;

  constructor(
    private readonly storing: StoreFile,
    private readonly reading: ReadFile,
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly scans: ScanFiles,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async put(documentId: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await uploadCounted(this.storing.put(documentId, { bytes, name: () => name }));
  }

  override async take(documentId: number, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    await this.reading.read(documentId, async (_file, open) => take(await open()));
  }
  override async files(ids: readonly number[]): Promise<ReadonlyMap<number, RecordFile>> {
    const found = await this.records.ofDocuments(ids);
    return new Map(
      [...found].map(([id, { name, mimeType, size, sha256, scan }]) => [
        id,
        { name, mimeType, size, sha256, withheld: this.withheld(scan) },
      ]),
    );
  }

  override async keep(files: readonly { readonly id: number; readonly sha256: string }[]): Promise<readonly number[]> {
    const lost: number[] = [];
    // Sorted, so that two transactions that keep the same files do not deadlock.
    for (const { id, sha256 } of files.toSorted((one, other) => one.id - other.id))
      if (!(await this.records.keep(id, sha256, this.clock.now(), (scan) => this.withheld(scan) === null)))
        lost.push(id);
    return lost;
  }

  override async kept(sha256: string): Promise<OpenBytes | undefined> {
    const found = await this.records.kept(sha256);
    if (!found) return undefined;
    const { key, scan } = found;
    const withheld = this.withheld(scan);
    if (withheld !== null) {
      this.scans.soon(key, scan);
      throw new StateConflict(withheld === 'waiting' ? KEPT_WAITING : KEPT_REFUSED);
    }
    return async (range) => countedOut(await this.store.open(key, range));
  }

  private withheld(scan: ScanState): RecordFile['withheld'] {
    if (withheldBecause(scan, this.scans.isScanning) === undefined) return null;
    return OPEN_STATES.includes(scan) ? 'waiting' : 'refused';
  }
}
