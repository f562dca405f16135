import {
  at,
  type Change,
  type ChangeLog,
  type Clock,
  FAULTS_MAX,
  InputRefused,
  invalidValue,
  type Refusal,
  type Transactions,
} from '../kernel/index.js';
import type { Recorded, Resource } from './definition.js';
import { breathe, Turns } from './breathe.js';
import { Group } from './group.js';
import { type Judged, judge } from './judge-row.js';
import { type Records, type References, RowRefused } from './ports.js';
import { type Meeting, meet, type Row } from './prepare.js';

export type Stored = 'created' | 'updated' | 'unchanged';

/** What became of one row of a call with several. */
export type Outcome<T> =
  | { readonly index: number; readonly status: Stored; readonly record: T }
  | { readonly index: number; readonly status: 'failed'; readonly refusal: Refusal };

export interface SaveOptions {
  readonly meeting: Meeting;
  /** `all_or_nothing`: the first faults end the call and nothing is stored. */
  readonly mode: 'all_or_nothing' | 'best_effort';
  /** How a row is named in a fault: `priceLists[3]`. Without it faults name the bare field. */
  readonly place?: (index: number) => string;
  /** Whether rows may name other records by their business keys (bulk.md, "Sending rows"). */
  readonly businessKeys?: boolean;
  /** Whether only statuses and ids are wanted: the records of the outcomes then have nothing but their ids. */
  readonly brief?: boolean;
  /** Whether the transaction around the call, if there is one, ends where it fails. */
  readonly isPart?: boolean;
}

/** What a resource's service works with. */
export interface RecordParts<T extends Recorded> {
  readonly records: Records<T>;
  readonly references: References;
  readonly transactions: Transactions;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** Rows that are looked up and stored together: enough for long statements, few enough to be forgotten soon. */
const ROWS_AT_ONCE = 1_000;
/** What all of them weigh; a single row may weigh more. */
const WEIGHT_AT_ONCE = 10_000;

/** The first rows, at most so many, that aren't too much to be stored together. */
const windowOf = (rows: readonly Row[], start: number, size: number): readonly Row[] => {
  let [end, weight] = [start, 0];
  while (end < rows.length && end - start < size) {
    weight += rows[end]?.weight ?? 1;
    if (end > start && weight > WEIGHT_AT_ONCE) break;
    end += 1;
  }
  return rows.slice(start, end);
};

interface Refusable {
  readonly row: Row;
  readonly faults: Row['faults'];
  readonly refusal?: Refusal | undefined;
}

/**
 * All or nothing: whatever is at fault, told together, each fault with its place. A record that isn't there goes before
 * faults of fields; where rows may create it, its id is a fault as any other.
 */
const refuseRows = (rows: readonly Refusable[], { mode, place, meeting }: SaveOptions): void => {
  if (mode !== 'all_or_nothing') return;
  const absent = meeting === 'ifThere' ? undefined : rows.find(({ refusal }) => refusal)?.refusal;
  if (absent) throw absent;
  const found: Row['faults'][number][] = [];
  for (const { row, faults, refusal } of rows) {
    if (found.length >= FAULTS_MAX) break;
    for (const fault of refusal ? [invalidValue('id', row.id)] : faults)
      found.push(place ? at(place(row.index), fault) : fault);
  }
  const [first, ...more] = found.slice(0, FAULTS_MAX);
  if (first) throw new InputRefused(first, ...more);
};

const failed = <T>({ row: { index }, faults: [first, ...more], refusal }: Refusable): Outcome<T> => {
  if (refusal) return { index, status: 'failed', refusal };
  if (first) return { index, status: 'failed', refusal: new InputRefused(first, ...more.slice(0, FAULTS_MAX - 1)) };
  throw new Error('a row that was neither stored nor refused');
};

/** Saves rows in order, inside the caller's transaction: look up, merge, check, write, note. */
export class RowWriter<T extends Recorded> {
  constructor(
    private readonly resource: Resource<T>,
    private readonly parts: RecordParts<T>,
  ) {}

  /**
   * The outcomes, in order. Rows that don't touch one another are looked up and stored together; where one needs what a
   * row before it does, those before it are stored first, and the rest is looked up again.
   */
  async save(rows: readonly Row[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    refuseRows(
      rows.map((row) => ({ row, faults: row.faults })),
      options,
    );
    const outcomes = new Map<number, Outcome<T>>();
    const turns = new Turns();
    for (const row of rows) {
      if (row.faults.length === 0) continue;
      outcomes.set(row.index, failed({ row, faults: row.faults }));
      await turns.after(row.faults.length);
    }
    const good = rows.filter(({ faults }) => faults.length === 0);
    let size = ROWS_AT_ONCE;
    for (let start = 0; start < good.length;) {
      const window = windowOf(good, start, size);
      if (start > 0) await breathe();
      const group = await this.gather(window, options);
      refuseRows(group, options);
      const done = await this.store(group, options);
      for (const outcome of await this.told(group.slice(0, done), options)) outcomes.set(outcome.index, outcome);
      start += done;
      size = done === window.length ? ROWS_AT_ONCE : Math.max(1, 2 * done);
    }
    return rows.flatMap(({ index }) => outcomes.get(index) ?? []);
  }

  /** Tells the change log of a write. */
  note(previous: T | undefined, next: T | undefined): void {
    const changes: readonly Change[] = this.resource.scopes?.(previous, next) ?? [];
    if (changes.length > 0) this.parts.changes.append(changes);
  }

  /** The first of the rows that may be stored together, each with what it makes of its record. */
  private async gather(rows: readonly Row[], { meeting }: SaveOptions): Promise<readonly Judged<T>[]> {
    const now = this.parts.clock.now();
    const group = new Group(this.resource);
    const turns = new Turns();
    for (const met of await meet(this.resource, rows, this.parts.records, meeting)) {
      await turns.after(met.row.weight);
      if (!group.add(judge(this.resource, met, now))) break;
    }
    return group.rows;
  }

  /** Stores a group; answers how many of its rows are settled: those behind it have to be looked up again. */
  private async store(group: readonly Judged<T>[], options: SaveOptions): Promise<number> {
    const { records } = this.parts;
    const creates = group.filter(({ status }) => status === 'created');
    const raced = await this.inBatches(creates, options, async (batch, given) => {
      const ids = await records.insert(
        batch.map(({ record }) => record),
        given,
      );
      for (const [position, one] of batch.entries()) one.record = { ...one.record, id: ids[position] ?? 0 };
    });
    const settled = raced ? group.indexOf(raced) : group.length;
    const changes = group.slice(0, settled).filter(({ status }) => status === 'updated');
    await this.inBatches(changes, options, (batch) => records.update(batch.map(({ record }) => record)));
    return settled;
  }

  /**
   * Stores rows in order. One that is refused is passed over; after it the batches are small and grow again, so that many
   * bad rows don't have the good ones written over and over. Answers the first that met meanwhile what another
   * transaction has created: it, and those behind it, were not stored.
   */
  private async inBatches(
    rows: readonly Judged<T>[],
    options: SaveOptions,
    store: (batch: readonly Judged<T>[], given: boolean) => Promise<unknown>,
  ): Promise<Judged<T> | undefined> {
    let size = rows.length;
    for (let start = 0; start < rows.length;) {
      const batch = alike(rows, start, size);
      const given = batch[0]?.row.id !== undefined;
      try {
        await store(batch, given);
        start += batch.length;
        size *= 2;
      } catch (error) {
        const refused = error instanceof RowRefused ? batch[error.index] : undefined;
        if (!(error instanceof RowRefused) || !refused) throw error;
        const before = batch.slice(0, error.index);
        start += before.length;
        if (before.length > 0) {
          const raced = await this.inBatches(before, options, store);
          if (raced) return raced;
          // A guard has looked further than the database: without the rows that are refused ahead of it, it may say
          // another thing of this one.
          if (before.some(({ faults }) => faults.length > 0)) continue;
        }
        if (await this.isThereNow(refused, options)) return refused;
        refused.faults = error.faults;
        refuseRows([refused], options);
        start += 1;
        size = Math.max(1, batch.length >> 2);
      }
    }
    return undefined;
  }

  /** Whether somebody else has created meanwhile what this row means: then it is changed instead. */
  private async isThereNow({ row, status }: Judged<T>, { meeting }: SaveOptions): Promise<boolean> {
    if (meeting !== 'ifThere' || status !== 'created') return false;
    const [met] = await meet(this.resource, [row], this.parts.records, meeting);
    return met?.previous !== undefined;
  }

  private async told(group: readonly Judged<T>[], { brief }: SaveOptions): Promise<readonly Outcome<T>[]> {
    const written = group.filter(
      ({ status, faults }) => faults.length === 0 && (status === 'created' || status === 'updated'),
    );
    const turns = new Turns();
    for (const { row, previous, record } of written) {
      this.note(previous, record);
      await turns.after(row.weight);
    }
    if (!brief && this.resource.fields.some(({ keyOf }) => keyOf)) {
      const found = await this.parts.records.byIds(written.map(({ record }) => record.id));
      for (const one of written) one.record = found.get(one.record.id) ?? one.record;
    }
    return group.map((one): Outcome<T> => {
      const { row, status, record, faults } = one;
      if (status === 'failed' || faults.length > 0) return failed(one);
      return { index: row.index, status, record: brief ? ({ id: record.id } as T) : record };
    });
  }
}

/** The rows from `start` on, at most so many, that all bring an id or all don't: they can't share a statement. */
const alike = <T extends Recorded>(rows: readonly Judged<T>[], start: number, size: number): readonly Judged<T>[] => {
  const given = rows[start]?.row.id !== undefined;
  const end = rows.findIndex(({ row }, position) => position >= start && (row.id !== undefined) !== given);
  return rows.slice(start, Math.min(start + size, end === -1 ? rows.length : end));
};
