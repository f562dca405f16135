import { Injectable } from '@nestjs/common';
import {
  Clock,
  DiskFull,
  type Fault,
  InputRefused,
  NoSuchEntity,
  sentence,
  Transactions,
  Unavailable,
} from '../../../libs/kernel/index.js';
import { type Content, contentFault, mimeTypeOf, FileTooLarge } from '../domain/file-content.js';
import { extensionOf, nameFault } from '../domain/file-name.js';
import { BlobStore, type Draft, FileContents } from '../ports/blob-store.js';
import { FileRecords, type StoredFile, type NewFile } from '../ports/file-records.js';
import { DOCUMENT_BYTES } from './metrics.js';
import { CustomerDocumentsSettings } from '../settings.js';
import { ScanFiles } from './scan-files.js';

export interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Called when all bytes have arrived, because the name can follow them in the body. */
  readonly name: () => string;
}

/** What the content check needs to know about the whole stream. */
interface Seen {
  hasNul: boolean;
}

const refuseIf = (fault: Fault | undefined): void => {
  if (fault) throw new InputRefused(fault);
};

/** Stores the file of a document (documents-files.md). */
@Injectable()
export class StoreFile {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly contents: FileContents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly settings: CustomerDocumentsSettings,
    private readonly scans: ScanFiles,
  ) {}

  /** Throws `InputRefused` for a name that is not allowed. */
  checkName(name: string): void {
    refuseIf(nameFault(name, this.settings.FILE_EXTENSIONS));
  }

  /** Refuses documents that cannot have a file: 404 for a missing document, 400 for an external one. */
  async mustHoldFile(documentId: number): Promise<void> {
    const kind = await this.records.kindOf(documentId);
    if (kind === undefined) throw new NoSuchEntity('documentId', documentId);
    if (kind === 'external')
      refuseIf(
        sentence('Document %documentId is external and cannot have a file. Set is_external to 0 first.', {
          documentId,
        }),
      );
  }

  /**
   * Stores the bytes under a new key. One transaction then assigns them to the document; if equal bytes already exist,
   * it assigns those instead. Concurrent readers get either the old or the new file, always complete.
   */
  async put(documentId: number, upload: Upload): Promise<StoredFile> {
    await this.mustHoldFile(documentId);
    const file = await this.receive(upload);
    return this.orDrop(file, () => this.assign(documentId, file));
  }

  /** Stores the bytes under a new key, which no document uses yet. */
  async receive({ bytes, name }: Upload): Promise<NewFile> {
    const seen: Seen = { hasNul: false };
    let mimeType = '';
    const stored = await this.store.put(this.metered(bytes, seen), async (draft) => {
      mimeType = await this.check(draft, name(), seen);
    });
    const scan = this.scans.firstState;
    return { ...stored, name: name(), mimeType, at: this.clock.now(), scan };
  }

  /** Assigns received bytes to a document. */
  assign(documentId: number, file: NewFile): Promise<StoredFile> {
    return this.transactions.write(async () => {
      // Checked under a lock, because the document can have become external during the upload.
      await this.mustHoldFile(documentId);
      await this.records.replace(documentId, file);
      const kept = await this.records.find(documentId);
      if (!kept) throw new Error('a file that was just stored is not there');
      this.scans.soon(kept.key, kept.scan);
      return kept;
    });
  }

  /** Runs work that assigns received bytes to a document. If it fails, the bytes are removed. */
  async orDrop<T>(file: NewFile, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // After a lost connection, it is unknown whether the commit succeeded, so the bytes are left for the sweep. A
      // full disk never commits.
      if (!(error instanceof Unavailable) || error instanceof DiskFull) await this.drop(file.key);
      throw error;
    }
  }

  /** Removes the bytes of a failed upload. */
  private async drop(key: string): Promise<void> {
    try {
      if (!(await this.records.isUsed(key))) await this.store.delete(key);
    } catch {
      // The original error is reported. The sweep removes the bytes later.
    }
  }

  /** Checks the name and content. Returns the media type. */
  private async check(draft: Draft, name: string, { hasNul }: Seen): Promise<string> {
    this.checkName(name);
    if (draft.size === 0) refuseIf(sentence('The file is empty. Send a file with content.'));
    const extension = extensionOf(name);
    const content: Content = {
      ...(await this.contents.detect(draft, extension)),
      hasNul,
      isDetectable: this.contents.knows(extension),
    };
    refuseIf(contentFault(name, content));
    return mimeTypeOf(name, content);
  }

  private async *metered(bytes: AsyncIterable<Uint8Array>, seen: Seen): AsyncGenerator<Uint8Array, void> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      DOCUMENT_BYTES.add(chunk.length, 'in');
      const most = this.settings.FILE_MAX_MB * 1024 * 1024;
      if (size > most) throw new FileTooLarge(most);
      seen.hasNul ||= chunk.includes(0);
      yield chunk;
    }
  }
}
