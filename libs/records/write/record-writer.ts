import { type ChangeLog, type Clock, InputRefused, type Transactions } from '../../kernel/index.js';
import { yieldToEventLoop } from './in-groups.js';
import { type Recorded, type Resource, withFields } from '../declare/definition.js';
import { type Records, type References, RowRefused } from '../ports.js';
import { sentValue } from '../read/read.js';
import { type ExistingRow, findExisting } from './find-existing.js';
import { type MergedRow, mergeRow } from './merge-row.js';
import type { Row, SaveVerb } from './row.js';
import type { BatchTransaction, RecordChange, RecordHooks } from './hooks.js';

type Values = Readonly<Record<string, unknown>>;

/** Ports of a resource's service. */
export interface RecordPorts<T extends Recorded> {
  readonly records: Records<T>;
  readonly references: References;
  readonly transactions: Transactions;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly hooks?: RecordHooks<T> | undefined;
}

/** Number of deleted records that are read at a time, and not kept if no hook needs them. */
const READ_AT_ONCE = 1_000;
/** With more records, the store reads the audited fields again. */
const KEPT_MAX = 10_000;

/** A copy of the resource with defaults that depend on stored data. */
const withDefaults = <T extends Recorded>(resource: Resource<T>, defaults: Partial<T>): Resource<T> => {
  const values = defaults as Readonly<Record<string, unknown>>;
  const fields = resource.fields.map((field) =>
    field.property in values ? { ...field, default: values[field.property] } : field,
  );
  return withFields(resource, fields);
};

/**
 * Whether parts of a record are stored elsewhere (a document's file, other tables), so that the written record is not
 * the full response.
 */
const isKeptByOthers = ({ fields }: Resource, completes: boolean): boolean =>
  fields.some(
    ({ keyOf, kind, access }) => (completes && keyOf !== undefined) || (kind.type === 'object' && access === 'read'),
  );

/**
 * The steps of a write inside its transaction, the same for one row or a thousand: find existing records, merge,
 * check, write, log. `saveRow` runs them in sequence; `SaveRows` adds what many rows need.
 */
export class RecordWriter<T extends Recorded> {
  private readonly hooks: RecordHooks<T>;
  private readonly transaction: BatchTransaction<T>;
  private readonly readsAgain: boolean;

  constructor(
    readonly resource: Resource<T>,
    private readonly ports: RecordPorts<T>,
  ) {
    const { records, transactions, hooks = {} } = ports;
    this.hooks = hooks;
    this.transaction = { records, afterCommit: (work) => transactions.afterCommit(work) };
    this.readsAgain = isKeptByOthers(resource, hooks.complete !== undefined);
  }

  now(): Date {
    return this.ports.clock.now();
  }

  /** Must be called first in each transaction. */
  async lock(): Promise<void> {
    await this.hooks.lock?.();
  }

  /** The resource for reading rows in this transaction, with current defaults. */
  async resourceOfNow(): Promise<Resource<T>> {
    const defaults = await this.hooks.defaults?.();
    return defaults ? withDefaults(this.resource, defaults) : this.resource;
  }

  async findExisting(rows: readonly Row[], verb: SaveVerb): Promise<readonly ExistingRow<T>[]> {
    const { resource, ports } = this;
    const found = await findExisting(resource, rows, ports.records, verb);
    if (!this.hooks.complete) return found;
    const whole = await this.whole(
      found.flatMap(({ previous }) => previous ?? []),
      'write',
    );
    const byId = new Map(whole.map((record) => [record.id, record]));
    return found.map((one) => ({ ...one, previous: one.previous && byId.get(one.previous.id) }));
  }

  /** Merges rows into their records, by the rules of the declaration. */
  merge(row: ExistingRow<T>, now = this.now()): MergedRow<T> {
    return mergeRow(this.resource, row, now);
  }

  /** Checks and writes rows that are all new or all changed. Writes none of them if it throws `RowRefused`. */
  async write(batch: readonly MergedRow<T>[]): Promise<void> {
    const { hooks, transaction } = this;
    const written =
      hooks.check || hooks.stored
        ? await this.ports.transactions.write(async () => {
            await hooks.check?.(changesOf(batch), transaction);
            const stored = await this.store(batch);
            await hooks.stored?.(changesOf(batch, stored), transaction);
            return stored;
          })
        : await this.store(batch);
    for (const [position, row] of batch.entries()) row.record = written[position] ?? row.record;
  }

  /**
   * Checks, deletes and logs the existing records with these ids; returns their number. Throws `InputRefused` if one
   * must not be deleted or is still in use.
   */
  async remove(ids: readonly number[]): Promise<number> {
    const { hooks, transaction, ports } = this;
    const batch: RecordChange<T>[] = [];
    const gone: T[] = [];
    let count = 0;
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      if (start > 0) await yieldToEventLoop();
      for (const previous of (await this.byIds(ids.slice(start, start + READ_AT_ONCE), 'write')).values()) {
        const kept = this.resource.deletionFault?.(previous);
        if (kept) throw new InputRefused(kept);
        const change = { previous, next: undefined };
        this.log(change);
        count += 1;
        if (count <= KEPT_MAX) gone.push(previous);
        if (hooks.check || hooks.stored) batch.push(change);
      }
    }
    try {
      await hooks.check?.(batch, transaction);
      await ports.records.remove(ids, count <= KEPT_MAX ? gone : undefined);
      await hooks.stored?.(batch, transaction);
    } catch (error) {
      throw error instanceof RowRefused ? new InputRefused(...error.faults) : error;
    }
    return count;
  }

  log({ previous, next }: RecordChange<T>): void {
    const changes = this.resource.scopes?.(previous, next) ?? [];
    if (changes.length > 0) this.ports.changes.append(changes);
  }

  /** The records in response form after a write of these rows. */
  async answered(rows: readonly MergedRow<T>[]): Promise<readonly T[]> {
    if (!this.readsAgain) return this.withKeys(rows);
    const records = rows.map(({ record }) => record);
    const found = await this.byIds(
      records.map(({ id }) => id),
      'answer',
    );
    return records.map((record) => found.get(record.id) ?? record);
  }

  /** Adds the business keys of referenced records: as sent if the key is case-sensitive, otherwise as stored. */
  private async withKeys(rows: readonly MergedRow<T>[]): Promise<readonly T[]> {
    const { references } = this.ports;
    let shown = rows.map(({ record }) => record);
    for (const { property, keyOf } of this.resource.fields) {
      if (!keyOf || rows.length === 0) continue;
      const kind = references.resources.named(keyOf.resource).byProperty.get(keyOf.key)?.kind;
      const isExact = !(kind?.type === 'string' && kind.lowerKey);
      const sent = rows.map(({ row }) => (isExact ? sentValue(row.sent, property) : undefined));
      const ids = shown.map((record) => (record as Values)[keyOf.property] as number | null);
      const open = ids.filter((id, at): id is number => id !== null && typeof sent[at] !== 'string');
      const keys = await references.keys(keyOf.resource, keyOf.key, open);
      shown = shown.map((record, at) => ({ ...record, [property]: sent[at] ?? keys.get(ids[at] ?? 0) ?? null }));
    }
    return shown;
  }

  async byIds(ids: readonly number[], purpose: 'answer' | 'write'): Promise<ReadonlyMap<number, T>> {
    const found = await this.ports.records.byIds(ids);
    if (!this.hooks.complete) return found;
    const whole = await this.whole([...found.values()], purpose);
    return new Map(whole.map((record) => [record.id, record]));
  }

  /** The records with their parts that are stored elsewhere. */
  async whole(records: readonly T[], purpose: 'answer' | 'write'): Promise<readonly T[]> {
    if (!this.hooks.complete || records.length === 0) return records;
    const elsewhere = await this.hooks.complete(
      records.map(({ id }) => id),
      purpose,
    );
    return records.map((record) => ({ ...record, ...elsewhere.get(record.id) }));
  }

  /** Stores the records and returns them, new ones with their ids. */
  private async store(batch: readonly MergedRow<T>[]): Promise<readonly T[]> {
    const { records } = this.ports;
    const next = batch.map(({ record }) => record);
    if (batch[0]?.previous) {
      await records.update(
        next,
        batch.map(({ previous }) => previous),
      );
      return next;
    }
    const ids = await records.insert(next, batch[0]?.row.id !== undefined);
    return next.map((record, position) => ({ ...record, id: ids[position] ?? 0 }));
  }
}

const changesOf = <T extends Recorded>(
  batch: readonly MergedRow<T>[],
  stored?: readonly T[],
): readonly RecordChange<T>[] =>
  batch.map(({ previous, record }, position) => ({ previous, next: stored?.[position] ?? record }));
