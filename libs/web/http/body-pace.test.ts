import { BODY_LIMITS, type BodyKind, type BodyVerdict, checkPace, largestOfGreediest } from './body-pace.js';

const KIB = 1024;
const TICK = BODY_LIMITS.tickMs / 1000;

/** When a body is ended that has so many bytes after so many seconds; undefined if it isn't within an hour. */
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

describe('how a body must come (wire.md "Upload speed")', () => {
  it.each<[string, BodyKind, (seconds: number) => number, readonly [number, BodyVerdict] | undefined]>([
    ['nothing at all: after 5 s', 'usual', () => 0, [5.5, 'too slow']],
    ['a byte in a second: after 5 s', 'usual', steady(1), [5.5, 'too slow']],
    ['half the pace: as soon as it is 5 s behind', 'usual', steady(8 * KIB), [10.5, 'too slow']],
    ['the pace itself: for 30 s', 'usual', steady(16 * KIB), [30.5, 'too long']],
    ['ten times the pace: for 30 s too', 'usual', steady(160 * KIB), [30.5, 'too long']],
    ['1 MB at once and a pause: 5 s after it', 'usual', () => 1_000_000, [6, 'too slow']],
    ['the same in a bulk call', 'bulk', () => 32 * KIB * KIB, [6, 'too slow']],
    ['a pause later on', 'bulk', (seconds) => Math.min(seconds, 60) * 64 * KIB, [65.5, 'too slow']],
    ['a bulk call at its pace', 'bulk', steady(16 * KIB), undefined],
    ['a file, however slowly: for 15 minutes', 'upload', steady(1), [900.5, 'too long']],
    ['one that nobody reads, however fast: for 30 s', 'discarded', steady(160 * KIB), [30.5, 'too long']],
  ])('%s', (_, kind, bytesAt, expected) => {
    expect(endOf(kind, bytesAt)).toEqual(expected);
  });
});

describe('whom it meets when all hold too much', () => {
  it('the largest of the address that holds most, not the largest of all', () => {
    const holders = [
      { address: 'a', bytes: 50 },
      { address: 'b', bytes: 30 },
      { address: 'b', bytes: 31 },
    ];
    expect(largestOfGreediest(holders)).toBe(holders[2]);
    expect(largestOfGreediest([])).toBeUndefined();
  });
});
