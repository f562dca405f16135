import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Batcher } from './batcher.js';
import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import { currentDeadline, withDeadline } from './request-context.js';

/** Answers each number by its double, once it is let go on. */
class Doubler {
  readonly batches: (readonly number[])[] = [];
  readonly started: (() => void)[] = [];

  readonly double = async (numbers: readonly number[]): Promise<readonly number[]> => {
    this.batches.push(numbers);
    await new Promise<void>((resolve) => this.started.push(resolve));
    return numbers.map((number) => number * 2);
  };

  /** Lets the oldest batch go on that still waits. */
  async letGoOn(): Promise<void> {
    while (this.started.length === 0) await delay(1);
    this.started.shift()?.();
    await delay(2);
  }
}

describe('a batcher', () => {
  it('answers together what is asked in one turn, and what gathers while that is answered', async () => {
    const doubler = new Doubler();
    const batcher = new Batcher(doubler.double, { most: 10 });
    const first = Promise.all([1, 2].map((number) => batcher.ask(number)));
    while (doubler.batches.length === 0) await delay(1);
    const second = Promise.all([3, 4, 5].map((number) => batcher.ask(number)));
    await doubler.letGoOn();
    expect(await first).toEqual([2, 4]);
    await doubler.letGoOn();
    expect(await second).toEqual([6, 8, 10]);
    expect(doubler.batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('answers no more than so many together, in so many batches at once', async () => {
    const doubler = new Doubler();
    const batcher = new Batcher(doubler.double, { most: 2, atOnce: 2 });
    const one = batcher.ask(1);
    while (doubler.batches.length < 1) await delay(1);
    const others = Promise.all([2, 3, 4, 5].map((number) => batcher.ask(number)));
    while (doubler.batches.length < 2) await delay(1);
    await delay(5);
    expect(doubler.batches).toEqual([[1], [2, 3]]);
    for (let batch = 0; batch < 3; batch += 1) await doubler.letGoOn();
    expect([await one, await others]).toEqual([2, [4, 6, 8, 10]]);
    expect(doubler.batches.at(-1)).toEqual([4, 5]);
  });

  it('begins none before its questions were asked', async () => {
    let state = 0;
    const batcher = new Batcher(async (asked: readonly number[]) => asked.map(() => state), { most: 10 });
    const before = batcher.ask(0);
    state = 1;
    expect(await before).toBe(1);
    const all = Array.from({ length: 50 }, async (_, at) => {
      await delay(at % 7);
      const least = (state += 1);
      expect(await batcher.ask(0)).toBeGreaterThanOrEqual(least);
    });
    await Promise.all(all);
  });

  it('asks each alone when a batch fails, so that the fault is told to the one whose it is', async () => {
    const asked: (readonly number[])[] = [];
    const batcher = new Batcher(
      (numbers: readonly number[]) => {
        asked.push(numbers);
        return numbers.includes(13) ? Promise.reject(new Error('13')) : Promise.resolve(numbers);
      },
      { most: 10 },
    );
    const answers = await Promise.allSettled([1, 13, 2].map((number) => batcher.ask(number)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(asked).toEqual([[1, 13, 2], [1], [13], [2]]);
  });

  it('tells all at once that the database is away', async () => {
    let asked = 0;
    const batcher = new Batcher(
      () => {
        asked += 1;
        return Promise.reject(new Unavailable(1));
      },
      { most: 10 },
    );
    const answers = await Promise.allSettled([1, 2, 3].map((number) => batcher.ask(number)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toBe(1);
  });

  it('keeps nobody waiting behind his deadline, whatever the batches before do, and asks nothing for him', async () => {
    const doubler = new Doubler();
    const batcher = new Batcher(doubler.double, { most: 10 });
    const hanging = batcher.ask(1);
    while (doubler.batches.length === 0) await delay(1);
    await expect(withDeadline(new Deadline('read', 30), () => batcher.ask(2))).rejects.toBeInstanceOf(DeadlinePassed);
    await doubler.letGoOn();
    expect(await hanging).toBe(2);
    expect(doubler.batches).toEqual([[1]]);
  });

  it('gives a batch the deadline of whoever may wait longest, and nothing else of those who ask', async () => {
    const own = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const batcher = new Batcher(
      (numbers: readonly number[]) => {
        seen.push(own.getStore(), currentDeadline()?.limitMs);
        return Promise.resolve(numbers);
      },
      { most: 10 },
    );
    await Promise.all(
      [20_000, 90_000, 30_000].map((ms) =>
        own.run(String(ms), () => withDeadline(new Deadline('read', ms), () => batcher.ask(ms))),
      ),
    );
    expect(seen).toEqual([undefined, 90_000]);
  });
});
