import {
  type Criteria,
  type Fault,
  InputRefused,
  NoSuchEntity,
  type Page,
  refuse,
  sentence,
  StateConflict,
  type Step,
  type Steps,
} from '../kernel/index.js';
import type { Recorded, Resource } from './definition.js';
import { breathe, Turns } from './breathe.js';
import { withBusinessKeys } from './business-keys.js';
import { inGroups, unkeptSteps } from './in-groups.js';
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

/** What the bulk routes of a resource need (bulk.md); hand-written resources meet it too. */
export interface BulkService<T extends Recorded> {
  /**
   * Does for these inputs what takes long and needs no transaction; `saveAll` of the same objects then does without. For
   * callers whose own transaction stands around `saveAll`.
   */
  prepare(inputs: readonly Input[]): Promise<void>;
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]>;
  /**
   * Removes all that match, if they are as many as the caller believes; else `StateConflict` says how many there are.
   * Up to 10,000 go in one transaction, more in groups: each a step of its own, whose part is the number that went.
   */
  removeAll(groups: Criteria['groups'], confirmed: number, steps?: Steps): Promise<number>;
}

const ROWS_AT_ONCE = 1_000;
/** What goes in one transaction when records are removed by a filter. */
const REMOVED_AT_ONCE = 10_000;

/** What a resource has to say when many of its records go. */
export interface RemovalRules<T> {
  /** Called first in each transaction. */
  readonly first?: () => Promise<void>;
  /** Throws if this record must stay. */
  readonly may?: (record: T) => void;
}

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

  /**
   * Saves many rows in one transaction; they act in order (bulk.md, "Sending rows"). Outcomes stand in the order of the
   * rows.
   */
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    // Faults of all rows are told together; where each is told alone, some rows are read at a time, and soon forgotten.
    const size = options.mode === 'all_or_nothing' ? inputs.length : ROWS_AT_ONCE;
    return this.parts.transactions.write(
      async () => {
        const outcomes: Outcome<T>[] = [];
        for (let start = 0; start < inputs.length; start += size) {
          const rows = await this.read(inputs, start, Math.min(start + size, inputs.length), options);
          for (const outcome of await this.writer.save(rows, options)) outcomes.push(outcome);
          if (start + size < inputs.length) await breathe();
        }
        return outcomes;
      },
      { isPart: options.isPart === true },
    );
  }

  /** Nothing here takes long before the transaction. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * As `BulkService` says. In one transaction what was counted is locked and is what goes; in groups what was counted
   * and still matches when its turn comes.
   */
  async removeAll(
    groups: Criteria['groups'],
    confirmed: number,
    steps: Steps = unkeptSteps(this.parts.transactions),
    { first = () => Promise.resolve(), may = () => undefined }: RemovalRules<T> = {},
  ): Promise<number> {
    const { records, transactions, clock } = this.parts;
    const gone = (): number => steps.parts.reduce((sum, part) => sum + Number(part), 0);
    const idsOf = async (): Promise<readonly number[]> => {
      const ids = await records.idsOf(groups);
      if (ids.length !== confirmed - gone())
        throw new StateConflict('%count records match: confirm this number to delete them.', { count: ids.length });
      return ids;
    };
    const remove = async (ids: readonly number[]): Promise<number> => {
      for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
        for (const record of (await records.byIds(ids.slice(start, start + ROWS_AT_ONCE))).values()) {
          may(record);
          this.writer.note(record, undefined);
        }
        await breathe();
      }
      await records.remove(ids);
      return ids.length;
    };
    if (confirmed <= REMOVED_AT_ONCE) {
      await steps.step(async () => {
        await first();
        const count = await remove(await idsOf());
        return { part: () => String(count), isLast: true };
      });
      return gone();
    }
    const stillMatching = (ids: readonly number[]): Promise<readonly number[]> =>
      records.idsOf([...groups, [{ property: 'id', condition: 'in', values: [...ids] }]]);
    let open = await transactions.snapshot(idsOf, { long: true });
    do {
      const [present, before] = [open, gone()];
      const refused = new Set<number>();
      let refusal: InputRefused | undefined;
      const work = async (from: number, to: number): Promise<Step> => {
        // A group that was lost to others comes again: what was refused in it was taken back as well.
        for (const id of present.slice(from)) refused.delete(id);
        await first();
        const part = present.slice(from, to);
        let count = 0;
        try {
          count = await transactions.write(async () => remove(await stillMatching(part)));
        } catch (error) {
          if (!(error instanceof InputRefused)) throw error;
          // Records of later groups may refer to them: they come again behind the rest.
          refusal = error;
          for (const id of part) refused.add(id);
        }
        return { part: () => String(count), isLast: to === present.length && refused.size === 0 };
      };
      const inAll = () => ({ count: confirmed, done: gone() });
      await inGroups({ steps, count: present.length, done: 0, inAll, clock, participle: 'deleted', work });
      if (refusal && refused.size > 0 && gone() === before) throw howFar(refusal, gone(), confirmed);
      open = [...refused];
    } while (open.length > 0);
    return gone();
  }

  private async read(
    inputs: readonly Input[],
    start: number,
    end: number,
    { businessKeys, meeting }: SaveOptions,
  ): Promise<readonly Row[]> {
    const form = businessKeys ? withBusinessKeys(this.resource) : this.resource;
    const read: Row[] = [];
    const turns = new Turns();
    for (let index = start; index < end; index += 1) {
      const input = inputs[index] ?? {};
      const row =
        input instanceof BrokenInput ? brokenRow(form, index, input.fault) : readRow(form, input, index, meeting);
      read.push(row);
      await turns.after(row.weight);
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

const howFar = (refusal: InputRefused, done: number, count: number): InputRefused =>
  done === 0
    ? refusal
    : new InputRefused(...refusal.faults, sentence('%done of %count records are deleted.', { done, count }));
