import { type Criteria, type Fault, NoSuchEntity, type Page, refuse, StateConflict } from '../kernel/index.js';
import type { Recorded, Resource } from './definition.js';
import { breathe } from './breathe.js';
import { withBusinessKeys } from './business-keys.js';
import { brokenRow, type Input, type Meeting, readRow, resolveKeys, type Row } from './prepare.js';
import { type Outcome, type RecordParts, RowWriter, type SaveOptions } from './save.js';

/** What the five verbs of a resource need; hand-written resources meet it too. */
export interface ResourceService<T extends Recorded> {
  /** `NoSuchEntity` if there is none. */
  get(id: number): Promise<T>;
  search(criteria: Criteria): Promise<Page<T>>;
  /** `InputRefused` with all faults of the input. */
  create(input: Input): Promise<T>;
  /** Fields left out keep their value. `NoSuchEntity`, `InputRefused`. */
  update(id: number, input: Input): Promise<T>;
  /** `NoSuchEntity`; `InputRefused` if the record is still used. */
  remove(id: number): Promise<void>;
}

/** What the bulk routes of a resource need (pricing.md §7); hand-written resources meet it too. */
export interface BulkService<T extends Recorded> {
  /**
   * Does for these inputs what takes long and needs no transaction; `saveAll` of the same objects then does without. For
   * callers whose own transaction stands around `saveAll`.
   */
  prepare(inputs: readonly Input[]): Promise<void>;
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]>;
  removeAll(groups: Criteria['groups'], confirmed: number): Promise<number>;
}

const ROWS_AT_ONCE = 1_000;

/** In the place of an input that can't even be read: a line that is no object. It fails, the others don't. */
export class BrokenInput {
  readonly [field: string]: unknown;

  constructor(readonly fault: Fault) {}
}

/** The generic service of a declared resource: one rule, whichever door is used (architecture.md). */
export class RecordService<T extends Recorded> implements ResourceService<T>, BulkService<T> {
  private readonly writer: RowWriter<T>;

  constructor(
    readonly resource: Resource<T>,
    private readonly parts: RecordParts<T>,
  ) {
    this.writer = new RowWriter(resource, parts);
  }

  async get(id: number): Promise<T> {
    const found = (await this.parts.records.byIds([id])).get(id);
    if (!found) throw new NoSuchEntity('id', id);
    return found;
  }

  search(criteria: Criteria): Promise<Page<T>> {
    return this.parts.records.search(criteria);
  }

  create(input: Input): Promise<T> {
    return this.saveOne(input, 'never');
  }

  update(id: number, input: Input): Promise<T> {
    return this.saveOne(input, 'always', id);
  }

  async remove(id: number): Promise<void> {
    await this.parts.transactions.write(async () => {
      const previous = await this.get(id);
      await this.parts.records.remove([id]);
      this.writer.note(previous, undefined);
    });
  }

  /** Saves many rows in one transaction; they act in order (pricing.md §7). Outcomes stand in the order of the rows. */
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    // Faults of all rows are told together; where each is told alone, some rows are read at a time, and soon forgotten.
    const size = options.mode === 'all_or_nothing' ? inputs.length : ROWS_AT_ONCE;
    return this.parts.transactions.write(async () => {
      const outcomes: Outcome<T>[] = [];
      for (let start = 0; start < inputs.length; start += size) {
        const rows = await this.read(inputs, start, Math.min(start + size, inputs.length), options);
        for (const outcome of await this.writer.save(rows, options)) outcomes.push(outcome);
        if (start + size < inputs.length) await breathe();
      }
      return outcomes;
    });
  }

  /** Nothing here takes long before the transaction. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Removes all that match, if they are as many as the caller believes; else `StateConflict` says how many there are.
   * What was counted is locked and is what goes. `may` is asked of each.
   */
  removeAll(
    groups: Criteria['groups'],
    confirmed: number,
    may: (record: T) => void = () => undefined,
  ): Promise<number> {
    const { records, transactions } = this.parts;
    return transactions.write(async () => {
      const ids = await records.idsOf(groups);
      if (ids.length !== confirmed)
        throw new StateConflict('%count records match: confirm this number to delete them.', { count: ids.length });
      for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
        for (const record of (await records.byIds(ids.slice(start, start + ROWS_AT_ONCE))).values()) {
          may(record);
          this.writer.note(record, undefined);
        }
        await breathe();
      }
      await records.remove(ids);
      return ids.length;
    });
  }

  private async read(
    inputs: readonly Input[],
    start: number,
    end: number,
    { businessKeys, meeting }: SaveOptions,
  ): Promise<readonly Row[]> {
    const form = businessKeys ? withBusinessKeys(this.resource) : this.resource;
    const read: Row[] = [];
    for (let index = start; index < end; index += 1) {
      const input = inputs[index] ?? {};
      read.push(
        input instanceof BrokenInput ? brokenRow(form, index, input.fault) : readRow(form, input, index, meeting),
      );
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe();
    }
    return resolveKeys(form, read, this.parts.references);
  }

  private async saveOne(input: Input, meeting: Meeting, pathId?: number): Promise<T> {
    const read = readRow(this.resource, input, 0, meeting, pathId);
    // What can be said of the body alone is said before anything is looked up.
    refuse(read.faults);
    return this.parts.transactions.write(async () => {
      const rows = await resolveKeys(this.resource, [read], this.parts.references);
      const [outcome] = await this.writer.save(rows, { meeting, mode: 'all_or_nothing' });
      if (outcome?.status === undefined || outcome.status === 'failed') throw new Error('a saved row has a record');
      return outcome.record;
    });
  }
}
