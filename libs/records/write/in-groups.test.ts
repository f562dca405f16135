import { DiskFull, type Steps, Unavailable } from '../../kernel/index.js';
import { inGroups } from './in-groups.js';

const steps: Steps = { parts: [], step: async (work) => void (await work()) };

describe('rows in groups', () => {
  it('are grouped by their weight', async () => {
    const weights = [1000, 1, 1, 600, ...Array.from({ length: 250 }, () => 1)];
    const groups: [number, number][] = [];
    await inGroups({
      steps,
      count: weights.length,
      done: 0,
      weightOf: (row) => weights[row] ?? 0,
      // Each group takes exactly its target time, so the next one has the same weight.
      clock: { now: () => new Date(groups.length * 100), today: () => '2026-01-31' } as never,
      participle: 'stored',
      work: (from, to) => {
        groups.push([from, to]);
        return Promise.resolve({ part: () => '', isLast: to === weights.length });
      },
    });
    expect(groups).toEqual([
      [0, 1],
      [1, weights.length],
    ]);
  });

  it.each([
    ['the disk became full', new DiskFull()],
    ['the database became unavailable', new Unavailable(1)],
  ])('that stop because %s report the number of stored rows, if any', async (reason, cause) => {
    let ms = 0;
    const stoppedAt = (first: number): Promise<void> =>
      inGroups({
        steps,
        count: 3,
        done: 0,
        weightOf: () => 1_000,
        // Each group takes exactly its target time, so the next one is no larger.
        clock: { now: () => new Date((ms += 100)), today: () => '2026-01-31' } as never,
        participle: 'stored',
        work: (from, to) =>
          from < first ? Promise.resolve({ part: () => '', isLast: to === 3 }) : Promise.reject(cause),
      });
    await expect(stoppedAt(2)).rejects.toMatchObject({
      message: expect.stringContaining(reason),
      parameters: { done: 2, count: 3 },
    });
    await expect(stoppedAt(0)).rejects.toBe(cause);
  });
});
