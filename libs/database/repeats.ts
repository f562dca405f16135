import { setTimeout as delay } from 'node:timers/promises';
import { Contended, currentDeadline, DeadlinePassed, Unavailable } from '../kernel/index.js';
import { CommitUncertain } from './connection.js';
import { isLost, isRepeatable } from './driver-errors.js';
import { RETRIES } from './metrics.js';

/** How often a use case is repeated after a deadlock and the like (operations.md, "When the database is away"). */
const REPEATS_MAX = 5;
/** How often a step of the schema is, for which a whole start waits. */
const PATIENT_REPEATS_MAX = 20;
/** Pauses double from the first to the last; with jitter, so that two don't meet again. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

const pauseBefore = (repeat: number): number => Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** repeat, LAST_PAUSE_MS);

/**
 * Repeats what leaves nothing behind when it fails: after deadlocks and the like, and once after a connection that was
 * lost before COMMIT. Lost during COMMIT it isn't tried again, nobody knows. `Contended` when that doesn't help against others,
 * else `Unavailable`.
 */
export const repeated = async <T>(run: () => Promise<T>, repeatsMax = REPEATS_MAX): Promise<T> => {
  let lost = 0;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof CommitUncertain) throw new Unavailable(1, { cause: error });
      if (isLost(error)) lost += 1;
      else if (!isRepeatable(error)) throw error;
      if (lost > 1) throw new Unavailable(1, { cause: error });
      if (repeats >= repeatsMax) throw new (isLost(error) ? Unavailable : Contended)(1, { cause: error });
      const pause = pauseBefore(repeats);
      const deadline = currentDeadline();
      if (deadline && deadline.remainingMs <= pause) throw new DeadlinePassed(deadline, { cause: error });
      RETRIES.add(1, isLost(error) ? 'lost' : 'conflict');
      await delay(pause);
    }
  }
};

/** Repeats what may be done twice, longer: also where nobody knows whether it was stored, and while a node isn't ready. */
export const patiently = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await run();
    } catch (error) {
      const isWorthIt = error instanceof CommitUncertain || isLost(error) || isRepeatable(error);
      if (!isWorthIt || repeats >= PATIENT_REPEATS_MAX) throw error;
      RETRIES.add(1, isRepeatable(error) ? 'conflict' : 'lost');
      await delay(pauseBefore(repeats));
    }
  }
};

/**
 * A statement that only reads, sent once more where its connection was lost (one that lay idle may be dead without our
 * knowing) or where a node of a cluster couldn't answer yet. Then `Unavailable`.
 */
export const readAgain = async <T>(read: () => Promise<T>): Promise<T> => {
  const isWorthIt = (error: unknown): boolean => isLost(error) || isRepeatable(error);
  try {
    return await read();
  } catch (first) {
    if (!isWorthIt(first)) throw first;
    RETRIES.add(1, isLost(first) ? 'lost' : 'conflict');
    try {
      return await read();
    } catch (error) {
      throw isWorthIt(error) ? new Unavailable(1, { cause: error }) : error;
    }
  }
};
