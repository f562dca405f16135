import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ReadFile, StoreFile } from '../../../customer-documents/index.js';
import { DocumentBytes } from '../../ports/document-bytes.js';
import type { TakeBytes } from '../../ports/record-sink.js';

/** Asked only where the room of documents is installed: elsewhere there is no row of a document. */
@Injectable()
export class InstalledDocumentBytes extends DocumentBytes {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  async put(documentId: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await this.modules.get(StoreFile, { strict: false }).put(documentId, { bytes, name: () => name });
  }

  async take(documentId: number, take: TakeBytes): Promise<void> {
    await this.modules.get(ReadFile, { strict: false }).read(documentId, async (_file, open) => take(await open()));
  }
}
