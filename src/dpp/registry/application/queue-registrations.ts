import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';
import type { PublicPassport } from '../../passport/domain/index.js';
import { type QueuedEntry, queuedEntry } from '../domain/entry.js';
import { RegistryEntries } from '../ports/registry-entries.js';
import { RegisteredVersions } from './export-registry.js';

const GROUP = 100;

/** Queues published versions for the EU registry (passports-registry.md). */
@Injectable()
export class QueueRegistrations {
  constructor(
    private readonly entries: RegistryEntries,
    private readonly versions: RegisteredVersions,
    private readonly transactions: Transactions,
  ) {}

  /** Only inside the transaction that publishes the versions. */
  async queue(published: readonly { readonly versionId: number; readonly view: PublicPassport }[]): Promise<void> {
    await this.entries.queue(published.map(({ versionId, view }) => queuedEntry(versionId, view)));
  }

  /**
   * Queues public versions that have no entry, such as versions published by an older build. Returns the number of
   * queued versions.
   */
  queuePublished(onGroup: (queued: number) => void): Promise<number> {
    return this.inGroups(onGroup, async (after) => {
      const found = await this.entries.unqueued(after, GROUP);
      const entries: QueuedEntry[] = [];
      for (const id of found) entries.push(queuedEntry(id, await this.versions.view(id)));
      await this.entries.queue(entries);
      return found;
    });
  }

  /**
   * Sets rejected entries of public versions to pending again, for rejections that were not caused by the data. Returns
   * the number of entries.
   */
  requeueRejected(onGroup: (queued: number) => void): Promise<number> {
    return this.inGroups(onGroup, (after) => this.entries.requeueRejected(after, GROUP));
  }

  private async inGroups(
    onGroup: (done: number) => void,
    group: (after: number) => Promise<readonly number[]>,
  ): Promise<number> {
    let [done, last] = [0, 0];
    for (;;) {
      onGroup(done);
      const after = last;
      const ids = await this.transactions.write(() => group(after));
      done += ids.length;
      last = ids.at(-1) ?? last;
      if (ids.length < GROUP) return done;
    }
  }
}
