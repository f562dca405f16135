import { Deadline, JustLost, Unavailable, withDeadline } from '../kernel/index.js';
import { waitedOut } from './waited-out.js';
import { fakeTime, realTime } from '../../test/support/fake-timers.js';

const within = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  withDeadline(new Deadline('quote', limitMs), work);

describe('waitedOut() after a lost database connection', () => {
  const lostFor = (times: number) => {
    const asked = { count: 0 };
    const ask = async (): Promise<string> => {
      if ((asked.count += 1) <= times) throw new JustLost(1);
      return 'answered';
    };
    return { ask, asked };
  };

  beforeEach(fakeTime);
  afterEach(realTime);

  it('retries until the work succeeds', async () => {
    const answer = within(5_000, () => waitedOut(lostFor(3).ask));
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(answer).resolves.toBe('answered');
  });

  it('waits no longer than the deadline of the caller, even if a retry hangs', async () => {
    let asked = 0;
    const ask = (): Promise<never> => {
      asked += 1;
      return asked === 1 ? Promise.reject(new JustLost(1)) : new Promise(() => undefined);
    };
    const refused = jest.fn();
    within(400, () => waitedOut(ask)).catch(refused);
    await jest.advanceTimersByTimeAsync(399);
    expect(refused).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2);
    expect(refused).toHaveBeenCalledWith(expect.any(Unavailable));
    expect(asked).toBe(2);
  });

  it('does not retry without a deadline, in a long outage or after other errors', async () => {
    const { ask, asked } = lostFor(Infinity);
    await expect(waitedOut(ask)).rejects.toThrow(JustLost);
    expect(asked.count).toBe(1);
    for (const error of [new Unavailable(1), new Error('otherwise')]) {
      const fail = jest.fn(() => Promise.reject(error));
      await expect(within(5_000, () => waitedOut(fail))).rejects.toBe(error);
      expect(fail).toHaveBeenCalledTimes(1);
    }
  });
});
