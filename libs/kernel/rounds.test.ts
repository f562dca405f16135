import { Rounds } from './rounds.js';

const until = async (is: () => boolean): Promise<void> => {
  for (const end = Date.now() + 5_000; !is();) {
    if (Date.now() > end) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('work in rounds', () => {
  it('goes on after failures, which are told once in a row', async () => {
    let count = 0;
    const told: unknown[] = [];
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
      failed: (error) => told.push((error as Error).message),
    });
    rounds.start();
    await until(() => count >= 5);
    await rounds.stop();
    expect(told).toEqual(['1', '4']);
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
        await new Promise((resolve) => setTimeout(resolve, 50));
        ended += 1;
        return 1;
      },
      failed: () => undefined,
    });
    rounds.start();
    await until(() => begun === 1);
    await rounds.stop();
    expect(ended).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun).toBe(1);
  });
});
