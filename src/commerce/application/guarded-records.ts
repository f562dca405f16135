import {
  type Criteria,
  type Fault,
  type Page,
  refuse,
  type Steps,
  type Transactions,
} from '../../../libs/kernel/index.js';
import type {
  BulkService,
  Outcome,
  Recorded,
  RecordService,
  ResourceService,
  SaveOptions,
} from '../../../libs/records/index.js';

type Input = Readonly<Record<string, unknown>>;

export interface Guard<T> {
  /** Why this record can't be deleted, whatever uses it. */
  keptBecause(record: T): Fault | undefined;
  /** Called first in each write transaction: waits until no other one writes where they must not meet. */
  takeTurn(): Promise<void>;
}

/** A resource of which some records must stay: websites, store views, customer groups (commerce.md). */
export class GuardedRecords<T extends Recorded> implements ResourceService<T>, BulkService<T> {
  constructor(
    private readonly records: RecordService<T>,
    private readonly transactions: Transactions,
    private readonly guard: Guard<T>,
  ) {}

  get(id: number): Promise<T> {
    return this.records.get(id);
  }

  search(criteria: Criteria): Promise<Page<T>> {
    return this.records.search(criteria);
  }

  create(input: Input): Promise<T> {
    return this.inTurn(() => this.records.create(input));
  }

  update(id: number, input: Input): Promise<T> {
    return this.inTurn(() => this.records.update(id, input));
  }

  /** Many at once, as `RecordService.saveAll`. */
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    return this.inTurn(() => this.records.saveAll(inputs, options), options);
  }

  prepare(): Promise<void> {
    return this.records.prepare();
  }

  removeAll(groups: Criteria['groups'], confirmed: number, steps?: Steps): Promise<number> {
    return this.records.removeAll(groups, confirmed, steps, {
      first: () => this.guard.takeTurn(),
      may: (record) => {
        const fault = this.guard.keptBecause(record);
        refuse(fault ? [fault] : []);
      },
    });
  }

  remove(id: number): Promise<void> {
    return this.inTurn(async () => {
      const fault = this.guard.keptBecause(await this.records.get(id));
      refuse(fault ? [fault] : []);
      await this.records.remove(id);
    });
  }

  private inTurn<R>(work: () => Promise<R>, { isPart = false }: Pick<SaveOptions, 'isPart'> = {}): Promise<R> {
    return this.transactions.write(
      async () => {
        await this.guard.takeTurn();
        return work();
      },
      { isPart },
    );
  }
}
