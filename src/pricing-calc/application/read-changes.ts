import { Injectable } from '@nestjs/common';
import { ChangeLog, type LoggedChange, HistoryExpired, Transactions, Words } from '../../../libs/kernel/index.js';
import { RANKED_SCOPES } from '../../../libs/kernel/index.js';

interface ChangesPage {
  /** In order of version, without changes that affect no price. A version is never split. */
  readonly entries: readonly LoggedChange[];
  /** The version after which the next page starts. */
  readonly next: number;
  /** True if there were further changes at the time of reading. */
  readonly hasMore: boolean;
}

/** Reads the changes after a version (pricing-tools.md, "Changes"). */
@Injectable()
export class ReadChanges {
  private readonly reportedScopes: ReadonlySet<string>;

  constructor(
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
    words: Words,
  ) {
    this.reportedScopes = new Set(words.wordsOf(RANKED_SCOPES));
  }

  /**
   * Returns about `limit` entries, because a page ends with a complete version. Throws `HistoryExpired` with the current
   * version if the log does not reach back to `since`, or if `since` was never assigned.
   */
  read(since: number, limit: number): Promise<ChangesPage> {
    return this.transactions.snapshot(async () => {
      const current = await this.changes.version();
      const entries = await this.changes.since(since, limit).catch((error: unknown) => {
        throw error instanceof HistoryExpired ? startAgain(since, current) : error;
      });
      const next = entries.at(-1)?.version ?? since;
      return { entries: entries.filter(({ scope }) => this.reportedScopes.has(scope)), next, hasMore: next < current };
    });
  }
}

const startAgain = (version: number, current: number): HistoryExpired =>
  new HistoryExpired(
    'The change log does not reach back to version %version. Read all records again, then continue from version %current.',
    { version, current },
  );
