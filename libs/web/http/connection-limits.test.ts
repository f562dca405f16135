import { CONNECTION_LIMITS, shareOf, takesTooLong, type AnswerProgress, answerProgress } from './connection-limits.js';

/** Seconds until an answer is given up, of which a connection was given and holds so much. */
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

describe('an answer that lies there (wire.md "Connections")', () => {
  it('must be taken at 16 KiB/s after 30 s', () => {
    expect(givenUpAfter(() => ({ given: MIB, untaken: MIB }))).toBe(95);
    expect(givenUpAfter(() => ({ given: 64, untaken: 64 }))).toBe(31);
  });

  it('is judged by what is given on, of a file that goes out piece by piece', () => {
    expect(givenUpAfter((seconds) => ({ given: seconds * 1000, untaken: 64_000 }))).toBeUndefined();
  });
});

it('four addresses are needed to take all connections', () => {
  expect([8, 10, 2000].map(shareOf)).toEqual([2, 3, 500]);
});
