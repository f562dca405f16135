import { Injectable } from '@nestjs/common';
import { Clock, type Day, refuse, required, Transactions } from '../../../../libs/kernel/index.js';
import { type Actor, isEmptyValue, type Party } from '../../passport/domain/index.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { currentOf, historyEvent, untilItHolds } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';
import type { RowPlan } from './import-plans.js';
import { PassportLock } from './passport-lock.js';
import { PlanPassports } from './plan-passports.js';
import { StorePlans } from './store-plans.js';

/**
 * Transfers a passport to another operator from a date on (passports.md, "Parties, places and parts"). Earlier
 * operators stay listed.
 */
@Injectable()
export class TransferPassports {
  constructor(
    private readonly book: PassportBook,
    private readonly plans: PlanPassports,
    private readonly store: StorePlans,
    private readonly ended: EndedPassports,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
    private readonly clock: Clock,
  ) {}

  /** Changes the working version, or else creates a revision. The change is public once that version is published. */
  transfer(id: number, to: Omit<Party, 'since'>, since: Day, actor: Actor): Promise<StoredVersion> {
    if (isEmptyValue(to.name)) refuse([required('to.name')]);
    return this.writer.withLock(id, () =>
      untilItHolds(async () => {
        const plan = await this.planned(id, { ...to, since }, actor);
        return this.transactions.write(async () => {
          const stored = await this.store.store(plan, actor);
          if (!stored) return undefined;
          refuse(await this.ended.faults(id));
          const event = historyEvent(stored, 'transferred', actor, this.clock.now(), { fields: ['parties'] });
          await this.book.note(id, event);
          return stored;
        });
      }),
    );
  }

  private async planned(id: number, party: Party, actor: Actor): Promise<RowPlan> {
    const current = await currentOf(this.book, id);
    const { passport, work, shown } = current;
    const change = { parties: [...(work ?? shown).parties, party] };
    if (work) return { kind: 'change', passport, change: await this.plans.change(passport, work, change, actor) };
    const revision = await this.plans.revision(current, actor);
    return {
      kind: 'revision',
      passport,
      revision,
      change: await this.plans.change(passport, revision.draft, change, actor),
    };
  }
}
