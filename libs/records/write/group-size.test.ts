import { afterLoss, nextRows, GroupSize } from './group-size.js';

describe('how many rows of a call stand in one transaction', () => {
  it.each([
    ['as many as fit into a tenth of a second', 1000, 125, 800],
    ['at most twice as many as before', 250, 1, 500],
    ['never more than 2,500', 2000, 10, 2500],
    ['never fewer than 25', 100, 60_000, 25],
    ['twice as many if no time has passed', 250, 0, 500],
  ])('%s', (_, rows, ms, expected) => {
    expect(nextRows(rows, ms)).toBe(expected);
  });

  it('after a loss: a quarter, and pauses that grow, until it gives up', () => {
    expect(afterLoss(1000, 1)).toEqual({ rows: 250, pauseMs: 50 });
    expect(afterLoss(250, 3)).toEqual({ rows: 62, pauseMs: 200 });
    expect(afterLoss(30, 12)).toEqual({ rows: 25, pauseMs: 800 });
    expect(afterLoss(30, 13)).toBeUndefined();
  });

  it('a last group that is short doesn’t make the next ones short', () => {
    const size = new GroupSize();
    const { rows } = size;
    size.took(3, 1);
    expect(size.rows).toBe(rows);
    size.took(rows, 1);
    expect(size.rows).toBe(2 * rows);
  });

  it('one that was lost is a quarter of what it was, behind its pause', async () => {
    jest.useFakeTimers();
    try {
      const size = new GroupSize();
      let goesOn: boolean | undefined;
      const lost = size.lost(1000).then((answer) => (goesOn = answer));
      // Of 50 ms, give or take a half.
      await jest.advanceTimersByTimeAsync(24);
      expect(goesOn).toBeUndefined();
      await jest.advanceTimersByTimeAsync(51);
      await lost;
      expect([goesOn, size.rows]).toEqual([true, 250]);
    } finally {
      jest.useRealTimers();
    }
  });
});
