import { EventLoopLag } from './event-loop-lag.js';

/** Looks each second: the longest turn of each, in milliseconds. Answers after each look whether it is over its head. */
const looks = (lag: EventLoopLag, ...longestMs: readonly number[]): readonly boolean[] => {
  let now = 0;
  return longestMs.map((ms) => {
    now += 1000;
    lag.look({ max: ms * 1e6, reset: () => undefined }, now);
    return lag.isOverloaded;
  });
};

describe('a process is over its head', () => {
  it('when somebody waited longer than 500 ms in each of five seconds, until one second is better', () => {
    expect(looks(new EventLoopLag(), 501, 501, 501, 501, 501, 501, 500)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('not after one long turn, nor with a good second between', () => {
    expect(looks(new EventLoopLag(), 20_000, 20, 501, 501, 501, 501, 20, 501)).not.toContain(true);
  });

  it('by what the event loop tells of itself', async () => {
    const lag = new EventLoopLag();
    const seen: number[] = [];
    const look = lag.look.bind(lag);
    lag.look = (longest, now) => {
      seen.push(longest.max / 1e6);
      look(longest, now);
    };
    lag.start();
    try {
      // Holds the event loop up until a look has seen it.
      while (!seen.some((ms) => ms > 500)) {
        const until = performance.now() + 700;
        while (performance.now() < until);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      lag.stop();
    }
  });
});
