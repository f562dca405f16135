import { CONNECTION_LIMITS, shareOf, takesTooLong, type AnswerProgress, answerProgress } from './connection-limits.js';

/** Seconds until a response is aborted, with these bytes given to the connection and not taken from it. */
const givenUpAfter = (at: (seconds: number) => { readonly given: number; readonly untaken: number }) => {
  let taking: AnswerProgress | undefined;
  for (let seconds = 0; seconds <= 7200; seconds += 1) {
    const { given, untaken } = at(seconds);
    taking = answerProgress(taking, given, untaken, CONNECTION_LIMITS);
    if (takesTooLong(taking, CONNECTION_LIMITS)) return seconds;
  }
  return undefined;
};

const MIB = 1024 * 1024;

describe('a slowly read response (wire.md "Connections")', () => {
  it('must be read at 16 KiB/s after 30 s', () => {
    expect(givenUpAfter(() => ({ given: MIB, untaken: MIB }))).toBe(95);
    expect(givenUpAfter(() => ({ given: 64, untaken: 64 }))).toBe(31);
  });

  it('is not aborted while further pieces of a file are sent', () => {
    expect(givenUpAfter((seconds) => ({ given: seconds * 1000, untaken: 64_000 }))).toBeUndefined();
  });
});

it('one address gets at most a quarter of all connections, rounded up', () => {
  expect([8, 10, 2000].map(shareOf)).toEqual([2, 3, 500]);
});
