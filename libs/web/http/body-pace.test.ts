import { BODY_LIMITS, type BodyKind, type BodyVerdict, checkPace, largestOfGreediest } from './body-pace.js';

const KIB = 1024;
const TICK = BODY_LIMITS.tickMs / 1000;

/** Time and verdict for a body of `bytesAt(seconds)` bytes; undefined if it is not ended within an hour. */
const endOf = (kind: BodyKind, bytesAt: (seconds: number) => number): readonly [number, BodyVerdict] | undefined => {
  let progress = { bytes: 0, seconds: 0, creditSeconds: BODY_LIMITS.behindSeconds };
  for (let seconds = TICK; seconds <= 3600; seconds += TICK) {
    const tick = checkPace(progress, bytesAt(seconds), BODY_LIMITS.paces[kind], BODY_LIMITS);
    if (tick.verdict !== 'in time') return [seconds, tick.verdict];
    progress = tick.progress;
  }
  return undefined;
};

const steady = (bytesPerSecond: number) => (seconds: number) => bytesPerSecond * seconds;

describe('a body (wire.md "Upload speed")', () => {
  it.each<[string, BodyKind, (seconds: number) => number, readonly [number, BodyVerdict] | undefined]>([
    ['is ended after 5 s without a byte', 'usual', () => 0, [5.5, 'too slow']],
    ['is ended after 5 s at one byte per second', 'usual', steady(1), [5.5, 'too slow']],
    ['is ended at half the pace once it is 5 s behind', 'usual', steady(8 * KIB), [10.5, 'too slow']],
    ['is ended after 30 s at the minimum pace', 'usual', steady(16 * KIB), [30.5, 'too long']],
    ['is ended after 30 s at ten times the pace', 'usual', steady(160 * KIB), [30.5, 'too long']],
    ['is ended by a pause of 5 s after 1 MB', 'usual', () => 1_000_000, [6, 'too slow']],
    ['is ended by a pause of 5 s in a bulk call', 'bulk', () => 32 * KIB * KIB, [6, 'too slow']],
    [
      'is ended by a later pause of 5 s in a bulk call',
      'bulk',
      (seconds) => Math.min(seconds, 60) * 64 * KIB,
      [65.5, 'too slow'],
    ],
    ['is not ended in a bulk call at the minimum pace', 'bulk', steady(16 * KIB), undefined],
    ['is ended in a slow file upload only after 15 minutes', 'upload', steady(1), [900.5, 'too long']],
    ['is ended after 30 s if it is discarded, even at a fast pace', 'discarded', steady(160 * KIB), [30.5, 'too long']],
  ])('%s', (_, kind, bytesAt, expected) => {
    expect(endOf(kind, bytesAt)).toEqual(expected);
  });
});

describe('largestOfGreediest()', () => {
  it('returns the largest body of the address that holds the most', () => {
    const holders = [
      { address: 'a', bytes: 50 },
      { address: 'b', bytes: 30 },
      { address: 'b', bytes: 31 },
    ];
    expect(largestOfGreediest(holders)).toBe(holders[2]);
    expect(largestOfGreediest([])).toBeUndefined();
  });
});
