import { Deadline, JustLost, Unavailable, withDeadline } from '../kernel/index.js';
import { waitedOut } from './waited-out.js';

const within = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  withDeadline(new Deadline('quote', limitMs), work);

describe('what many ask together while the database was lost just now', () => {
  const lostFor = (times: number) => {
    const asked = { count: 0 };
    const ask = async (): Promise<string> => {
      if ((asked.count += 1) <= times) throw new JustLost(1);
      return 'answered';
    };
    return { ask, asked };
  };

  it('is asked again until it is answered', async () => {
    await expect(within(5_000, () => waitedOut(lostFor(3).ask))).resolves.toBe('answered');
  });

  it('is waited for no longer than the deadline of who asks, whatever it still waits for', async () => {
    let asked = 0;
    const ask = (): Promise<never> => {
      asked += 1;
      return asked === 1 ? Promise.reject(new JustLost(1)) : new Promise(() => undefined);
    };
    const began = performance.now();
    await expect(within(400, () => waitedOut(ask))).rejects.toThrow(Unavailable);
    expect(performance.now() - began).toBeLessThan(450);
    expect(asked).toBe(2);
  });

  it('is asked once where nothing has a deadline, and where it failed for long or otherwise', async () => {
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
