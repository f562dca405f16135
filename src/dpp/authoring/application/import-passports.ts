import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentDeadline,
  DeadlinePassed,
  deadlineSetting,
  InputRefused,
  invalidValue,
  Refusal,
  refuse,
  StoppedOnTheWay,
  Transactions,
  Unavailable,
} from '../../../../libs/kernel/index.js';
import { yieldToEventLoop, type Input } from '../../../../libs/records/index.js';
import type { Actor } from '../../passport/domain/index.js';
import { PassportBook } from '../ports/passport-book.js';
import { PassportStores } from '../../passport/index.js';
import { type Current, currentOf, refuseReserved, untilItHolds } from './current-versions.js';
import {
  failedOutcome,
  type ImportOutcome,
  passportKeyOf,
  leftBy,
  outcomeOf,
  plannedVersion,
  readPassportRow,
  type RowPlan,
} from './import-plans.js';
import { PlanPassports } from './plan-passports.js';
import { type PassportChange, readPassport } from './read-passport.js';
import { StorePlans } from './store-plans.js';

interface Planned {
  readonly index: number;
  readonly row: Input;
  readonly plan: RowPlan;
}

/** Told how many rows are done; between two of them it may end all by throwing. */
type OnRow = (done: number) => void;

export interface ImportOptions {
  /** The answer will be told again, so no row may be told failed that would be stored the next time. */
  readonly isKept?: boolean;
  readonly onRow?: OnRow;
}

/** Rows that one transaction stores at most, and how long it goes on taking further ones, in milliseconds. */
const GROUP_ROWS = 50;
const GROUP_MS = 80;

/** What is told of a row; throws again what isn't the row's fault but the end of the call. */
const refused = (index: number, error: unknown): ImportOutcome => {
  if (!(error instanceof Refusal) || endsTheCall(error)) throw error;
  return failedOutcome(index, error);
};

/** The time of the request is over: no further row can be stored, whatever it is. */
const endsTheCall = (error: unknown): boolean => {
  const deadline = currentDeadline();
  return (
    error instanceof DeadlinePassed ||
    (error instanceof Unavailable && deadline !== undefined && deadline.remainingMs <= 0)
  );
};

/** 503: how many rows are done, and how the others come to be. */
const stopped = (done: number, count: number, cause: unknown): StoppedOnTheWay => {
  const deadline = currentDeadline();
  const over = deadline && endsTheCall(cause);
  return new StoppedOnTheWay(
    `%done of %count rows were stored before ${over ? `the request reached its deadline (${deadlineSetting(deadline.kind)})` : 'the import stopped'}. ` +
      'Send the same rows again, or fewer at once. Rows that are already stored stay unchanged.',
    { done, count },
    { cause },
  );
};

const keyText = (change: PassportChange): string => JSON.stringify(passportKeyOf(change));

/**
 * Passports from files (passports.md, "Authoring"). A row means the passport of its SKU, store view, batch and serial number: its
 * version in work is changed, a revision of what is published is made where something differs, else there is a new draft.
 * Each row is stored or refused for itself. Rows are judged first and stored in groups: a transaction has nothing to do
 * but to write, and not for long.
 */
@Injectable()
export class ImportPassports {
  constructor(
    private readonly storing: StorePlans,
    private readonly plans: PlanPassports,
    private readonly book: PassportBook,
    private readonly stores: PassportStores,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** `StoppedOnTheWay` where the time is over, if rows are stored already, and where `isKept` forbids to tell one failed. */
  async run(
    rows: readonly Input[],
    actor: Actor,
    { isKept = false, onRow }: ImportOptions = {},
  ): Promise<readonly ImportOutcome[]> {
    const outcomes = new Map<number, ImportOutcome>();
    const done = (): number => [...outcomes.values()].filter(({ status }) => status !== 'failed').length;
    try {
      await this.storeAll(rows, actor, outcomes, onRow);
    } catch (error) {
      throw endsTheCall(error) && done() > 0 ? stopped(done(), rows.length, error) : error;
    }
    const told = [...outcomes.values()].toSorted((one, other) => one.index - other.index);
    const lost = told.find((one) => one.status === 'failed' && one.refusal instanceof Unavailable);
    if (isKept && lost?.status === 'failed') throw stopped(done(), rows.length, lost.refusal);
    return told;
  }

  private async storeAll(
    rows: readonly Input[],
    actor: Actor,
    outcomes: Map<number, ImportOutcome>,
    onRow: OnRow = () => undefined,
  ): Promise<void> {
    const told = (outcome: ImportOutcome): void => void outcomes.set(outcome.index, outcome);
    let group: Planned[] = [];
    const keys = new Set<string>();
    const store = async (): Promise<void> => {
      await this.stored(group, actor, told);
      group = [];
      keys.clear();
    };
    for (const [index, input] of rows.entries()) {
      try {
        const { row, change } = readPassportRow(input);
        // What a row means depends on what an earlier one of the same key has made.
        if (keys.has(keyText(change)) || group.length >= GROUP_ROWS) await store();
        keys.add(keyText(change));
        group.push({ index, row, plan: await this.planned(row, change, actor) });
      } catch (error) {
        told(refused(index, error));
      }
      onRow(outcomes.size);
      await yieldToEventLoop();
    }
    await store();
  }

  /** What would become of the rows as of now; only reads. `isKept` as for `run`: `Unavailable` then. */
  async try(
    rows: readonly Input[],
    actor: Actor,
    { isKept = false, onRow = () => undefined }: ImportOptions = {},
  ): Promise<readonly ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    // What earlier rows would have left, by key.
    const left = new Map<string, Current>();
    for (const [index, input] of rows.entries()) {
      try {
        const { row, change } = readPassportRow(input);
        const plan = await this.planned(row, change, actor, left.get(keyText(change)));
        await this.mustBeStorable(plan);
        const current = leftBy(plan);
        if (current) left.set(keyText(change), current);
        outcomes.push(outcomeOf(index, plan, plannedVersion(plan)));
      } catch (error) {
        if (isKept && error instanceof Unavailable) throw error;
        outcomes.push(refused(index, error));
      }
      onRow(outcomes.length);
      await yieldToEventLoop();
    }
    return outcomes;
  }

  private async planned(row: Input, read: PassportChange, actor: Actor, known?: Current): Promise<RowPlan> {
    const found = known ? undefined : await this.book.byKey(passportKeyOf(read));
    if (!known && !found) return { kind: 'creation', creation: await this.plans.creation(row, actor) };
    await refuseReserved(this.book, found);
    const current = known ?? (await currentOf(this.book, found?.id ?? 0));
    const { change: sent, faults } = readPassport(row, 'change');
    refuse(faults);
    if (current.work) {
      const change = await this.plans.change(current.passport, current.work, sent, actor);
      return change.fields.length === 0
        ? { kind: 'nothing', version: current.work }
        : { kind: 'change', passport: current.passport, change };
    }
    // A revision that would say nothing new isn't made.
    const revision = await this.plans.revision(current, actor);
    const change = await this.plans.change(current.passport, revision.draft, sent, actor);
    return change.fields.length === 0
      ? { kind: 'nothing', version: current.shown }
      : { kind: 'revision', passport: current.passport, revision, change };
  }

  /** In as many transactions as it takes; a row that others have changed meanwhile is planned again, alone. */
  private async stored(group: readonly Planned[], actor: Actor, told: (outcome: ImportOutcome) => void): Promise<void> {
    for (let left = group; left.length > 0;) {
      const done = await this.storedTogether(left, actor);
      for (const [place, outcome] of done.entries()) {
        const planned = left[place];
        if (planned) told(outcome ?? (await this.storedAlone(planned, actor)));
      }
      left = left.slice(done.length);
    }
  }

  /** The first of the rows, one at least, in one transaction; undefined for those whose plan holds no longer. */
  private async storedTogether(
    group: readonly Planned[],
    actor: Actor,
  ): Promise<readonly (ImportOutcome | undefined)[]> {
    try {
      return await this.transactions.write(async () => {
        const done: (ImportOutcome | undefined)[] = [];
        const begun = this.clock.now().getTime();
        for (const { index, plan } of group) {
          done.push(await this.one(index, plan, actor));
          if (this.clock.now().getTime() - begun >= GROUP_MS) break;
        }
        return done;
      });
    } catch (error) {
      if (endsTheCall(error)) throw error;
      // Others write the same passports: each row for itself then, in its turn.
      if (error instanceof Unavailable && group.length > 1) return group.map(() => undefined);
      const [first] = group;
      if (!(error instanceof Refusal) || !first) throw error;
      return [failedOutcome(first.index, error)];
    }
  }

  private async storedAlone({ index, row }: Planned, actor: Actor): Promise<ImportOutcome> {
    try {
      return await untilItHolds(async () => {
        const plan = await this.planned(row, readPassportRow(row).change, actor);
        return this.transactions.write(() => this.one(index, plan, actor));
      });
    } catch (error) {
      return refused(index, error);
    }
  }

  /** Inside a transaction: what a refused row wrote goes, what others wrote stays. */
  private async one(index: number, plan: RowPlan, actor: Actor): Promise<ImportOutcome | undefined> {
    try {
      const version = await this.transactions.write(() => this.storing.store(plan, actor));
      return version && outcomeOf(index, plan, version);
    } catch (error) {
      return refused(index, error);
    }
  }

  /** What the database would refuse: references to what isn't there. */
  private async mustBeStorable(plan: RowPlan): Promise<void> {
    const version = plannedVersion(plan);
    const { storeId, predecessorId } = version;
    if (!(await this.stores.byId(storeId))) throw new InputRefused(invalidValue('store_id', storeId));
    if (predecessorId !== null && !(await this.book.passport(predecessorId)))
      throw new InputRefused(invalidValue('predecessor_id', predecessorId));
  }
}
