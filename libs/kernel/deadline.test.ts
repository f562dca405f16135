import { Deadline, DeadlinePassed } from './deadline.js';

/** Sets the clock of deadlines, so that no test waits. */
const atMs = (ms: number): void => void jest.spyOn(performance, 'now').mockReturnValue(ms);

afterEach(() => jest.restoreAllMocks());

describe('a deadline', () => {
  it('counts down from its start', () => {
    atMs(1_000);
    const deadline = new Deadline('read', 5_000);
    atMs(4_000);
    expect(deadline.remainingMs).toBe(2_000);
    expect(() => deadline.mustRemain()).not.toThrow();
    atMs(6_000);
    expect(() => deadline.mustRemain()).toThrow(DeadlinePassed);
  });

  it('still counts from its start after its kind changes', () => {
    atMs(0);
    const deadline = new Deadline('quote', 2_000);
    atMs(500);
    deadline.become('bulk', 30_000);
    expect([deadline.kind, deadline.limitMs, deadline.remainingMs]).toEqual(['bulk', 30_000, 29_500]);
    deadline.become('quote', 400);
    expect(deadline.remainingMs).toBe(-100);
  });

  it('stops while paused and resumes with the remaining time', () => {
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

  it('names the limit and a remedy once it has passed', () => {
    expect(new DeadlinePassed(new Deadline('quote', 2_000)).message).toBe(
      'The request took longer than its limit of 2 s (DEADLINE_QUOTE_S). Request less data at once, or try again later.',
    );
  });
});
