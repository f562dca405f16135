import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { BlobStore } from '../ports/blob-store.js';
import { FileRecords } from '../ports/file-records.js';

/** What a sweep has found and done. */
interface Swept {
  /** All that lay in the storage. */
  readonly seen: number;
  /** What nobody refers to and is gone now; in a dry run, what would be. */
  readonly removed: readonly string[];
  /** What nobody refers to and is too young to go. */
  readonly young: number;
}

interface SweepOptions {
  readonly dryRun?: boolean;
  readonly onSeen?: (count: number) => void;
}

/** Removes bytes that no document refers to: what broken uploads and deletions left behind (documents-files.md). */
@Injectable()
export class SweepFiles {
  constructor(
    private readonly records: FileRecords,
    private readonly store: BlobStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Bytes that came in within `olderThanMs` may belong to an upload that is under way: they stay. */
  async sweep(olderThanMs: number, { dryRun = false, onSeen = () => {} }: SweepOptions = {}): Promise<Swept> {
    while (!dryRun && (await this.transactions.write(() => this.records.forgetUnused())) > 0);
    const before = this.clock.now().getTime() - olderThanMs;
    const removed: string[] = [];
    let [seen, young] = [0, 0];
    for await (const { key, storedAt } of this.store.list()) {
      onSeen((seen += 1));
      // Asked of each right before it goes: a look at all of them beforehand would be old by then.
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
