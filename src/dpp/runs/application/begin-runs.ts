import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  InputRefused,
  NoSuchEntity,
  type Page,
  refuse,
  Transactions,
} from '../../../../libs/kernel/index.js';
import { type Caller, type JobName, Jobs } from '../../../../libs/operations/index.js';
import type { Input } from '../../../../libs/records/index.js';
import { DataSheets, PlanPassports, PreparePublication } from '../../authoring/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { readSerials, type SaidSerials } from '../domain/serials.js';
import { type PassportRun, PassportRuns } from '../ports/passport-runs.js';
import {
  PASSPORT_RUN_JOB,
  PASSPORT_RUN_RESERVATION_JOB,
  PASSPORT_RUN_WITHDRAWAL_JOB,
  SERIALS_FILE,
  sharedFaults,
} from './run-job.js';

/** The request for a run. */
interface SaidRun extends SaidSerials {
  /** A passport as for `POST /V1/dpp/manage/passports`, without a serial number. */
  readonly passport: Input;
}

/** A run and the job that processes it. */
export interface StartedRun {
  readonly run: PassportRun;
  readonly job: string;
}

async function* linesOf(serials: readonly string[]): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(serials.join('\n')));
}

/** Starts runs of serial numbers (passports.md, "Runs of serial numbers"); jobs create the items. */
@Injectable()
export class BeginRuns {
  constructor(
    private readonly runs: PassportRuns,
    private readonly plans: PlanPassports,
    private readonly preparation: PreparePublication,
    private readonly sheets: DataSheets,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  /** `NoSuchEntity`. */
  async get(uuid: string): Promise<PassportRun> {
    const run = await this.runs.byUuid(uuid);
    if (!run) throw new NoSuchEntity('uuid', uuid);
    return run;
  }

  search(criteria: Criteria): Promise<Page<PassportRun>> {
    return this.runs.search(criteria);
  }

  /**
   * Refused with all reasons that prevent drafts of its items, or their publication if requested. Only the first item
   * is checked, because items differ only in serial numbers.
   */
  async begin(said: SaidRun, caller: Caller, mode: 'reserve' | 'publish'): Promise<StartedRun> {
    const { serials, faults } = readSerials(said);
    refuse(faults);
    if ((said.passport['identifiers'] ?? null) !== null)
      throw InputRefused.sentence('The passport of a run must not contain identifiers, because each is of one item.');
    if ((said.passport['serial'] ?? null) !== null)
      throw InputRefused.sentence(
        'The passport of a run must not contain a serial number. Send the serial numbers next to it.',
      );
    const actor = actorOf(caller);
    const input = { ...said.passport, serial: serials[0] };
    const { passport, version, template } = await this.plans.creation(input, actor);
    if (mode === 'publish') refuse(sharedFaults(await this.preparation.prepare(passport, version, template, actor)));
    const publishes = mode === 'publish' && !this.settings.release;
    // The GTIN can come from a data sheet; items are published under it, so it is reserved and printed too.
    const { gtin } = await this.sheets.filledIn(version, template.document);
    const run: PassportRun = {
      id: 0,
      uuid: crypto.randomUUID(),
      status: 'reserving',
      sku: version.sku,
      gtin,
      storeId: version.storeId,
      batch: version.batch,
      itemCount: serials.length,
      reserved: 0,
      published: 0,
      refused: 0,
      message: null,
      actorKind: actor.kind,
      actorId: actor.id,
      releaserKind: publishes ? actor.kind : null,
      releaserId: publishes ? actor.id : null,
      createdAt: this.clock.now(),
      content: JSON.stringify(version),
      lastPassportId: 0,
    };
    await this.transactions.write(() => this.runs.add(run));
    const kind = mode === 'publish' ? PASSPORT_RUN_JOB : PASSPORT_RUN_RESERVATION_JOB;
    return { run, job: await this.beginJob(kind, run, caller, publishes, serials) };
  }

  /** Publishes a reserved run. With the release setting, not by the actor that started it. */
  async publish(uuid: string, caller: Caller): Promise<StartedRun> {
    const { kind, id } = actorOf(caller);
    const run = await this.transactions.write(async () => {
      const locked = await this.get(uuid);
      if (locked.status !== 'reserved' && locked.status !== 'publishing')
        throw InputRefused.sentence('The run is %status. Only a reserved run can be published.', {
          status: locked.status,
        });
      if (this.settings.release && locked.actorKind === kind && locked.actorId === id)
        throw InputRefused.sentence('A run must be released by someone other than the person who started it.');
      const next: PassportRun = { ...locked, status: 'publishing', releaserKind: kind, releaserId: id };
      await this.runs.change(next);
      return next;
    });
    return { run, job: await this.beginJob(PASSPORT_RUN_JOB, run, caller, true) };
  }

  /**
   * Releases what was reserved but never published; published items stay. Stops a run that is still reserving, even if
   * its job was canceled.
   */
  async withdraw(uuid: string, caller: Caller): Promise<StartedRun> {
    const run = await this.transactions.write(async () => {
      const locked = await this.get(uuid);
      if (locked.status === 'withdrawing') return locked;
      if (locked.status !== 'reserving' && locked.status !== 'reserved')
        throw InputRefused.sentence('The run is %status. Only a run that is reserving or reserved can be withdrawn.', {
          status: locked.status,
        });
      const next: PassportRun = { ...locked, status: 'withdrawing', lastPassportId: 0 };
      await this.runs.change(next);
      return next;
    });
    const job = await this.jobs.begin({
      kind: PASSPORT_RUN_WITHDRAWAL_JOB,
      caller,
      description: `Withdrawal of a serial number run for ${run.sku}`,
      input: { run: run.uuid },
    });
    return { run, job };
  }

  private beginJob(
    kind: JobName,
    { uuid, sku }: PassportRun,
    caller: Caller,
    publishes: boolean,
    serials?: readonly string[],
  ): Promise<string> {
    const order = {
      kind,
      caller,
      description: `Run of serial numbers of ${sku}`,
      input: { run: uuid, publishes },
    };
    return this.jobs.begin(order, serials && ((files) => files.write(SERIALS_FILE, linesOf(serials))));
  }
}
