import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than the time limit of a test, so that the failure names the condition. */
const PATIENCE_NS = 150_000_000_000n;

/** Waits until the condition is true, however slow the machine is. */
export const until = async (holds: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> => {
  // Not `performance.now` or `Date.now`, because a test can have replaced them.
  const end = process.hrtime.bigint() + PATIENCE_NS;
  while (!(await holds())) {
    if (process.hrtime.bigint() > end) throw new Error(`This never came true: ${String(holds)}`);
    await delay(pauseMs);
  }
};
