import { Rounds } from './rounds.js';

const LASTS_MS = 50;

describe('work in rounds', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('goes on after failures, which are told once in a row', async () => {
    let count = 0;
    const log: unknown[] = [];
    const rounds = new Rounds({
      name: 'work',
      limitMs: 1_000,
      firstMs: 1,
      failedMs: 1,
      round: () => {
        count += 1;
        // Twice in vain, once with success, and in vain again.
        return count === 3 ? Promise.resolve(1) : Promise.reject(new Error(String(count)));
      },
      failed: (error) => log.push((error as Error).message),
    });
    rounds.start();
    await jest.advanceTimersByTimeAsync(5);
    await rounds.stop();
    expect(count).toBe(5);
    expect(log).toEqual(['1', '4']);
  });

  it('ends with the round that is under way, and begins no other one', async () => {
    let [begun, ended] = [0, 0];
    const rounds = new Rounds({
      name: 'work',
      limitMs: 1_000,
      firstMs: 1,
      failedMs: 1,
      round: async () => {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, LASTS_MS));
        ended += 1;
        return 1;
      },
      failed: () => undefined,
    });
    rounds.start();
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toBe(1);
    const stopped = rounds.stop().then(() => ended);
    await jest.advanceTimersByTimeAsync(LASTS_MS);
    expect(await stopped).toBe(1);
    await jest.advanceTimersByTimeAsync(LASTS_MS);
    expect(begun).toBe(1);
  });
});
