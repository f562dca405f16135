import { type FairQueueLimits, FairQueue } from './fair-queue.js';

const LIMITS: FairQueueLimits = { atOnce: 2, waitingOfOne: 3, waiting: 5 };
const taken = (queue: FairQueue<string>): string[] => {
  const all: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) all.push(next.question);
  return all;
};

describe('FairQueue', () => {
  it('lets askers take turns, however many questions each has', () => {
    const queue = new FairQueue<string>({ ...LIMITS, atOnce: 1 });
    for (const question of ['a1', 'a2', 'a3']) queue.add('a', question);
    queue.add('b', 'b1');
    const order: string[] = [];
    for (let next = queue.next(); next; next = queue.next()) {
      order.push(next.question);
      queue.done(next.asker);
    }
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('never gives all slots to one asker', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const question of ['a1', 'a2', 'a3']) queue.add('a', question);
    expect(taken(queue)).toEqual(['a1']);
    queue.add('b', 'b1');
    expect(taken(queue)).toEqual(['b1']);
    queue.add('c', 'c1');
    expect(taken(queue)).toEqual([]);
    queue.done('a');
    expect(taken(queue)).toEqual(['a2']);
    queue.done('b');
    expect(taken(queue)).toEqual(['c1']);
  });

  it('runs one question at a time with a single slot', () => {
    const queue = new FairQueue<string>({ ...LIMITS, atOnce: 1 });
    queue.add('a', 'a1');
    queue.add('a', 'a2');
    expect(taken(queue)).toEqual(['a1']);
    queue.done('a');
    expect(taken(queue)).toEqual(['a2']);
  });

  it('refuses questions above the limit per asker and the total limit', () => {
    const queue = new FairQueue<string>(LIMITS);
    expect(['a1', 'a2', 'a3', 'a4'].map((question) => queue.add('a', question))).toEqual([true, true, true, false]);
    expect(['b1', 'b2', 'b3'].map((question) => queue.add('b', question))).toEqual([true, true, false]);
    expect(queue.waiting).toBe(5);
    expect(taken(queue)).toEqual(['a1', 'b1']);
    expect(queue.add('b', 'b3')).toBe(true);
  });

  it('withdraws a waiting question only once', () => {
    const queue = new FairQueue<string>(LIMITS);
    queue.add('a', 'a1');
    expect([queue.withdraw('a', 'a1'), queue.withdraw('a', 'a1'), queue.withdraw('b', 'a1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([taken(queue), queue.waiting]).toEqual([[], 0]);
  });
});
