import { Injectable } from '@nestjs/common';
import { InputRefused, Transactions } from '../../../libs/kernel/index.js';
import { ROOT } from '../domain/rights.js';
import { AdminAccounts } from '../ports/accounts.js';

/** Changes who may do what: one write at a time, on whatever process, and none that leaves nobody in charge. */
@Injectable()
export class RightsInTurn {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs `work` in a write transaction that no other such write overlaps. `InputRefused`, and nothing stored, if there
   * was an active administrator with `Kontor::all` before it and there is none after it (wire.md §6).
   */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.write(async () => {
      await this.admins.lockRights();
      const before = await this.admins.countHolding(ROOT);
      const result = await work();
      if (before > 0 && (await this.admins.countHolding(ROOT)) === 0) {
        throw InputRefused.sentence(
          'The last active administrator with %resources can be neither removed nor weakened.',
          { resources: ROOT },
        );
      }
      return result;
    });
  }
}
