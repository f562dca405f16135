import { Injectable } from '@nestjs/common';
import { ChangeLog, type LoggedChange, NoLongerKept, Transactions, Words } from '../../../libs/kernel/index.js';
import { PRICE_SCOPES } from '../../../libs/pricing/index.js';

/** A page of the change log. */
interface ChangesPage {
  /** In order; whole versions only, without changes that no price depends on. */
  readonly entries: readonly LoggedChange[];
  /** After which version the next page begins. */
  readonly next: number;
  /** Whether there was more behind it at the moment of reading. */
  readonly hasMore: boolean;
}

/** Reads what has changed after a version (pricing-tools.md, "Changes"). */
@Injectable()
export class ReadChanges {
  private readonly told: ReadonlySet<string>;

  constructor(
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
    words: Words,
  ) {
    this.told = new Set(words.of(PRICE_SCOPES));
  }

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
      return { entries: entries.filter(({ scope }) => this.told.has(scope)), next, hasMore: next < current };
    });
  }
}

const startAgain = (version: number, current: number): NoLongerKept =>
  new NoLongerKept(
    'The change log does not reach back to version %version. Read all records again, then continue from version %current.',
    { version, current },
  );
