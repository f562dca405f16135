import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type CsvDialect,
  type Fault,
  FAULTS_MAX,
  InputRefused,
  NoSuchEntity,
  type Page,
  refuse,
  required,
  Transactions,
} from '../../../../libs/kernel/index.js';
import { type Caller, type JobName, Jobs } from '../../../../libs/operations/index.js';
import type { Input } from '../../../../libs/records/index.js';
import {
  DataSheets,
  NamedFiles,
  PassportValidator,
  PlanPassports,
  type RowFault,
  type StoredVersion,
  withOwnValues,
} from '../../authoring/index.js';
import { type Actor, actorOf } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { FindTemplate, type StoredTemplate } from '../../templates/index.js';
import { readSerials, type RequestedSerials } from '../domain/serials.js';
import { type PassportRun, PassportRuns } from '../ports/passport-runs.js';
import {
  PASSPORT_RUN_JOB,
  PASSPORT_RUN_RESERVATION_JOB,
  PASSPORT_RUN_WITHDRAWAL_JOB,
  SERIALS_FILE,
  sharedFaults,
  VALUES_FILE,
} from './run-job.js';
import { PrepareItems } from './prepare-items.js';
import { cellFault, type ItemValues, readRunValues, type RunValues } from './read-values.js';

/** The request for a run. */
interface SaidRun extends RequestedSerials {
  /** CSV dialect of `valuesCsv`. */
  readonly dialect: CsvDialect;
  /** A passport, in the form of `POST /V1/dpp/manage/passports`, without a serial number. */
  readonly passport: Input;
}

/** A run and the job that processes it. */
export interface StartedRun {
  readonly run: PassportRun;
  readonly job: string;
}

/** Serial numbers of a run, and the items' own values, if any. */
interface RunItems {
  readonly serials: readonly string[];
  readonly values?: RunValues | undefined;
}

/** Number of items per validation question, because questions have a time limit. */
const ITEMS_AT_ONCE = 50;

const chunked = (items: readonly ItemValues[]): readonly (readonly ItemValues[])[] =>
  Array.from({ length: Math.ceil(items.length / ITEMS_AT_ONCE) }, (_, index) =>
    items.slice(index * ITEMS_AT_ONCE, (index + 1) * ITEMS_AT_ONCE),
  );

async function* linesOf(serials: readonly string[]): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(serials.join('\n')));
}

/** Starts serial number runs (passports.md, "Runs of serial numbers"); jobs create the items. */
@Injectable()
export class BeginRuns {
  constructor(
    private readonly runs: PassportRuns,
    private readonly plans: PlanPassports,
    private readonly items: PrepareItems,
    private readonly sheets: DataSheets,
    private readonly validator: PassportValidator,
    private readonly files: NamedFiles,
    private readonly templates: FindTemplate,
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
   * Checks and stores a run, and starts its job. `InputRefused` with all reasons why its items cannot be drafts or, if
   * requested, cannot be published. If items only differ in serial numbers, the first one is checked. Otherwise the
   * schema and rules are also checked for all other items.
   */
  async begin(said: SaidRun, caller: Caller, mode: 'reserve' | 'publish'): Promise<StartedRun> {
    if ((said.passport['identifiers'] ?? null) !== null)
      throw InputRefused.sentence(
        'The passport of a run must not contain identifiers, because each identifier belongs to a single item. Leave them out.',
      );
    if ((said.passport['serial'] ?? null) !== null)
      throw InputRefused.sentence(
        'The passport of a run must not contain a serial number. Remove it, and send the serial numbers in "serials".',
      );
    const actor = actorOf(caller);
    const { serials, values } = await this.itemsOf(said);
    const input = { ...said.passport, serial: serials[0] };
    const { passport, version, template } = await this.plans.creation(input, actor);
    if (values) await this.checkValues(values, version, template, { actor, mode });
    if (mode === 'publish') {
      const first = values?.items[0];
      const item = first ? { ...passport, runValues: JSON.stringify(first.payload) } : passport;
      refuse(sharedFaults(await this.items.prepare(item, version, template, actor)));
    }
    const publishes = mode === 'publish' && !this.settings.release;
    // The GTIN can come from a data sheet. Items are published under it, so it is also reserved and printed.
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
    return { run, job: await this.beginJob(kind, run, caller, publishes, { serials, values }) };
  }

  /**
   * Publishes a reserved run. If the release setting is on, another actor than the one that started the run must do
   * this.
   */
  async publish(uuid: string, caller: Caller): Promise<StartedRun> {
    const { kind, id } = actorOf(caller);
    const run = await this.transactions.write(async () => {
      const locked = await this.get(uuid);
      if (locked.status !== 'reserved' && locked.status !== 'publishing')
        throw InputRefused.sentence(
          'A run with the status "%status" cannot be published. Only runs with the status "reserved" can be published.',
          {
            status: locked.status,
          },
        );
      if (this.settings.release && locked.actorKind === kind && locked.actorId === id)
        throw InputRefused.sentence(
          'You started this run, so you cannot release it. Ask another person to release it.',
        );
      const next: PassportRun = { ...locked, status: 'publishing', releaserKind: kind, releaserId: id };
      await this.runs.change(next);
      return next;
    });
    return { run, job: await this.beginJob(PASSPORT_RUN_JOB, run, caller, true) };
  }

  /**
   * Releases items that were reserved but never published; published items stay. Also stops a run that is still
   * reserving, even if its job was canceled.
   */
  async withdraw(uuid: string, caller: Caller): Promise<StartedRun> {
    const run = await this.transactions.write(async () => {
      const locked = await this.get(uuid);
      if (locked.status === 'withdrawing') return locked;
      if (locked.status !== 'reserving' && locked.status !== 'reserved')
        throw InputRefused.sentence(
          'A run with the status "%status" cannot be withdrawn. Only runs with the status "reserving" or "reserved" can be withdrawn.',
          {
            status: locked.status,
          },
        );
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
    items?: RunItems,
  ): Promise<string> {
    const order = {
      kind,
      caller,
      description: `Serial number run for ${sku}`,
      input: { run: uuid, publishes, hasValues: items?.values !== undefined },
    };
    return this.jobs.begin(
      order,
      items &&
        (async (files) => {
          await files.write(SERIALS_FILE, linesOf(items.serials));
          const payloads = items.values?.items.map(({ payload }) => JSON.stringify(payload));
          if (payloads) await files.write(VALUES_FILE, linesOf(payloads));
        }),
    );
  }

  private async itemsOf({ passport, dialect, ...said }: SaidRun): Promise<RunItems> {
    const { serials, faults } = readSerials(said);
    refuse(faults);
    if (said.valuesCsv === null) return { serials };
    const [code, version] = [
      passport['template_code'] ?? passport['templateCode'],
      passport['template_version'] ?? passport['templateVersion'],
    ];
    const template = await this.templates.named(
      typeof code === 'string' ? code : '',
      typeof version === 'string' ? version : null,
    );
    const values = await readRunValues(said.valuesCsv, dialect, template.document.schema);
    const [first] = values.items;
    if (!first) throw new InputRefused(required('values_csv'));
    return { serials: values.items.map(({ serial }) => serial), values };
  }

  /** Refuses wrong values with row and column before any item is created. */
  private async checkValues(
    { items, columns }: RunValues,
    version: StoredVersion,
    { document }: StoredTemplate,
    { actor, mode }: { readonly actor: Actor; readonly mode: 'reserve' | 'publish' },
  ): Promise<void> {
    const shared = await this.sheets.filled(version, document);
    const isOfColumn = (field: string): boolean =>
      columns.some((column) => field === column || field.startsWith(`${column}.`) || field.startsWith(`${column}[`));
    const faults: Fault[] = [];
    const others: (RowFault & { readonly row: number })[] = [];
    for (const { payload } of items)
      await this.files.mayName(actor, {
        content: { ...version, documents: [], dppPayload: payload },
        template: document,
      });
    for (const group of chunked(items)) {
      const payloads = group.map(({ payload }) => withOwnValues(shared, payload).content.dppPayload);
      for (const fault of await this.validator.rowFaults(actor, shared.content, document, payloads)) {
        const { row } = group[fault.index] ?? { row: 0 };
        if (!isOfColumn(fault.field)) others.push({ ...fault, row });
        else if (mode === 'publish' || !fault.isMissing) faults.push(cellFault(row, fault.field, fault.reason));
      }
      if (faults.length >= FAULTS_MAX) break;
    }
    // Values missing in all rows are reported once, as faults of the passport.
    const counts = new Map<string, number>();
    for (const { field } of others) counts.set(field, (counts.get(field) ?? 0) + 1);
    if (mode === 'publish')
      for (const { row, field, reason } of others)
        if ((counts.get(field) ?? 0) < items.length) faults.push(cellFault(row, field, reason));
    refuse(faults.slice(0, FAULTS_MAX));
  }
}
