import fc from 'fast-check';
import { Gate, LoggedShop } from '../../test/support/logged-shop.js';
import { type BatchedCache, change } from '../kernel/index.js';
import { ProcessCacheManager } from './process-cache-manager.js';

const MIB = 1024 * 1024;

let shop: LoggedShop;
let memory: ProcessCacheManager;
let prices: BatchedCache<number, number>;
/** The keys of each load. */
let loads: (readonly number[])[];

const start = (bytes = MIB): void => {
  shop = new LoggedShop();
  memory = new ProcessCacheManager(shop.changes, shop.transactions, bytes);
  loads = [];
  prices = memory.batched<number, number>(
    { cleared: ({ scope }) => scope === 'passport', absence: false, bytes: () => 100 },
    {
      nameOf: String,
      load: async (questions) => {
        loads.push(questions);
        const version = shop.current;
        const answers = questions.map((question) => shop.states[version]?.get(`0/${question}`));
        await shop.gate?.pass();
        return { version, answers };
      },
    },
  );
};

const write = (values: Readonly<Record<string, number | undefined>>): void => shop.write(values, change('passport'));
const one = async (question: number): Promise<number | undefined> => (await prices.get([question]))[0];

beforeEach(() => start());

describe('a batched cache', () => {
  it('loads concurrent keys together, each once, and caches them', async () => {
    write({ '0/1': 10, '0/2': 20 });
    expect(await Promise.all([one(1), one(2), one(3), one(1)])).toEqual([10, 20, undefined, 10]);
    expect(loads).toEqual([[1, 2, 3]]);
    expect(shop.versionsRead).toBeLessThanOrEqual(2);
    expect(await Promise.all([one(1), one(2)])).toEqual([10, 20]);
    expect(loads).toHaveLength(1);
    // `absence: false`: a key without a value is loaded again.
    await one(3);
    expect(loads.at(-1)).toEqual([3]);
  });

  it('returns cached values without waiting for a running load', async () => {
    write({ '0/1': 10, '0/2': 20 });
    await one(1);
    const gate = (shop.gate = new Gate());
    const slow = prices.get([1, 2]);
    await gate.reached();
    shop.gate = undefined;
    expect(await one(1)).toBe(10);
    expect(loads).toEqual([[1], [1, 2]]);
    gate.open();
    expect(await slow).toEqual([10, 20]);
  });

  it('never restores values that a write or a restored database has evicted', async () => {
    write({ '0/1': 10 });
    write({ '0/1': 11 });
    const gate = (shop.gate = new Gate());
    const slow = one(1);
    await gate.reached();
    shop.gate = undefined;
    shop.restore(1);
    expect(await one(1)).toBe(10);
    write({ '0/1': 12 });
    gate.open();
    expect(await slow).toBe(11);
    expect(await one(1)).toBe(12);
  });

  it('does not cache a load without a version', async () => {
    const asked: number[] = [];
    const unknown = memory.batched<number, number>(
      { bytes: () => 100 },
      {
        nameOf: String,
        load: (questions) => {
          asked.push(...questions);
          return Promise.resolve({ version: undefined, answers: questions });
        },
      },
    );
    expect([await unknown.get([1]), await unknown.get([1])]).toEqual([[1], [1]]);
    expect(asked).toEqual([1, 1]);
  });

  it('does not delay a small lookup behind a large one', async () => {
    write({ '0/1': 10, '0/20': 20 });
    const gate = (shop.gate = new Gate());
    const many = prices.get(Array.from({ length: 20 }, (_, at) => at + 1));
    await gate.reached();
    shop.gate = undefined;
    expect(await one(1)).toBe(10);
    gate.open();
    expect((await many).at(-1)).toBe(20);
    expect(loads.map(({ length }) => length)).toEqual([20, 1]);
    loads.length = 0;
    await Promise.all([one(2), prices.get(Array.from({ length: 20 }, (_, at) => at + 30)), one(3)]);
    expect(loads.map(({ length }) => length).toSorted((some, more) => some - more)).toEqual([2, 20]);
  });

  it('returns what was written before the call, even during an older load', async () => {
    write({ '0/1': 10 });
    const gate = (shop.gate = new Gate());
    const slow = one(1);
    await gate.reached();
    shop.gate = undefined;
    write({ '0/1': 11 });
    expect(await one(1)).toBe(11);
    gate.open();
    expect(await slow).toBe(10);
    expect(await one(1)).toBe(11);
  });

  it('reads inside a snapshot from that snapshot', async () => {
    write({ '0/1': 10 });
    const seen = await shop.transactions.snapshot(async () => {
      write({ '0/1': 11 });
      return one(1);
    });
    expect([seen, await one(1)]).toEqual([10, 11]);
  });

  it('still loads keys together if its size is 0 bytes', async () => {
    start(0);
    write({ '0/1': 10 });
    expect(await Promise.all([one(1), one(1), one(2)])).toEqual([10, 10, undefined]);
    expect(loads).toHaveLength(1);
    await one(1);
    expect(loads).toHaveLength(2);
  });

  it('returns values of one version, never older than the call, despite concurrent writes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom('write', 'turn'), fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }))),
        async (steps) => {
          start();
          write(Object.fromEntries([0, 1, 2, 3, 4].map((key) => [`0/${key}`, 1])));
          const asked: Promise<void>[] = [];
          for (const step of steps) {
            // Each key holds the number of writes, so a mix of versions shows.
            if (step === 'write')
              write(Object.fromEntries([0, 1, 2, 3, 4].map((key) => [`0/${key}`, shop.current + 1])));
            else if (step === 'turn') await new Promise((resolve) => setImmediate(resolve));
            else if (typeof step !== 'string') {
              const least = shop.current;
              asked.push(
                prices.get(step).then((values) => {
                  expect(new Set(values).size).toBe(1);
                  expect(values[0]).toBeGreaterThanOrEqual(least);
                }),
              );
            }
          }
          await Promise.all(asked);
        },
      ),
      { numRuns: 50 },
    ));
});
