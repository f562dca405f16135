/** Number of tests started in this file, including retries. */
let trial = 0;

/**
 * For files whose tests compare times or memory with a limit. Because the machine can be busy, a test may run three
 * times; real faults exceed the limit each time. Each failure is printed, and `npm run verify:all` reports which tests
 * needed a retry. A retry must measure as the first run does: with `FAIL_TRIALS=2`, the first two runs fail in any
 * case.
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

/** A name that is unique to this run, because earlier runs can have left data behind. */
export const inThisTrial = (name: string): string => `${name}${trial}`;

const WORK = Array.from({ length: 5_000 }, (_, at) => ({ sku: `SKU-${at}`, price: at / 100, codes: [at, `ä${at}`] }));

/** Time for running `WORK` four times on the quiet machine that the limits of tests are based on: two cores of 2024. */
const QUIET_MS = 10;

/**
 * Factor by which the same work takes longer here and now than on a quiet machine, at least 1. Limits are multiplied by
 * it.
 */
export const slowness = (): number => {
  const took = Array.from({ length: 7 }, () => {
    const began = performance.now();
    for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(WORK));
    return performance.now() - began;
  });
  return Math.max(1, (took.toSorted((a, b) => a - b)[3] ?? 0) / QUIET_MS);
};

/**
 * Processor time of this thread so far, in milliseconds. It does not include other threads and processes of the
 * machine.
 */
export const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest processor time between two turns of the event loop while `work` runs, in milliseconds. */
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
