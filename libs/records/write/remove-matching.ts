import {
  type Clock,
  type Criteria,
  InputRefused,
  sentence,
  StateConflict,
  type Step,
  type Steps,
  type Transactions,
} from '../../kernel/index.js';
import type { Recorded } from '../declare/definition.js';
import type { Records } from '../ports.js';
import { inGroups } from './in-groups.js';
import type { RecordWriter } from './record-writer.js';

/** Number of records deleted per transaction when deleting by a filter. */
const REMOVED_AT_ONCE = 10_000;

interface RemovalPorts<T extends Recorded> {
  readonly records: Records<T>;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/**
 * Deletes all matching records if their number is the expected one. In one transaction, exactly the counted records
 * are locked and deleted. In groups, those that still match are deleted.
 */
export class RemoveMatching<T extends Recorded> {
  constructor(
    private readonly writer: RecordWriter<T>,
    private readonly ports: RemovalPorts<T>,
    private readonly steps: Steps,
    private readonly filters: Criteria['groups'],
    private readonly confirmed: number,
  ) {}

  /** Returns the number of deleted records, including those of earlier attempts. */
  async remove(): Promise<number> {
    await (this.confirmed <= REMOVED_AT_ONCE ? this.atOnce() : this.inGroups());
    return this.gone;
  }

  private get gone(): number {
    return this.steps.parts.reduce((sum, part) => sum + Number(part), 0);
  }

  private async counted(): Promise<readonly number[]> {
    const ids = await this.ports.records.idsOf(this.filters);
    if (ids.length !== this.confirmed - this.gone)
      throw new StateConflict('The number of matching records is %count. To delete them, set confirm to this number.', {
        count: ids.length,
      });
    return ids;
  }

  private atOnce(): Promise<void> {
    return this.steps.step(async () => {
      await this.writer.lock();
      const count = await this.writer.remove(await this.counted());
      return { part: () => String(count), isLast: true };
    });
  }

  /** Repeats until all are deleted: records that later groups refer to are tried again after the others. */
  private async inGroups(): Promise<void> {
    let open = await this.ports.transactions.snapshot(() => this.counted(), { long: true });
    do {
      const before = this.gone;
      const { refused, refusal } = await this.oneRound(open);
      if (refusal && refused.length > 0 && this.gone === before) throw howFar(refusal, before, this.confirmed);
      open = refused;
    } while (open.length > 0);
  }

  /** Deletes these records in groups and skips those that are refused. */
  private async oneRound(open: readonly number[]): Promise<{ refused: readonly number[]; refusal?: InputRefused }> {
    const refused = new Set<number>();
    let refusal: InputRefused | undefined;
    const work = async (from: number, to: number): Promise<Step> => {
      // A group with a conflict is repeated: its refusals were rolled back too.
      for (const id of open.slice(from)) refused.delete(id);
      await this.writer.lock();
      const group = open.slice(from, to);
      let count = 0;
      try {
        count = await this.ports.transactions.write(async () => this.writer.remove(await this.stillMatching(group)));
      } catch (error) {
        if (!(error instanceof InputRefused)) throw error;
        refusal = error;
        for (const id of group) refused.add(id);
      }
      return { part: () => String(count), isLast: to === open.length && refused.size === 0 };
    };
    await inGroups({
      steps: this.steps,
      count: open.length,
      done: 0,
      inAll: () => ({ count: this.confirmed, done: this.gone }),
      clock: this.ports.clock,
      participle: 'deleted',
      work,
    });
    return { refused: [...refused], ...(refusal && { refusal }) };
  }

  private stillMatching(ids: readonly number[]): Promise<readonly number[]> {
    return this.ports.records.idsOf([...this.filters, [{ property: 'id', condition: 'in', values: ids }]]);
  }
}

const howFar = (refusal: InputRefused, done: number, count: number): InputRefused =>
  done === 0
    ? refusal
    : new InputRefused(
        ...refusal.faults,
        sentence(
          '%done of %count records were deleted before this error occurred. Count the remaining records, then try again.',
          {
            done,
            count,
          },
        ),
      );
