import { at, type Fault, FAULTS_MAX, InputRefused, invalidValue, type Refusal, sentence } from '../../kernel/index.js';
import { yieldToEventLoop, PacedWork } from './in-groups.js';
import type { Recorded } from '../declare/definition.js';
import { RowRefused } from '../ports.js';
import { IndependentRows } from './independent-rows.js';
import type { MergedRow } from './merge-row.js';
import type { RecordWriter } from './record-writer.js';
import { type Row, sentOrKeyedValue, type SaveVerb } from './row.js';

export type Stored = 'created' | 'updated' | 'unchanged' | 'outdated';

/** Outcome of one row of a call. */
export type Outcome<T> =
  | { readonly index: number; readonly status: Stored; readonly record: T }
  | { readonly index: number; readonly status: 'failed'; readonly refusal: Refusal };

/** The record that a row of a call means, and the source_version that the row sent. */
interface MeantBy {
  readonly index: number;
  readonly version: unknown;
}

/**
 * The records that the rows of a call mean. A later row for the same record is a fault, unless it has a higher
 * source_version (bulk.md, "Sending rows").
 */
export class TargetRecords {
  private byId = new Map<number, MeantBy>();

  /** Starts with the rows of earlier attempts: their records by row, and what the rows sent. */
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

  /** The fault of a later row for this record. */
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
  /** `all_or_nothing`: the first faults end the call and nothing is stored. */
  readonly mode: 'all_or_nothing' | 'best_effort';
  /** Name of a row in faults: `priceLists[3]`. Without it faults name the bare field. */
  readonly rowName?: (index: number) => string;
  /** Whether only statuses and ids are wanted: the records of the outcomes then have nothing but their ids. */
  readonly brief?: boolean;
  /** The records of earlier rows of the call, of which this call's first row is `from`. */
  readonly meant?: { readonly records: TargetRecords; readonly from: number };
  /** Whether the transaction around the call, if there is one, ends where it fails. */
  readonly isPart?: boolean;
}

/** Rows that are looked up and stored together: enough for long statements, few enough to be forgotten soon. */
const ROWS_AT_ONCE = 1_000;
/** Largest total weight of a batch; a single row may exceed it. */
const WEIGHT_AT_ONCE = 10_000;

/** The first rows that are not too large to be stored together, up to a maximum number. */
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
 * All or nothing: reports all faults together, each with its row. A missing record takes precedence over faults of
 * fields. If rows may create it, its id is a fault like any other.
 */
const refuseRows = (rows: readonly Refusable[], { mode, rowName, verb }: SaveOptions): void => {
  if (mode !== 'all_or_nothing') return;
  const absent = verb === 'upsert' ? undefined : rows.find(({ refusal }) => refusal)?.refusal;
  if (absent) throw absent;
  const found: Row['faults'][number][] = [];
  for (const { row, faults, refusal } of rows) {
    if (found.length >= FAULTS_MAX) break;
    for (const fault of refusal ? [invalidValue('id', row.id)] : faults)
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

/** The row as it is, or failed if an earlier row of the call means its record. */
const onceOnly = <T extends Recorded>(merged: MergedRow<T>, options: SaveOptions): MergedRow<T> => {
  const { previous, row, status } = merged;
  if (!options.meant || !previous || status === 'failed') return merged;
  const fault = options.meant.records.faultOf(previous.id, meantBy(row, options));
  return fault ? { ...merged, status: 'failed', faults: [fault] } : merged;
};

/**
 * Saves many rows in order, inside the caller's transaction: the steps of `saveRow`, for as many rows at once as don't
 * touch one another. Where one needs what a row before it does, those before it are stored first, and the rest is looked
 * up again.
 */
export class SaveRows<T extends Recorded> {
  constructor(private readonly writer: RecordWriter<T>) {}

  async save(rows: readonly Row[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    refuseRows(
      rows.map((row) => ({ row, faults: row.faults })),
      options,
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
      refuseRows(merged, options);
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

  /** The first rows that may be stored together, each with its merged record. */
  private async mergedTogether(rows: readonly Row[], options: SaveOptions): Promise<readonly MergedRow<T>[]> {
    const { writer } = this;
    const now = writer.now();
    const independent = new IndependentRows(writer.resource);
    const pace = new PacedWork();
    for (const existing of await writer.findExisting(rows, options.verb)) {
      await pace.after(existing.row.weight);
      const merged = onceOnly(writer.merge(existing, now), options);
      if (!independent.add(merged)) break;
      // The others are known once they are stored.
      if (merged.status === 'unchanged' || merged.status === 'outdated')
        options.meant?.records.add(merged.record.id, meantBy(merged.row, options));
    }
    return independent.rows;
  }

  /** Writes rows that may be stored together; answers how many are settled: those behind them are looked up again. */
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
   * Writes rows in order and skips refused ones. After a refusal, batches are small and grow again, so that many bad
   * rows do not repeat the writing of good ones. Returns the first row whose record another transaction created
   * meanwhile; it and later rows were not written.
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
          // `check` may have judged this row by rows before it that were then refused, so try it again without them.
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

  /** Whether another transaction has created the record of this row meanwhile. Then the row changes that one. */
  private async isThereNow({ row, status }: MergedRow<T>, { verb }: SaveOptions): Promise<boolean> {
    if (verb !== 'upsert' || status !== 'created') return false;
    const [existing] = await this.writer.findExisting([row], verb);
    return existing?.previous !== undefined;
  }

  /** Logs what was written, and says what became of each row. */
  private async outcomes(rows: readonly MergedRow<T>[], { brief }: SaveOptions): Promise<readonly Outcome<T>[]> {
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
      return { index, status: row.status, record: brief ? ({ id: row.record.id } as T) : row.record };
    });
  }
}

/**
 * The rows from `start` on that all have an id or all have none, up to a maximum number: others cannot share a
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
