import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline, type Deadline, JustLost, outOfPatience } from '../kernel/index.js';

/** Between two questions; with jitter, so that not all who wait ask in the same moment. */
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
 * What many ask together, which is nobody's and has no deadline: while the database was lost just now each of them asks
 * again, as long as its own deadline lets. Throws what the last question threw, or that the deadline has passed.
 */
export const waitedOut = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    return again(ask, error);
  }
};
