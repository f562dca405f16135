import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Batcher } from './batcher.js';
import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import { currentDeadline, withDeadline } from './request-context.js';

/** Returns the double of each number once the batch is released. */
class Doubler {
  readonly batches: (readonly number[])[] = [];
  readonly started: (() => void)[] = [];

  readonly double = async (numbers: readonly number[]): Promise<readonly number[]> => {
    this.batches.push(numbers);
    await new Promise<void>((resolve) => this.started.push(resolve));
    return numbers.map((number) => number * 2);
  };

  /** Releases the oldest batch that still waits. */
  async letGoOn(): Promise<void> {
    while (this.started.length === 0) await delay(1);
    this.started.shift()?.();
    await delay(2);
  }
}

describe('a batcher', () => {
  it('groups questions of one tick, and those that arrive during a batch', async () => {
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

  it('limits the size of a batch and the number of concurrent batches', async () => {
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

  it('never starts a batch before its last question arrives', async () => {
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

  it('retries each question alone after a failed batch', async () => {
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

  it('fails all questions at once if the database is unavailable', async () => {
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

  it('rejects a waiting question at its deadline and never runs it', async () => {
    const doubler = new Doubler();
    const batcher = new Batcher(doubler.double, { most: 10 });
    const hanging = batcher.ask(1);
    while (doubler.batches.length === 0) await delay(1);
    await expect(withDeadline(new Deadline('read', 30), () => batcher.ask(2))).rejects.toBeInstanceOf(DeadlinePassed);
    await doubler.letGoOn();
    expect(await hanging).toBe(2);
    expect(doubler.batches).toEqual([[1]]);
  });

  it('runs a batch with the longest deadline and no other context of its callers', async () => {
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
