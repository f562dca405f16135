import { Injectable } from '@nestjs/common';
import { BlobStore } from '../ports/blob-store.js';
import { FileRecords } from '../ports/file-records.js';

interface CheckedFiles {
  /** Number of files that documents refer to. */
  readonly count: number;
  /** Keys of files that are missing from the storage. */
  readonly missing: readonly string[];
}

/**
 * Compares the files of documents with the storage, for example after a restore (operations.md, "Backup and restore").
 */
@Injectable()
export class CheckFiles {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
  ) {}

  async check(): Promise<CheckedFiles> {
    const stored = new Set<string>();
    for await (const { key } of this.store.list()) stored.add(key);
    const missing: string[] = [];
    let count = 0;
    for await (const keys of this.records.keys()) {
      count += keys.length;
      missing.push(...keys.filter((key) => !stored.has(key)));
    }
    return { count, missing };
  }
}
