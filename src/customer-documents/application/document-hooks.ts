import { Injectable } from '@nestjs/common';
import { type Input, readValue, type RecordChange, type RecordHooks } from '../../../libs/records/index.js';
import type { Document } from '../document.record.js';
import { FileRecords } from '../ports/file-records.js';

const FLAG = { type: 'int', min: 0, max: 1 } as const;

const isLocal = (raw: unknown): boolean => {
  if (raw === undefined || raw === null) return false;
  const read = readValue(FLAG, raw, '');
  return 'value' in read && read.value === 0;
};

/** Adds the file to the fields of a document, and deletes it with the document. */
@Injectable()
export class DocumentHooks implements RecordHooks<Document> {
  constructor(private readonly files: FileRecords) {}

  /**
   * Clears the address of a document that becomes local. A request that also sends an address is refused (documents.md,
   * "Records").
   */
  prepare(input: Input): Input {
    const isSent = ['external_url', 'externalUrl'].some((name) => name in input);
    return isLocal(input['is_external'] ?? input['isExternal']) && !isSent ? { ...input, external_url: null } : input;
  }

  async complete(ids: readonly number[]): Promise<ReadonlyMap<number, Pick<Document, 'file'>>> {
    const files = await this.files.ofDocuments(ids);
    return new Map(ids.map((id) => [id, { file: files.get(id) ?? null }]));
  }

  /** Deletes the file first, because it refers to the document. */
  async check(batch: readonly RecordChange<Document>[]): Promise<void> {
    const gone = batch.flatMap(({ previous, next }) => (previous && !next ? [previous.id] : []));
    if (gone.length > 0) await this.files.removeOf(gone);
  }

  /** Deletes the file of a document that has become external (documents.md, "Records"). */
  async stored(batch: readonly RecordChange<Document>[]): Promise<void> {
    const external = batch.flatMap(({ previous, next }) =>
      previous && previous.isExternal !== 1 && next?.isExternal === 1 ? [next.id] : [],
    );
    if (external.length > 0) await this.files.removeOf(external);
  }
}
