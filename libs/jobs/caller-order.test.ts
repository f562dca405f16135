import { CallerOrder, type WaitingGroup } from './caller-order.js';

const group = (userId: number | null, since = 0, isShort = false): WaitingGroup => ({
  userType: 1,
  userId,
  isShort,
  since,
});

/** The callers whose jobs start, if each has enough jobs waiting. */
const starts = (order: CallerOrder, waiting: readonly WaitingGroup[], count: number): readonly string[] =>
  Array.from({ length: count }, () => {
    const [next] = order.sorted(waiting);
    if (!next) throw new Error('somebody waits');
    order.started(next);
    return `${next.isShort ? 'short' : 'long'} ${next.userId}`;
  });

describe('the job order (jobs.md, "Order of jobs")', () => {
  it('alternates between callers, starting with the longest wait', () => {
    expect(starts(new CallerOrder(), [group(1, 5), group(2, 3), group(null, 9)], 6)).toEqual([
      'long 2',
      'long 1',
      'long null',
      'long 2',
      'long 1',
      'long null',
    ]);
  });

  it('puts a new caller next, but only once', () => {
    const order = new CallerOrder();
    starts(order, [group(1)], 50);
    expect(starts(order, [group(1), group(2, 9)], 3)).toEqual(['long 2', 'long 1', 'long 2']);
  });

  it('starts short jobs first, and one long job after every ten', () => {
    const order = new CallerOrder();
    const started = starts(order, [group(1, 0, false), group(2, 9, true)], 22);
    expect(started.map((one) => one.split(' ')[0])).toEqual([
      ...Array.from({ length: 10 }, () => 'short'),
      'long',
      ...Array.from({ length: 10 }, () => 'short'),
      'long',
    ]);
  });
});
