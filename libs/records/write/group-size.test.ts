import { afterLoss, nextRows, GroupSize } from './group-size.js';

describe('the rows of a call in one transaction', () => {
  it.each([
    ['as many as take 100 ms', 1000, 125, 800],
    ['at most twice as many as before', 250, 1, 500],
    ['at most 2,500', 2000, 10, 2500],
    ['at least 25', 100, 60_000, 25],
    ['twice as many if no time has passed', 250, 0, 500],
  ])('are %s', (_, rows, ms, expected) => {
    expect(nextRows(rows, ms)).toBe(expected);
  });

  it('shrink to a quarter per lost transaction, with growing pauses, up to a limit', () => {
    expect(afterLoss(1000, 1)).toEqual({ rows: 250, pauseMs: 50 });
    expect(afterLoss(250, 3)).toEqual({ rows: 62, pauseMs: 200 });
    expect(afterLoss(30, 12)).toEqual({ rows: 25, pauseMs: 800 });
    expect(afterLoss(30, 13)).toBeUndefined();
  });

  it('are not reduced by a short last group', () => {
    const size = new GroupSize();
    const { rows } = size;
    size.took(3, 1);
    expect(size.rows).toBe(rows);
    size.took(rows, 1);
    expect(size.rows).toBe(2 * rows);
  });

  it('shrink to a quarter after the pause of a lost transaction', async () => {
    jest.useFakeTimers();
    try {
      const size = new GroupSize();
      let goesOn: boolean | undefined;
      const lost = size.lost(1000).then((answer) => (goesOn = answer));
      // The pause is 50 ms, plus or minus half.
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
