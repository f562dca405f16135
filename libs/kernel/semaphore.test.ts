import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import { withDeadline } from './request-context.js';
import { Semaphore } from './semaphore.js';

describe('a semaphore', () => {
  it('lets so many run, hands turns on in their order, and overtakes nobody', async () => {
    const turns = new Semaphore({ atOnce: 2 });
    const order: string[] = [];
    const [first, second] = [await turns.acquire(), await turns.acquire()];
    const third = turns.acquire().then((release) => (order.push('third'), release));
    const fourth = turns.run(() => Promise.resolve(order.push('fourth')));
    first();
    // Given back already: it makes no room for anybody else.
    first();
    const fifth = turns.run(() => Promise.resolve(order.push('fifth')));
    const releaseThird = await third;
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['third']);
    releaseThird();
    await fourth;
    second();
    await fifth;
    expect(order).toEqual(['third', 'fourth', 'fifth']);
  });

  it('gives the turn back when work fails', async () => {
    const turns = new Semaphore({ atOnce: 1, mayWait: 0 });
    await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run(() => Promise.resolve('yes'))).toBe('yes');
  });

  it('refuses in its own words whoever finds too many waiting, or waits too long', async () => {
    const turns = new Semaphore({ atOnce: 1, mayWait: 1, patienceMs: 10 }, () => new Error('crowded'));
    const release = await turns.acquire();
    const waits = turns.acquire();
    await expect(turns.acquire()).rejects.toThrow('crowded');
    await expect(waits).rejects.toThrow('crowded');
    release();
    // Who has given up holds no turn.
    expect(await turns.run(() => Promise.resolve('runs'))).toBe('runs');
  });

  it('waits no longer than the deadline of the request', async () => {
    const turns = new Semaphore({ atOnce: 1, patienceMs: 60_000 });
    await turns.acquire();
    const late = withDeadline(new Deadline('quote', 20), () => turns.acquire());
    await expect(late).rejects.toBeInstanceOf(DeadlinePassed);
    await expect(late).rejects.toBeInstanceOf(Unavailable);
  });
});
