import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline, type Deadline, JustLost, outOfPatience } from '../kernel/index.js';

/** The pause between two attempts, with jitter, so that waiting callers do not all retry at the same moment. */
const PAUSE_MS = 100;

const inTime = async <T>(asked: Promise<T>, deadline: Deadline): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outOfPatience()), Math.max(0, deadline.remainingMs));
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
};

const again = async <T>(ask: () => Promise<T>, first: unknown): Promise<T> => {
  for (let error = first; ;) {
    const deadline = currentDeadline();
    const pause = PAUSE_MS * (0.5 + Math.random());
    if (!(error instanceof JustLost) || deadline === undefined || deadline.remainingMs <= pause) throw error;
    await delay(pause);
    try {
      return await inTime(ask(), deadline);
    } catch (next) {
      error = next;
    }
  }
};

/**
 * Waits for a shared read that has no deadline of its own. If the database connection is lost, each caller retries
 * until its own deadline. Throws the last error, or an error that the deadline has passed.
 */
export const waitedOut = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    return again(ask, error);
  }
};
