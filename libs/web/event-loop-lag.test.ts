import { EventLoopLag } from './event-loop-lag.js';

/** Checks once per second with these longest delays in ms; returns whether the process is overloaded each time. */
const looks = (lag: EventLoopLag, ...longestMs: readonly number[]): readonly boolean[] => {
  let now = 0;
  return longestMs.map((ms) => {
    now += 1000;
    lag.look({ max: ms * 1e6, reset: () => undefined }, now);
    return lag.isOverloaded;
  });
};

describe('a process', () => {
  it('is overloaded after five seconds with delays over 500 ms, until one better second', () => {
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

  it('is not overloaded by one long delay or with a good second in between', () => {
    expect(looks(new EventLoopLag(), 20_000, 20, 501, 501, 501, 501, 20, 501)).not.toContain(true);
  });

  it('measures the delays of its event loop', async () => {
    const lag = new EventLoopLag();
    const seen: number[] = [];
    const look = lag.look.bind(lag);
    lag.look = (longest, now) => {
      seen.push(longest.max / 1e6);
      look(longest, now);
    };
    lag.start();
    try {
      // Blocks the event loop until a check has seen it.
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
