import { Deadline, DeadlinePassed } from './deadline.js';

/** So that no test waits: the clock that deadlines go by. */
const atMs = (ms: number): void => void jest.spyOn(performance, 'now').mockReturnValue(ms);

afterEach(() => jest.restoreAllMocks());

describe('a deadline', () => {
  it('counts down from its beginning', () => {
    atMs(1_000);
    const deadline = new Deadline('read', 5_000);
    atMs(4_000);
    expect(deadline.remainingMs).toBe(2_000);
    expect(() => deadline.mustRemain()).not.toThrow();
    atMs(6_000);
    expect(() => deadline.mustRemain()).toThrow(DeadlinePassed);
  });

  it('is that of its kind from the beginning, whenever the kind becomes known', () => {
    atMs(0);
    const deadline = new Deadline('quote', 2_000);
    atMs(500);
    deadline.become('bulk', 30_000);
    expect([deadline.kind, deadline.limitMs, deadline.remainingMs]).toEqual(['bulk', 30_000, 29_500]);
    deadline.become('quote', 400);
    expect(deadline.remainingMs).toBe(-100);
  });

  it('stands while it is paused, and goes on with what remained', () => {
    atMs(0);
    const deadline = new Deadline('write', 10_000);
    atMs(1_000);
    deadline.pause();
    atMs(60_000);
    deadline.pause();
    expect(deadline.remainingMs).toBe(9_000);
    deadline.resume();
    deadline.resume();
    atMs(61_000);
    expect(deadline.remainingMs).toBe(8_000);
  });

  it('passed says which limit it was and what to do', () => {
    expect(new DeadlinePassed(new Deadline('quote', 2_000)).message).toBe(
      'The request took longer than its limit of 2 s (DEADLINE_QUOTE_S). Request less data at once, or try again later.',
    );
  });
});
