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

describe('the next job to start (jobs.md, "Order of jobs")', () => {
  it('callers take turns, however many jobs one has; the first is the one that waits longest', () => {
    expect(starts(new CallerOrder(), [group(1, 5), group(2, 3), group(null, 9)], 6)).toEqual([
      'long 2',
      'long 1',
      'long null',
      'long 2',
      'long 1',
      'long null',
    ]);
  });

  it('a caller that comes later is next, once', () => {
    const order = new CallerOrder();
    starts(order, [group(1)], 50);
    expect(starts(order, [group(1), group(2, 9)], 3)).toEqual(['long 2', 'long 1', 'long 2']);
  });

  it('short jobs come before long ones, of which one is started after ten', () => {
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
