import { type FairQueueLimits, FairQueue } from './fair-queue.js';

const LIMITS: FairQueueLimits = { atOnce: 2, waitingOfOne: 3, waiting: 5 };
const taken = (turns: FairQueue<string>): string[] => {
  const all: string[] = [];
  for (let next = turns.next(); next; next = turns.next()) all.push(next.question);
  return all;
};

describe('whose question is next', () => {
  it('askers take turns, whoever came with many', () => {
    const turns = new FairQueue<string>({ ...LIMITS, atOnce: 1 });
    for (const question of ['a1', 'a2', 'a3']) turns.add('a', question);
    turns.add('b', 'b1');
    const order: string[] = [];
    for (let next = turns.next(); next; next = turns.next()) {
      order.push(next.question);
      turns.done(next.asker);
    }
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('nobody has all of them under way', () => {
    const turns = new FairQueue<string>(LIMITS);
    for (const question of ['a1', 'a2', 'a3']) turns.add('a', question);
    expect(taken(turns)).toEqual(['a1']);
    turns.add('b', 'b1');
    expect(taken(turns)).toEqual(['b1']);
    turns.add('c', 'c1');
    expect(taken(turns)).toEqual([]);
    turns.done('a');
    expect(taken(turns)).toEqual(['a2']);
    turns.done('b');
    expect(taken(turns)).toEqual(['c1']);
  });

  it('with one process, one asker at a time', () => {
    const turns = new FairQueue<string>({ ...LIMITS, atOnce: 1 });
    turns.add('a', 'a1');
    turns.add('a', 'a2');
    expect(taken(turns)).toEqual(['a1']);
    turns.done('a');
    expect(taken(turns)).toEqual(['a2']);
  });

  it('refuses what is too much of one, and too much of all', () => {
    const turns = new FairQueue<string>(LIMITS);
    expect(['a1', 'a2', 'a3', 'a4'].map((question) => turns.add('a', question))).toEqual([true, true, true, false]);
    expect(['b1', 'b2', 'b3'].map((question) => turns.add('b', question))).toEqual([true, true, false]);
    expect(turns.waiting).toBe(5);
    expect(taken(turns)).toEqual(['a1', 'b1']);
    expect(turns.add('b', 'b3')).toBe(true);
  });

  it('takes back what still waits', () => {
    const turns = new FairQueue<string>(LIMITS);
    turns.add('a', 'a1');
    expect([turns.withdraw('a', 'a1'), turns.withdraw('a', 'a1'), turns.withdraw('b', 'a1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([taken(turns), turns.waiting]).toEqual([[], 0]);
  });
});
