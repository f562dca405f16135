/** How many tests have begun in this file, further trials among them. */
let trial = 0;

/**
 * For a file whose tests hold times or memory against a limit: on a busy machine a figure may be taken three times. What is
 * broken is above its limit each time. Each failure is printed, and `npm run verify:all` tells which tests needed another try.
 * A further trial has to measure as the first one does: with `FAIL_TRIALS=2` the first two fail, whatever they measure.
 */
export const measures = (): void => {
  jest.retryTimes(2, { logErrorsBeforeRetry: true });
  beforeEach(() => {
    trial += 1;
  });
  const failing = Number(process.env['FAIL_TRIALS'] ?? 0);
  const trials = new Map<string, number>();
  afterEach(() => {
    const name = expect.getState().currentTestName ?? '';
    const ended = (trials.get(name) ?? 0) + 1;
    trials.set(name, ended);
    if (ended <= failing) throw new Error('FAIL_TRIALS asks for a further trial');
  });
};

/** A name that no other trial has: what an earlier one left behind lies under its own. */
export const inThisTrial = (name: string): string => `${name}${trial}`;

const WORK = Array.from({ length: 5_000 }, (_, at) => ({ sku: `SKU-${at}`, price: at / 100, codes: [at, `ä${at}`] }));

/** What `WORK` takes four times on a quiet machine, whose times the limits of tests are: two cores of 2024. */
const QUIET_MS = 10;

/** How many times as long as on a quiet machine the same work takes here and now, 1 or more: what a limit is multiplied by. */
export const slowness = (): number => {
  const took = Array.from({ length: 7 }, () => {
    const began = performance.now();
    for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(WORK));
    return performance.now() - began;
  });
  return Math.max(1, (took.toSorted((a, b) => a - b)[3] ?? 0) / QUIET_MS);
};

/** Processor time of this thread so far, in ms: what other threads and processes of the machine do is nobody's fault here. */
export const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How much processor time passed at most between two turns of the event loop while this ran, in ms. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [isOver, longest] = [false, 0];
  let before = workedMs();
  const look = (): void => {
    const now = workedMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  look();
  await work().finally(() => (isOver = true));
  return longest;
};
