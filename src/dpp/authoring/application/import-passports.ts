import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentDeadline,
  DeadlinePassed,
  deadlineSetting,
  DiskFull,
  InputRefused,
  invalidValue,
  Refusal,
  refuse,
  StoppedOnTheWay,
  Transactions,
  Unavailable,
} from '../../../../libs/kernel/index.js';
import { yieldToEventLoop, type Input, ofExisting } from '../../../../libs/records/index.js';
import { type Actor, isInWork, type JsonObject } from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportStores } from '../../passport/index.js';
import { type Current, currentOf, refuseReserved, untilItHolds } from './current-versions.js';
import {
  cellsApart,
  failedOutcome,
  type ImportOutcome,
  passportKeyOf,
  type PayloadCells,
  leftBy,
  outcomeOf,
  plannedVersion,
  readPassportRow,
  type RowPlan,
} from './import-plans.js';
import { ChangePassportStatus } from './change-passport-status.js';
import { PlanPassports } from './plan-passports.js';
import { PreparePublication } from './prepare-publication.js';
import { type PassportChange, readPassport } from './read-passport.js';
import { StorePlans } from './store-plans.js';

interface Planned {
  readonly index: number;
  readonly row: Input;
  readonly plan: RowPlan;
}

/** Called with the number of finished rows. Can stop the import by throwing. */
type OnRow = (done: number) => void;

export interface ImportOptions {
  /**
   * True if the response will be stored and repeated. A row must then not be reported as failed if it could be stored
   * later.
   */
  readonly isKept?: boolean;
  /** True to publish each row's passport. A row that cannot be published is refused and changes nothing. */
  readonly publishes?: boolean;
  readonly onRow?: OnRow;
}

/** Maximum number of rows per transaction, and how long a transaction accepts further rows, in milliseconds. */
const GROUP_ROWS = 50;
const GROUP_MS = 80;

/** The outcome of a failed row. Rethrows errors that end the whole call. */
const refused = (index: number, error: unknown): ImportOutcome => {
  if (!(error instanceof Refusal) || endsTheCall(error)) throw error;
  return failedOutcome(index, error);
};

/** True if the deadline of the request has passed or the disk is full, so no further row can be stored. */
const endsTheCall = (error: unknown): boolean => {
  const deadline = currentDeadline();
  return (
    error instanceof DeadlinePassed ||
    error instanceof DiskFull ||
    (error instanceof Unavailable && deadline !== undefined && deadline.remainingMs <= 0)
  );
};

const reasonOf = (cause: unknown): string => {
  if (cause instanceof DiskFull) return ', because the disk is full';
  const deadline = currentDeadline();
  if (!deadline || !endsTheCall(cause)) return '';
  return `, because the request reached its deadline (${deadlineSetting(deadline.kind)})`;
};

/** 503 with the number of stored rows and how to import the others. */
const stopped = (done: number, count: number, cause: unknown): StoppedOnTheWay => {
  return new StoppedOnTheWay(
    `The import stored %done of %count rows and then stopped${reasonOf(cause)}. Send the same rows again, or fewer rows per request. Rows that are already stored are not changed.`,
    { done, count },
    { cause },
  );
};

const keyText = (change: PassportChange): string => JSON.stringify(passportKeyOf(change));

/**
 * Imports passports from files (passports.md, "Authoring"). A row identifies a passport by SKU, store view, batch and
 * serial number. It changes the working version, or revises a published version that differs, or creates a draft. Each
 * row succeeds or fails on its own. Rows are checked first and stored in groups, so that transactions only write and
 * stay short.
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
    private readonly templates: FindTemplate,
    private readonly preparation: PreparePublication,
    private readonly moves: ChangePassportStatus,
  ) {}

  /**
   * Throws `StoppedOnTheWay` if the deadline passes after some rows are stored, or if `isKept` forbids reporting a row
   * as failed.
   */
  async importAll(
    rows: readonly Input[],
    actor: Actor,
    { isKept = false, publishes = false, onRow }: ImportOptions = {},
  ): Promise<readonly ImportOutcome[]> {
    const outcomes = new Map<number, ImportOutcome>();
    const done = (): number => [...outcomes.values()].filter(({ status }) => status !== 'failed').length;
    try {
      await this.storeAll(rows, actor, outcomes, { publishes, onRow });
    } catch (error) {
      throw endsTheCall(error) && done() > 0 ? stopped(done(), rows.length, error) : error;
    }
    const inOrder = [...outcomes.values()].toSorted((one, other) => one.index - other.index);
    const lost = inOrder.find((one) => one.status === 'failed' && one.refusal instanceof Unavailable);
    if (isKept && lost?.status === 'failed') throw stopped(done(), rows.length, lost.refusal);
    return inOrder;
  }

  private async storeAll(
    rows: readonly Input[],
    actor: Actor,
    outcomes: Map<number, ImportOutcome>,
    { publishes = false, onRow = () => undefined }: ImportOptions,
  ): Promise<void> {
    const report = async (outcome: ImportOutcome): Promise<void> => {
      outcomes.set(outcome.index, publishes ? await this.published(outcome, actor) : outcome);
    };
    let group: Planned[] = [];
    const keys = new Set<string>();
    const store = async (): Promise<void> => {
      await this.stored(group, actor, report);
      group = [];
      keys.clear();
    };
    for (const [index, input] of rows.entries()) {
      try {
        const { row, change } = readPassportRow(input);
        // The effect of a row depends on earlier rows with the same key.
        if (keys.has(keyText(change)) || group.length >= GROUP_ROWS) await store();
        keys.add(keyText(change));
        const plan = await this.planned(row, change, actor);
        if (publishes) await this.mustBePublishable(plan, actor);
        group.push({ index, row, plan });
      } catch (error) {
        await report(refused(index, error));
      }
      onRow(outcomes.size);
      await yieldToEventLoop();
    }
    await store();
  }

  /** Reports what the rows would do now, without writing. With `isKept`, throws `Unavailable` as `run` does. */
  async try(
    rows: readonly Input[],
    actor: Actor,
    { isKept = false, publishes = false, onRow = () => undefined }: ImportOptions = {},
  ): Promise<readonly ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    // Planned results of earlier rows, by key.
    const left = new Map<string, Current>();
    for (const [index, input] of rows.entries()) {
      try {
        const { row, change } = readPassportRow(input);
        const plan = await this.planned(row, change, actor, left.get(keyText(change)));
        await this.mustBeStorable(plan);
        if (publishes) await this.mustBePublishable(plan, actor);
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

  private async planned(sent: Input, read: PassportChange, actor: Actor, known?: Current): Promise<RowPlan> {
    const { row, cells } = cellsApart(sent);
    const found = known ? undefined : await this.book.byKey(passportKeyOf(read));
    if (!known && !found) {
      const template = cells && (await this.templates.named(read.templateCode ?? '', read.templateVersion));
      const payload = template && { dpp_payload: cells.over({}, template.document) };
      return { kind: 'creation', creation: await this.plans.creation({ ...row, ...payload }, actor) };
    }
    await refuseReserved(this.book, found);
    const current = known ?? (await currentOf(this.book, found?.id ?? 0));
    const { change: written, faults } = readPassport(row, 'change');
    refuse(faults);
    const change = cells
      ? { ...written, dppPayload: await this.payloadOf(cells, written, current.work ?? current.shown) }
      : written;
    return this.plannedChange(change, current, actor);
  }

  private async plannedChange(sent: PassportChange, current: Current, actor: Actor): Promise<RowPlan> {
    if (current.work) {
      const change = await this.plans.change(current.passport, current.work, sent, actor);
      return change.fields.length === 0
        ? { kind: 'nothing', version: current.work }
        : { kind: 'change', passport: current.passport, change };
    }
    // Skips a revision that would change nothing.
    const revision = await this.plans.revision(current, actor);
    const change = await this.plans.change(current.passport, revision.draft, sent, actor);
    return change.fields.length === 0
      ? { kind: 'nothing', version: current.shown }
      : { kind: 'revision', passport: current.passport, revision, change };
  }

  /** Payload columns change single values; all other values stay. */
  private async payloadOf(
    cells: PayloadCells,
    { templateCode, templateVersion }: PassportChange,
    version: StoredVersion,
  ): Promise<JsonObject> {
    const keeps = templateCode === undefined && templateVersion === undefined;
    const isSame = templateCode === undefined || templateCode === version.templateCode;
    const template = keeps
      ? await this.templates.ofVersion(version)
      : await this.templates.named(
          templateCode ?? version.templateCode,
          templateVersion ?? (isSame ? version.templateVersion : null),
        );
    return cells.over(version.dppPayload, template.document);
  }

  /** Checks the row as it would be published. `InputRefused` with the reasons that prevent publication. */
  private async mustBePublishable(plan: RowPlan, actor: Actor): Promise<void> {
    const version = plannedVersion(plan);
    if (!isInWork(version.status)) return;
    const passport = await this.passportOf(plan);
    const template = await this.templates.ofVersion(version);
    refuse((await this.preparation.prepare(passport, version, template, actor)).faults);
  }

  private async passportOf(plan: RowPlan): Promise<Passport> {
    if (plan.kind === 'creation') return plan.creation.passport;
    if (plan.kind !== 'nothing') return plan.passport;
    return (await currentOf(this.book, plan.version.passportId)).passport;
  }

  /** The outcome of a stored row after its publication. */
  private async published(outcome: ImportOutcome, actor: Actor): Promise<ImportOutcome> {
    if (outcome.status === 'failed' || !isInWork(outcome.version.status)) return outcome;
    try {
      const version = await this.moves.publish(outcome.version.passportId, actor);
      return { ...outcome, status: outcome.status === 'unchanged' ? 'updated' : outcome.status, version };
    } catch (error) {
      return refused(outcome.index, error);
    }
  }

  /** Uses as many transactions as needed. A row whose plan is outdated is planned again on its own. */
  private async stored(
    group: readonly Planned[],
    actor: Actor,
    report: (outcome: ImportOutcome) => Promise<void>,
  ): Promise<void> {
    for (let left = group; left.length > 0;) {
      const done = await this.storedTogether(left, actor);
      for (const [index, outcome] of done.entries()) {
        const planned = left[index];
        if (planned) await report(outcome ?? (await this.storedAlone(planned, actor)));
      }
      left = left.slice(done.length);
    }
  }

  /** Stores the first rows, at least one, in one transaction. Undefined for rows whose plan is outdated. */
  private async storedTogether(
    group: readonly Planned[],
    actor: Actor,
  ): Promise<readonly (ImportOutcome | undefined)[]> {
    try {
      return await this.transactions.write(async () => {
        const done: (ImportOutcome | undefined)[] = [];
        const startedAt = this.clock.now().getTime();
        for (const { index, plan } of group) {
          done.push(await this.one(index, plan, actor));
          if (this.clock.now().getTime() - startedAt >= GROUP_MS) break;
        }
        return done;
      });
    } catch (error) {
      if (endsTheCall(error)) throw error;
      // Other writers are changing the same passports, so each row is stored on its own.
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

  /** A nested transaction: only the writes of a refused row are rolled back. */
  private async one(index: number, plan: RowPlan, actor: Actor): Promise<ImportOutcome | undefined> {
    try {
      const version = await this.transactions.write(() => this.storing.store(plan, actor));
      return version && outcomeOf(index, plan, version);
    } catch (error) {
      return refused(index, error);
    }
  }

  /** Checks references that the database would refuse. */
  private async mustBeStorable(plan: RowPlan): Promise<void> {
    const version = plannedVersion(plan);
    const { storeId, predecessorId } = version;
    if (!(await this.stores.byId(storeId)))
      throw new InputRefused(invalidValue('store_id', storeId, ofExisting('id', 'store view')));
    if (predecessorId !== null && !(await this.book.passport(predecessorId)))
      throw new InputRefused(invalidValue('predecessor_id', predecessorId, ofExisting('id', 'passport')));
  }
}
