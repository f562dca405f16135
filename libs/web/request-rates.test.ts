import fc from 'fast-check';
import { COUNTED_MAX, RateCounter } from './request-rates.js';

describe('requests of a key per minute', () => {
  let now = 0;
  const counter = (limit: number): RateCounter => new RateCounter(limit, () => now);

  beforeEach(() => (now = 0));

  it('are allowed up to the limit until a minute after the first one', () => {
    const counting = counter(2);
    expect(counting.take('a')).toEqual({ limit: 2, left: 1, resetS: 60, isExceeded: false });
    now = 30_500;
    expect(counting.take('a')).toEqual({ limit: 2, left: 0, resetS: 30, isExceeded: false });
    now = 59_999;
    expect(counting.take('a')).toEqual({ limit: 2, left: 0, resetS: 1, isExceeded: true });
    now = 60_000;
    expect(counting.take('a')).toEqual({ limit: 2, left: 1, resetS: 60, isExceeded: false });
  });

  it('have a reset time of 60 s at any start', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), (ms, part) => {
        now = ms + part / 1e6;
        expect(counter(1).take('a').resetS).toBe(60);
      }),
    );
  });

  it('do not extend the wait if they are rejected', () => {
    const counting = counter(1);
    counting.take('a');
    for (now = 1000; now < 60_000; now += 1000) expect(counting.take('a').isExceeded).toBe(true);
    expect(counting.take('a').isExceeded).toBe(false);
  });

  it('are counted separately for each key', () => {
    const counting = counter(1);
    expect(counting.take('a').isExceeded).toBe(false);
    expect(counting.take('b').isExceeded).toBe(false);
    expect(counting.take('a').isExceeded).toBe(true);
  });

  it('use bounded memory: the longest inactive key is evicted first', () => {
    const counting = counter(2);
    counting.take('quiet');
    counting.take('loud');
    for (let other = 0; other < COUNTED_MAX + 500; other += 1) {
      counting.take(`other ${other}`);
      if (other % 1000 === 0) counting.take('loud');
    }
    expect(counting.size).toBe(COUNTED_MAX);
    expect(counting.take('loud').isExceeded).toBe(true);
    expect(counting.take('quiet').left).toBe(1);
  });
});
