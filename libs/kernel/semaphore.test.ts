import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import { withDeadline } from './request-context.js';
import { Semaphore } from './semaphore.js';

describe('a semaphore', () => {
  it('limits concurrent work and grants slots in order of request', async () => {
    const semaphore = new Semaphore({ atOnce: 2 });
    const order: string[] = [];
    const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
    const third = semaphore.acquire().then((release) => (order.push('third'), release));
    const fourth = semaphore.run(() => Promise.resolve(order.push('fourth')));
    first();
    // A second release frees no further slot.
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

  it('releases its slot if the work fails', async () => {
    const semaphore = new Semaphore({ atOnce: 1, mayWait: 0 });
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(() => Promise.resolve('yes'))).toBe('yes');
  });

  it('throws its own error if the queue is full or the wait too long', async () => {
    const semaphore = new Semaphore({ atOnce: 1, mayWait: 1, patienceMs: 10 }, () => new Error('crowded'));
    const release = await semaphore.acquire();
    const waits = semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toThrow('crowded');
    await expect(waits).rejects.toThrow('crowded');
    release();
    // A caller that has given up holds no slot.
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
