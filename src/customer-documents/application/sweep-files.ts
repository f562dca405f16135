import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { BlobStore } from '../ports/blob-store.js';
import { FileRecords } from '../ports/file-records.js';

interface Swept {
  /** Number of objects in the storage. */
  readonly seen: number;
  /** Keys of removed objects; in a dry run, of objects that would be removed. */
  readonly removed: readonly string[];
  /** Number of unreferenced objects that are too new to remove. */
  readonly young: number;
}

interface SweepOptions {
  readonly dryRun?: boolean;
  readonly onSeen?: (count: number) => void;
}

/** Removes bytes left over by failed uploads and deletions (documents-files.md). */
@Injectable()
export class SweepFiles {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes unreferenced bytes. Bytes newer than `olderThanMs` are kept, because they can belong to an upload in
   * progress.
   */
  async sweep(olderThanMs: number, { dryRun = false, onSeen = () => {} }: SweepOptions = {}): Promise<Swept> {
    while (!dryRun && (await this.transactions.write(() => this.records.forgetUnused())) > 0);
    const before = this.clock.now().getTime() - olderThanMs;
    const removed: string[] = [];
    let [seen, young] = [0, 0];
    for await (const { key, storedAt } of this.store.list()) {
      onSeen((seen += 1));
      // Checked right before each removal, because an earlier check could be outdated.
      if (await this.records.isUsed(key)) continue;
      if (storedAt.getTime() > before) young += 1;
      else {
        if (!dryRun) await this.store.delete(key);
        removed.push(key);
      }
    }
    return { seen, removed, young };
  }
}
