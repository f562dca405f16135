import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import { withDeadline } from './request-context.js';
import { Semaphore } from './semaphore.js';

describe('a semaphore', () => {
  it('lets so many run, hands turns on in their order, and overtakes nobody', async () => {
    const semaphore = new Semaphore({ atOnce: 2 });
    const order: string[] = [];
    const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
    const third = semaphore.acquire().then((release) => (order.push('third'), release));
    const fourth = semaphore.run(() => Promise.resolve(order.push('fourth')));
    first();
    // Given back already: it makes no room for anybody else.
    first();
    const fifth = semaphore.run(() => Promise.resolve(order.push('fifth')));
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
    const semaphore = new Semaphore({ atOnce: 1, mayWait: 0 });
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(() => Promise.resolve('yes'))).toBe('yes');
  });

  it('refuses in its own words whoever finds too many waiting, or waits too long', async () => {
    const semaphore = new Semaphore({ atOnce: 1, mayWait: 1, patienceMs: 10 }, () => new Error('crowded'));
    const release = await semaphore.acquire();
    const waits = semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toThrow('crowded');
    await expect(waits).rejects.toThrow('crowded');
    release();
    // Who has given up holds no turn.
    expect(await semaphore.run(() => Promise.resolve('runs'))).toBe('runs');
  });

  it('waits no longer than the deadline of the request', async () => {
    const semaphore = new Semaphore({ atOnce: 1, patienceMs: 60_000 });
    await semaphore.acquire();
    const late = withDeadline(new Deadline('quote', 20), () => semaphore.acquire());
    await expect(late).rejects.toBeInstanceOf(DeadlinePassed);
    await expect(late).rejects.toBeInstanceOf(Unavailable);
  });
});
