import { at, type Fault, FAULTS_MAX, InputRefused, invalidValue, type Refusal, sentence } from '../../kernel/index.js';
import { yieldToEventLoop, PacedWork } from './in-groups.js';
import type { Recorded } from '../declare/definition.js';
import { RowRefused } from '../ports.js';
import { IndependentRows } from './independent-rows.js';
import type { MergedRow } from './merge-row.js';
import type { RecordWriter } from './record-writer.js';
import { ofExisting } from './resolve-keys.js';
import { type Row, sentOrKeyedValue, type SaveVerb } from './row.js';

export type Stored = 'created' | 'updated' | 'unchanged' | 'outdated';

export type Outcome<T> =
  | {
      readonly index: number;
      readonly status: Stored;
      readonly record: T;
      /** The whole record before and after an update, if `SaveOptions.compares` is set. */
      readonly compared?: { readonly previous: T; readonly next: T };
    }
  | { readonly index: number; readonly status: 'failed'; readonly refusal: Refusal };

/** The row that refers to a record, and the source_version in that row. */
interface MeantBy {
  readonly index: number;
  readonly version: unknown;
}

/**
 * The records that the rows of a call refer to. A later row for the same record is an error unless it has a higher
 * source_version (bulk.md, "Sending rows").
 */
export class TargetRecords {
  private byId = new Map<number, MeantBy>();

  /** Starts with the rows of earlier attempts: the ids of their records by row, and the rows themselves. */
  static of(ids: readonly (number | null)[], rows: readonly Readonly<Record<string, unknown>>[]): TargetRecords {
    const meant = new TargetRecords();
    for (const [index, id] of ids.entries()) {
      const { source_version: sent, sourceVersion = sent } = rows[index] ?? {};
      const version = typeof sourceVersion === 'string' && sourceVersion !== '' ? Number(sourceVersion) : sourceVersion;
      if (id !== null) meant.add(id, { index, version });
    }
    return meant;
  }

  add(id: number, by: MeantBy): void {
    this.byId.set(id, by);
  }

  /** The error of a later row for this record; undefined if it is allowed. */
  faultOf(id: number, { index, version }: MeantBy): Fault | undefined {
    const before = this.byId.get(id);
    if (!before || before.index === index) return undefined;
    if (typeof version === 'number' && typeof before.version === 'number' && version > before.version) return undefined;
    return sentence(
      'This row refers to the same record (ID %id) as row %index of the call. Send each record once, or send the later row with a higher source_version.',
      { id, index: before.index },
    );
  }
}

export interface SaveOptions {
  readonly verb: SaveVerb;
  /** `all_or_nothing`: the first errors end the call and nothing is stored. */
  readonly mode: 'all_or_nothing' | 'best_effort';
  /** Name of a row in errors: `priceLists[3]`. Without it, errors only name the field. */
  readonly rowName?: (index: number) => string;
  /** Whether only statuses and ids are needed; the records of the outcomes then only contain their ids. */
  readonly brief?: boolean;
  /** Whether the outcomes of updates contain the whole record before and after. */
  readonly compares?: boolean;
  /** The records of earlier rows in a larger call; `from` is the position of this call's first row. */
  readonly meant?: { readonly records: TargetRecords; readonly from: number };
  /** Whether a failure ends the surrounding transaction, if there is one. */
  readonly isPart?: boolean;
}

/**
 * Number of rows that are looked up and stored together: enough for long statements, and few enough to limit memory.
 */
const ROWS_AT_ONCE = 1_000;
/** Maximum total weight of a batch; a single row may exceed it. */
const WEIGHT_AT_ONCE = 10_000;

/** The next rows that are small enough to be stored together, up to a maximum number. */
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
 * For all or nothing: reports all errors together, each with its row. A missing record takes precedence over field
 * errors. If rows may create records, a wrong id is an error like any other.
 */
const refuseRows = (rows: readonly Refusable[], { mode, rowName, verb }: SaveOptions, title: string): void => {
  if (mode !== 'all_or_nothing') return;
  const absent = verb === 'upsert' ? undefined : rows.find(({ refusal }) => refusal)?.refusal;
  if (absent) throw absent;
  const found: Row['faults'][number][] = [];
  for (const { row, faults, refusal } of rows) {
    if (found.length >= FAULTS_MAX) break;
    for (const fault of refusal ? [invalidValue('id', row.id, ofExisting('id', title))] : faults)
      found.push(rowName ? at(rowName(row.index), fault) : fault);
  }
  const [first, ...more] = found.slice(0, FAULTS_MAX);
  if (first) throw new InputRefused(first, ...more);
};

const failed = <T>({ row: { index }, faults: [first, ...more], refusal }: Refusable): Outcome<T> => {
  if (refusal) return { index, status: 'failed', refusal };
  if (first) return { index, status: 'failed', refusal: new InputRefused(first, ...more.slice(0, FAULTS_MAX - 1)) };
  throw new Error('a row that was neither stored nor refused');
};

const meantBy = (row: Row, { meant }: SaveOptions): MeantBy => ({
  index: row.index + (meant?.from ?? 0),
  version: sentOrKeyedValue(row, 'sourceVersion'),
});

/** The row itself, or a failed one if an earlier row of the call refers to the same record. */
const onceOnly = <T extends Recorded>(merged: MergedRow<T>, options: SaveOptions): MergedRow<T> => {
  const { previous, row, status } = merged;
  if (!options.meant || !previous || status === 'failed') return merged;
  const fault = options.meant.records.faultOf(previous.id, meantBy(row, options));
  return fault ? { ...merged, status: 'failed', faults: [fault] } : merged;
};

/**
 * Saves many rows in order, inside the caller's transaction: the steps of `saveRow`, for as many rows at once as are
 * independent. If a row depends on an earlier one, the rows before it are stored first, and the rest is looked up
 * again.
 */
export class SaveRows<T extends Recorded> {
  constructor(private readonly writer: RecordWriter<T>) {}

  private get title(): string {
    return this.writer.resource.title.one;
  }

  async save(rows: readonly Row[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    refuseRows(
      rows.map((row) => ({ row, faults: row.faults })),
      options,
      this.title,
    );
    const outcomes = new Map<number, Outcome<T>>();
    const pace = new PacedWork();
    for (const row of rows) {
      if (row.faults.length === 0) continue;
      outcomes.set(row.index, failed({ row, faults: row.faults }));
      await pace.after(row.faults.length);
    }
    const good = rows.filter(({ faults }) => faults.length === 0);
    let size = ROWS_AT_ONCE;
    for (let start = 0; start < good.length;) {
      const window = windowOf(good, start, size);
      if (start > 0) await yieldToEventLoop();
      const merged = await this.mergedTogether(window, options);
      refuseRows(merged, options, this.title);
      const settled = await this.writeTogether(merged, options);
      const done = await this.outcomes(merged.slice(0, settled), options);
      for (const [position, outcome] of done.entries()) {
        outcomes.set(outcome.index, outcome);
        const { row } = merged[position] ?? {};
        if (row && outcome.status !== 'failed') options.meant?.records.add(outcome.record.id, meantBy(row, options));
      }
      start += settled;
      size = settled === window.length ? ROWS_AT_ONCE : Math.max(1, 2 * settled);
    }
    return rows.flatMap(({ index }) => outcomes.get(index) ?? []);
  }

  /** The next rows that may be stored together, each with its merged record. */
  private async mergedTogether(rows: readonly Row[], options: SaveOptions): Promise<readonly MergedRow<T>[]> {
    const { writer } = this;
    const now = writer.now();
    const independent = new IndependentRows(writer.resource);
    const pace = new PacedWork();
    for (const existing of await writer.findExisting(rows, options.verb)) {
      await pace.after(existing.row.weight);
      const merged = onceOnly(writer.merge(existing, now), options);
      if (!independent.add(merged)) break;
      // The outcomes of the others are known once they are stored.
      if (merged.status === 'unchanged' || merged.status === 'outdated')
        options.meant?.records.add(merged.record.id, meantBy(merged.row, options));
    }
    return independent.rows;
  }

  /**
   * Writes rows that may be stored together. Returns the number of finished rows; the rest must be looked up again.
   */
  private async writeTogether(rows: readonly MergedRow<T>[], options: SaveOptions): Promise<number> {
    const raced = await this.writeInBatches(
      rows.filter(({ status }) => status === 'created'),
      options,
    );
    const settled = raced ? rows.indexOf(raced) : rows.length;
    await this.writeInBatches(
      rows.slice(0, settled).filter(({ status }) => status === 'updated'),
      options,
    );
    return settled;
  }

  /**
   * Writes rows in order and skips refused ones. After a refusal, batches become small and grow again, so that many
   * invalid rows do not cause good ones to be written repeatedly. Returns the first row whose record another
   * transaction has created in the meantime; that row and later ones are not written.
   */
  private async writeInBatches(rows: readonly MergedRow<T>[], options: SaveOptions): Promise<MergedRow<T> | undefined> {
    let size = rows.length;
    for (let start = 0; start < rows.length;) {
      const batch = alike(rows, start, size);
      try {
        await this.writer.write(batch);
        start += batch.length;
        size *= 2;
      } catch (error) {
        const refused = error instanceof RowRefused ? batch[error.index] : undefined;
        if (!(error instanceof RowRefused) || !refused) throw error;
        const before = batch.slice(0, error.index);
        start += before.length;
        if (before.length > 0) {
          const raced = await this.writeInBatches(before, options);
          if (raced) return raced;
          // `check` may have refused this row because of earlier rows that were then refused, so try it again without
          // them.
          if (before.some(({ faults }) => faults.length > 0)) continue;
        }
        if (await this.isThereNow(refused, options)) return refused;
        refused.faults = error.faults;
        refuseRows([refused], options, this.title);
        start += 1;
        size = Math.max(1, batch.length >> 2);
      }
    }
    return undefined;
  }

  /**
   * Whether another transaction has created the record of this row in the meantime. The row then changes that record.
   */
  private async isThereNow({ row, status }: MergedRow<T>, { verb }: SaveOptions): Promise<boolean> {
    if (verb !== 'upsert' || status !== 'created') return false;
    const [existing] = await this.writer.findExisting([row], verb);
    return existing?.previous !== undefined;
  }

  /** Logs the writes and returns the outcome of each row. */
  private async outcomes(
    rows: readonly MergedRow<T>[],
    { brief, compares }: SaveOptions,
  ): Promise<readonly Outcome<T>[]> {
    const written = rows.filter(
      ({ status, faults }) => faults.length === 0 && (status === 'created' || status === 'updated'),
    );
    const pace = new PacedWork();
    for (const { row, previous, record } of written) {
      this.writer.log({ previous, next: record });
      await pace.after(row.weight);
    }
    if (!brief) {
      const answered = await this.writer.answered(written);
      for (const [position, row] of written.entries()) row.record = answered[position] ?? row.record;
    }
    return rows.map((row): Outcome<T> => {
      const { index } = row.row;
      if (row.status === 'failed' || row.faults.length > 0) return failed(row);
      const { previous, record, status } = row;
      return {
        index,
        status,
        record: brief ? ({ id: record.id } as T) : record,
        ...(compares && status === 'updated' && previous ? { compared: { previous, next: record } } : {}),
      };
    });
  }
}

/**
 * The rows from `start` on that all have an id or all have none, up to a maximum number, because others cannot share a
 * statement.
 */
const alike = <T extends Recorded>(
  rows: readonly MergedRow<T>[],
  start: number,
  size: number,
): readonly MergedRow<T>[] => {
  const given = rows[start]?.row.id !== undefined;
  const end = rows.findIndex(({ row }, position) => position >= start && (row.id !== undefined) !== given);
  return rows.slice(start, Math.min(start + size, end === -1 ? rows.length : end));
};
