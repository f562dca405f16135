import { Injectable } from '@nestjs/common';
import { Refusal, Transactions, Unavailable } from '../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../libs/operations/index.js';
import { ClaimIdentifiers, type Passport, PassportBook, PassportNotices } from '../../authoring/index.js';
import { type PassportRun, PassportRuns } from '../ports/passport-runs.js';
import { type WithdrawalJobInput, withRefused } from './run-job.js';

const GROUP = 200;

/**
 * Releases reserved items of a run that were never published: their passports, notices and identifier claims
 * (passports.md, "Runs of serial numbers"). A restarted job continues after the released items.
 */
@Injectable()
export class WithdrawItems implements JobAdapter<WithdrawalJobInput> {
  constructor(
    private readonly runs: PassportRuns,
    private readonly book: PassportBook,
    private readonly identifiers: ClaimIdentifiers,
    private readonly notices: PassportNotices,
    private readonly transactions: Transactions,
  ) {}

  async run({ input, progress }: JobWork<WithdrawalJobInput>): Promise<object> {
    for (let done = 0; ;) {
      const run = await this.runs.byUuid(input.run);
      if (!run) return {};
      const { status, reserved, published, refused } = run;
      if (status !== 'withdrawing') return { reserved, published, refused };
      progress(done, run.itemCount);
      const passports = await this.runs.items(run.id, run.lastPassportId, GROUP);
      if (passports.length === 0)
        await this.change(run, (locked) => Promise.resolve({ ...locked, status: 'withdrawn' }));
      else await this.stored(run, passports);
      done += passports.length;
    }
  }

  private async stored(run: PassportRun, passports: readonly Passport[]): Promise<void> {
    try {
      await this.change(run, (locked) => this.withdrawn(locked, passports));
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Unavailable) throw error;
      const [only, ...others] = passports;
      if (!only) throw error;
      if (others.length === 0) {
        await this.change(run, (locked) =>
          Promise.resolve({ ...withRefused(locked, only.serial ?? '', error), lastPassportId: only.id }),
        );
        return;
      }
      // Another passport refers to one of the items, so the items are deleted one by one.
      let current: PassportRun | undefined = run;
      for (const passport of passports) {
        if (current) await this.stored(current, [passport]);
        current = await this.runs.byUuid(run.uuid);
      }
    }
  }

  private async withdrawn(locked: PassportRun, passports: readonly Passport[]): Promise<PassportRun> {
    const present = await this.book.passports(passports.map(({ id }) => id));
    const unpublished = [...present.values()].filter(({ lastVersion }) => lastVersion === 0);
    const ids = unpublished.map(({ id }) => id);
    await this.notices.takeBackAll(ids);
    await this.book.removePassports(ids);
    const serials = unpublished.map(({ serial }) => serial ?? '');
    await this.identifiers.giveBack(locked, serials);
    return {
      ...locked,
      reserved: locked.reserved - ids.length,
      lastPassportId: passports.at(-1)?.id ?? locked.lastPassportId,
    };
  }

  /** Changes the run unless another process has continued it meanwhile. */
  private async change(run: PassportRun, to: (locked: PassportRun) => Promise<PassportRun>): Promise<void> {
    await this.transactions.write(async () => {
      const locked = await this.runs.byUuid(run.uuid);
      if (!locked || locked.lastPassportId !== run.lastPassportId || locked.status !== run.status) return;
      await this.runs.change(await to(locked));
    });
  }
}
