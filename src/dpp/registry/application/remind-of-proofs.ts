import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../../libs/kernel/index.js';
import { RegistryEntries } from '../ports/registry-entries.js';
import { RegisteredVersions } from './export-registry.js';

const GROUP = 100;

/** Records a reminder for each proof that is due and missing. The reminder triggers the event `registry.proof_due`. */
@Injectable()
export class RemindOfProofs {
  constructor(
    private readonly entries: RegistryEntries,
    private readonly versions: RegisteredVersions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async isDue(): Promise<boolean> {
    return (await this.entries.due(this.clock.now(), 1)).length > 0;
  }

  async remind(): Promise<void> {
    for (let left = GROUP; left === GROUP;)
      left = await this.transactions.write(async () => {
        const now = this.clock.now();
        const due = await this.entries.due(now, GROUP);
        const reminded = [];
        for (const entry of due) reminded.push({ entry, upi: await this.versions.upi(entry.id) });
        await this.entries.reminded(reminded, now);
        return due.length;
      });
  }
}
