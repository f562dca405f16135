import { Injectable } from '@nestjs/common';
import { RecordBytes } from '../../../libs/records/index.js';
import { uploadCounted } from './metrics.js';
import { ReadFile } from './read-file.js';
import { StoreFile } from './store-file.js';

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
