import { Injectable } from '@nestjs/common';
import { ChangeLog, type LoggedChange, NoLongerKept, Transactions } from '../../../libs/kernel/index.js';

/** A page of the change log. */
export interface ChangesPage {
  /** In order; whole versions only. */
  readonly entries: readonly LoggedChange[];
  /** After which version the next page begins. */
  readonly next: number;
  /** Whether there was more behind it at the moment of reading. */
  readonly hasMore: boolean;
}

/** Reads what has changed after a version (pricing-tools.md, "Changes"). */
@Injectable()
export class ReadChanges {
  constructor(
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * About `limit` entries: a page ends with a version. `NoLongerKept`, which names the current version, where the log
   * doesn't reach back so far, and for a version that was never given out.
   */
  run(since: number, limit: number): Promise<ChangesPage> {
    return this.transactions.snapshot(async () => {
      const current = await this.changes.version();
      const entries = await this.changes.since(since, limit).catch((error: unknown) => {
        throw error instanceof NoLongerKept ? startAgain(since, current) : error;
      });
      const next = entries.at(-1)?.version ?? since;
      return { entries: entries.filter(ofPrices), next, hasMore: next < current };
    });
  }
}

/** Passports take versions too, so that what is remembered of them stays true; a price never hangs on one. */
const ofPrices = ({ scope }: LoggedChange): boolean => scope !== 'passport';

const startAgain = (version: number, current: number): NoLongerKept =>
  new NoLongerKept(
    'The change log does not reach back to version %version: read everything anew, then go on from version %current.',
    { version, current },
  );
