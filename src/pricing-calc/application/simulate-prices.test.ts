import { ChangeLog, type LoggedChange, Transactions, Unavailable } from '../../../libs/kernel/index.js';
import { defineRecord, IdField, type Input, RecordServices, type ServedResource } from '../../../libs/records/index.js';
import { MemoryReferences, MemoryStore } from '../../../test/support/memory/store.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import type { At, QuotePrices } from './quote-prices.js';
import { SimulatePrices } from './simulate-prices.js';
import { TryChanges } from './try-changes.js';

class Thing {
  @IdField()
  readonly id!: number;
}

const thing = defineRecord<Thing>({
  resource: 'thing',
  record: Thing,
  room: 'pricing-things',
  path: 'pricing/things',
  title: { one: 'thing', many: 'things' },
  table: 'thing',
  rights: { read: '_Things::manage', save: '_Things::save', delete: '_Things::delete' },
  ids: 'made',
  unique: [],
  service: 'thingRepositoryV1',
});

/** Counts started and committed transactions. */
class CountedTransactions extends Transactions {
  started = 0;
  committed = 0;

  afterCommit(work: () => void): void {
    work();
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    this.started += 1;
    const result = await work();
    this.committed += 1;
    return result;
  }

  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  get isOpen(): boolean {
    return false;
  }
}

/** A log in which another writer interferes this many times between two reads. */
class BusyLog extends ChangeLog {
  private version_ = 10;

  constructor(private writes: number) {
    super();
  }

  append(): void {
    throw new Error('a simulation writes no entries of its own');
  }

  version(): Promise<number> {
    const version = this.version_;
    if (this.writes > 0) {
      this.writes -= 1;
      this.version_ += 1;
    }
    return Promise.resolve(version);
  }

  since(): Promise<readonly LoggedChange[]> {
    return Promise.resolve([]);
  }

  observe<T>(): Promise<{ readonly result: T; readonly version: number | undefined }> {
    throw new Error('not asked');
  }
}

const anonymous: BuyerQuestion = {
  asker: 'integration',
  customerId: null,
  customerGroupId: null,
  storeId: null,
  websiteId: null,
  currency: null,
  path: undefined,
};
const now: At = { date: null, explain: false, minVersion: null };

/** A simulation with this many interfering writes, and a record of what it did. */
const beside = (writes: number) => {
  const transactions = new CountedTransactions();
  const removed: number[] = [];
  class OneService extends RecordServices {
    named(): ServedResource {
      const service = {
        remove: async (id: number) => void removed.push(id),
        create: async (_: Input) => ({ id: 1 }),
      } as unknown as ServedResource['service'];
      return { resource: thing, service };
    }
  }
  const prices = {
    waitForVersion: async () => undefined,
    quote: async () => ({ buyer: {}, version: 10, lines: [] }),
  } as unknown as QuotePrices;
  const simulation = new SimulatePrices(
    prices,
    new TryChanges(new OneService(), new MemoryReferences(new MemoryStore([]))),
    transactions,
    new BusyLog(writes),
    {
      PRICING_MAX_ITEMS: 500,
      SIMULATION_MAX_MS: 500,
    },
  );
  const change = { resource: 'thing', op: 'remove', id: 17, record: null } as const;
  return { transactions, removed, run: () => simulation.simulate(anonymous, [], now, [change]) };
};

describe('a simulation', () => {
  it('never commits', async () => {
    const { run, transactions, removed } = beside(0);
    await run();
    expect([transactions.started, transactions.committed, removed]).toEqual([1, 0, [17]]);
  });

  it('restarts while others commit between its two quotes', async () => {
    const { run, transactions } = beside(3);
    await run();
    expect([transactions.started, transactions.committed]).toEqual([3, 0]);
  });

  it('gives up after ten attempts', async () => {
    const { run, transactions } = beside(1000);
    await expect(run()).rejects.toBeInstanceOf(Unavailable);
    expect([transactions.started, transactions.committed]).toEqual([10, 0]);
  });
});
