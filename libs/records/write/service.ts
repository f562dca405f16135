import {
  type Criteria,
  NoSuchEntity,
  noteOutdated,
  type Page,
  refuse,
  StateConflict,
  type Steps,
  InputRefused,
} from '../../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from '../declare/definition.js';
import { unstoredSteps, yieldToEventLoop, PacedWork } from './in-groups.js';
import { type RecordPorts, RecordWriter } from './record-writer.js';
import { RemoveMatching } from './remove-matching.js';
import { replaceKeys } from './replace-keys.js';
import { resolveKeys } from './resolve-keys.js';
import { BrokenInput, type Input, readRow, type Row, type SaveVerb } from './row.js';
import { TargetRecords, type Outcome, type SaveOptions, SaveRows } from './save-rows.js';
import { RowRefused } from '../ports.js';

/** Saves one parsed row inside the caller's transaction and returns its record. Throws if it is refused. */
const saveRow = async <T extends Recorded>(
  writer: RecordWriter<T>,
  row: Row,
  verb: Exclude<SaveVerb, 'upsert'>,
): Promise<T> => {
  refuse(row.faults);
  const [existing] = await writer.findExisting([row], verb);
  if (!existing) throw new Error('each row is answered, also where nothing is found');
  if (existing.refusal) throw existing.refusal;
  const merged = writer.merge(existing);
  refuse(merged.faults);
  noteOutdated(merged.status === 'outdated');
  const isWritten = merged.status === 'created' || merged.status === 'updated';
  if (isWritten) {
    try {
      await writer.write([merged]);
    } catch (error) {
      throw error instanceof RowRefused ? new InputRefused(...error.faults) : error;
    }
    writer.log({ previous: merged.previous, next: merged.record });
  }
  const [answered] = isWritten ? await writer.answered([merged]) : [merged.record];
  return answered ?? merged.record;
};

/** Checks a stored record before the write, inside its transaction. Throws if it must not be written. */
export type Precondition<T> = (stored: T) => void;

/** The five standard operations of a resource; hand-written resources implement it too. */
export interface ResourceService<T extends Recorded> {
  /** Throws `NoSuchEntity` if there is no such record. */
  get(id: number): Promise<T>;
  search(criteria: Criteria): Promise<Page<T>>;
  /** Throws `InputRefused` with all errors of the input. */
  create(input: Input): Promise<T>;
  /** Missing fields keep their value. Throws `NoSuchEntity`, `InputRefused` and the errors of the precondition. */
  update(id: number, input: Input, precondition?: Precondition<T>): Promise<T>;
  /** Throws `NoSuchEntity`, `InputRefused` if the record is still in use, and the errors of the precondition. */
  remove(id: number, precondition?: Precondition<T>): Promise<void>;
}

/** A scope of records that a call replaces (bulk.md, "Replacing"). */
export interface Scope {
  /** The filter that defines the scope. */
  readonly groups: Criteria['groups'];
  readonly deletedMax: number;
}

/** The records that the rows of a call refer to, and the number of rows. */
export interface NamedRecords {
  readonly size: number;
  has(id: number): boolean;
}

interface Replaced<T> {
  readonly outcomes: readonly Outcome<T>[];
  readonly deleted: number;
}

/** The bulk routes of a resource (bulk.md); hand-written resources implement it too. */
export interface BulkService<T extends Recorded> {
  /**
   * Does the slow work for these inputs outside of a transaction, so that `saveAll` with the same objects skips it.
   * For callers that run `saveAll` in their own transaction.
   */
  prepare(inputs: readonly Input[]): Promise<void>;
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]>;
  /**
   * Saves all rows and deletes the other records of the scope, in one transaction. Throws `InputRefused` or
   * `StateConflict` with the numbers if a row is invalid, outdated or outside of the scope, or if too many records
   * would be deleted.
   */
  replaceAll(
    inputs: readonly Input[],
    scope: Scope,
    options: Omit<SaveOptions, 'verb' | 'mode' | 'meant'>,
  ): Promise<Replaced<T>>;
  /**
   * Deletes all matches if their number is the confirmed one, otherwise throws `StateConflict` with the number.
   * Deletes up to 10,000 in one transaction, and more in groups: each is a step whose part is its number of deleted
   * records.
   */
  removeAll(groups: Criteria['groups'], confirmed: number, steps?: Steps): Promise<number>;
  /** Deletes the records of the scope that no row refers to, inside the caller's transaction. Returns their number. */
  removeOthers(scope: Scope, named: NamedRecords): Promise<number>;
}

const NO_ROWS =
  'The call contains %count rows, so it would delete all records that match searchCriteria. Nothing was changed. To delete these records, use DELETE.';
const OUTDATED =
  'The source_version of %count of %rows rows is lower than the stored one. Nothing was changed. Send the current rows.';
const OUTSIDE =
  'The records of %count of the %rows rows do not match searchCriteria. Nothing was changed. Remove these rows or change searchCriteria.';
const TOO_MANY =
  'The call would delete %count of the %scope records that match searchCriteria, because no row contains them. However, expect_deleted_max is %max. Nothing was changed. Add the missing rows or raise expect_deleted_max.';

/** Outdated rows are refused, because the replacement would mix two states of the sender. */
export const mustBeCurrent = (outdated: number, rows: number): void => {
  if (outdated > 0) throw new StateConflict(OUTDATED, { count: outdated, rows });
};

const READ_AT_ONCE = 1_000;

/**
 * The generic service of a declared resource, the same for every interface (architecture.md). The ports include the
 * hooks of the record.
 */
export class RecordService<T extends Recorded> implements ResourceService<T>, BulkService<T> {
  private readonly writer: RecordWriter<T>;
  /** Prepared inputs by original input. */
  private readonly prepared = new WeakMap<Input, Input>();

  constructor(
    readonly resource: Resource<T>,
    private readonly ports: RecordPorts<T>,
  ) {
    this.writer = new RecordWriter(resource, ports);
  }

  async get(id: number): Promise<T> {
    const found = (await this.writer.byIds([id], 'answer')).get(id);
    if (!found) throw new NoSuchEntity('id', id);
    return found;
  }

  async find(key: UniqueKey<T>, values: Partial<T>): Promise<T | undefined> {
    const found = await this.ports.records.byKey(key, [values]);
    const [whole] = await this.writer.whole(
      found.flatMap((record) => record ?? []),
      'answer',
    );
    return whole;
  }

  async search(criteria: Criteria): Promise<Page<T>> {
    const sort = criteria.sort.length > 0 ? criteria.sort : (this.resource.sort ?? []);
    const { items, total } = await this.ports.records.search({ ...criteria, sort });
    return { items: await this.writer.whole(items, 'answer'), total };
  }

  create(input: Input): Promise<T> {
    return this.saveOne(input, 'create');
  }

  update(id: number, input: Input, precondition?: Precondition<T>): Promise<T> {
    return this.saveOne(input, 'update', { id, precondition });
  }

  async remove(id: number, precondition?: Precondition<T>): Promise<void> {
    await this.ports.transactions.write(async () => {
      await this.writer.lock();
      if (precondition) precondition(await this.get(id));
      if ((await this.writer.remove([id])) === 0) throw new NoSuchEntity('id', id);
    });
  }

  async prepare(inputs: readonly Input[]): Promise<void> {
    if (!this.ports.hooks?.prepare) return;
    for (const input of inputs) this.prepared.set(input, await this.ready(input));
  }

  /** Saves many rows in one transaction, in order (bulk.md, "Sending rows"). Outcomes are in the order of the rows. */
  async saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    const ready = await this.allReady(inputs);
    // All or nothing reports the errors of all rows together, so it reads them at once. Otherwise rows are read in
    // batches to limit memory.
    const size = options.mode === 'all_or_nothing' ? ready.length : READ_AT_ONCE;
    const save = new SaveRows(this.writer);
    return this.ports.transactions.write(
      async () => {
        await this.writer.lock();
        const resource = await this.writer.resourceOfNow();
        const outcomes: Outcome<T>[] = [];
        let most = size;
        for (let start = 0; start < ready.length;) {
          const rows = await this.readRows(resource, ready, start, Math.min(start + most, ready.length), options.verb);
          for (const outcome of await save.save(rows, options)) outcomes.push(outcome);
          start += rows.length;
          most = Math.min(size, 2 * rows.length);
          if (start < ready.length) await yieldToEventLoop();
        }
        return outcomes;
      },
      { isPart: options.isPart === true },
    );
  }

  replaceAll(
    inputs: readonly Input[],
    scope: Scope,
    options: Omit<SaveOptions, 'verb' | 'mode' | 'meant'>,
  ): Promise<Replaced<T>> {
    return this.ports.transactions.write(async () => {
      const outcomes = await this.saveAll(inputs, {
        ...options,
        verb: 'upsert',
        mode: 'all_or_nothing',
        meant: { records: new TargetRecords(), from: 0 },
      });
      mustBeCurrent(outcomes.filter(({ status }) => status === 'outdated').length, inputs.length);
      const named = new Set(outcomes.flatMap((one) => (one.status === 'failed' ? [] : [one.record.id])));
      return { outcomes, deleted: await this.removeOthers(scope, named) };
    });
  }

  async removeOthers({ groups, deletedMax }: Scope, named: NamedRecords): Promise<number> {
    if (named.size === 0) throw InputRefused.sentence(NO_ROWS, { count: 0 });
    const inScope = await this.ports.records.idsOf(groups);
    const others = inScope.filter((id) => !named.has(id));
    const outside = named.size - (inScope.length - others.length);
    if (outside > 0) throw InputRefused.sentence(OUTSIDE, { count: outside, rows: named.size });
    if (others.length > deletedMax)
      throw new StateConflict(TOO_MANY, { count: others.length, scope: inScope.length, max: deletedMax });
    return others.length === 0 ? 0 : this.writer.remove(others);
  }

  removeAll(
    filters: Criteria['groups'],
    confirmed: number,
    steps: Steps = unstoredSteps(this.ports.transactions),
  ): Promise<number> {
    return new RemoveMatching(this.writer, this.ports, steps, filters, confirmed).remove();
  }

  /** Reads a row, finds its record, merges, checks, writes and logs. */
  private async saveOne(
    input: Input,
    verb: Exclude<SaveVerb, 'upsert'>,
    updated?: { readonly id: number; readonly precondition: Precondition<T> | undefined },
  ): Promise<T> {
    const ready = await this.ready(input);
    const read = (resource: Resource<T>): Row => {
      const row = readRow(resource, ready, 0, verb, updated?.id);
      refuse(row.faults);
      return row;
    };
    // Errors of the body alone are reported before anything is looked up.
    const early = verb === 'create' && this.ports.hooks?.defaults ? undefined : read(this.resource);
    return this.ports.transactions.write(async () => {
      await this.writer.lock();
      // The row stays locked until the end of the transaction.
      if (updated?.precondition) updated.precondition(await this.get(updated.id));
      const row = early ?? read(await this.writer.resourceOfNow());
      const [resolved = row] = await resolveKeys(this.resource, [row], this.ports.references);
      return saveRow(this.writer, resolved, verb);
    });
  }

  /** Runs slow preparations that need no transaction. */
  private async ready(input: Input): Promise<Input> {
    const { hooks } = this.ports;
    if (!hooks?.prepare || input instanceof BrokenInput) return input;
    return this.prepared.get(input) ?? hooks.prepare(input, this.resource);
  }

  private async allReady(inputs: readonly Input[]): Promise<readonly Input[]> {
    if (!this.ports.hooks?.prepare) return inputs;
    const ready: Input[] = [];
    for (const input of inputs) ready.push(await this.ready(input));
    return ready;
  }

  /** Reads rows up to the first one whose key refers to a record that an earlier row may create. */
  private async readRows(
    form: Resource<T>,
    inputs: readonly Input[],
    start: number,
    end: number,
    verb: SaveVerb,
  ): Promise<readonly Row[]> {
    const { references } = this.ports;
    const rows: Row[] = [];
    const pace = new PacedWork();
    const replaced = await replaceKeys(this.resource.fields, inputs.slice(start, end), references);
    for (const [position, { input, faults, absent }] of replaced.entries()) {
      if (position > 0 && absent.includes(this.resource.resource)) break;
      const row = readRow(form, input, start + position, verb);
      rows.push(faults.length === 0 ? row : { ...row, faults: [...row.faults, ...faults] });
      await pace.after(row.weight);
    }
    return resolveKeys(form, rows, references);
  }
}
