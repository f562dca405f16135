import { setTimeout as delay } from 'node:timers/promises';
import {
  Contended,
  currentDeadline,
  DeadlinePassed,
  DiskFull,
  FULL_DISKS,
  JustLost,
  Unavailable,
} from '../kernel/index.js';
import { CommitUncertain } from './connection.js';
import { isDiskFull, isLost, isRepeatable } from './driver-errors.js';
import { RETRIES } from './metrics.js';
import type { Outage } from './outage.js';

/**
 * How often a use case is repeated after a deadlock and the like (operations.md, "When the database is unavailable").
 */
const REPEATS_MAX = 5;
/** How often a step of the schema is, for which a whole start waits. */
const PATIENT_REPEATS_MAX = 20;
/** Pauses double from the first to the last; with jitter, so that two don't meet again. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

const pauseBefore = (repeat: number): number => Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** repeat, LAST_PAUSE_MS);

/** The lost connection of a caller, and whether a retry makes sense. */
class Losses {
  private count = 0;
  private outages = 0;
  private lastOutage: number | undefined;

  constructor(private readonly outage: Outage | undefined) {}

  /** An idle connection may have died unnoticed: the first loss means nothing. */
  add(error: unknown): this {
    const began = this.outage?.lost(error);
    this.count += 1;
    if (began !== this.lastOutage) this.outages += 1;
    this.lastOutage = began;
    return this;
  }

  get isFirst(): boolean {
    return this.count === 1;
  }

  /**
   * While no statement succeeds, retry; if others succeed, as during a server stop, the number of retries is limited.
   */
  isWaitedFor(pauseMs: number): boolean {
    const deadline = currentDeadline();
    const hasTime = deadline !== undefined && deadline.remainingMs > pauseMs;
    return hasTime && this.outages <= REPEATS_MAX && this.outage?.isYoung === true;
  }

  refusal(cause: unknown): Unavailable {
    return this.outage?.isYoung === true ? new JustLost(1, { cause }) : new Unavailable(1, { cause });
  }
}

/** Whether the database has answered is known of whatever it didn't fail at. */
const heard = (outage: Outage | undefined, error: unknown): void => {
  if (!(error instanceof Unavailable)) outage?.answered();
};

/** Not repeated: space does not return within a deadline. */
const mustHaveSpace = (error: unknown): void => {
  if (!isDiskFull(error)) return;
  FULL_DISKS.refused('database');
  throw new DiskFull({ cause: error });
};

/**
 * Retries work that leaves nothing behind when it fails: after deadlocks and similar, once after a connection that was
 * lost before COMMIT, and during an outage. Not after a loss during COMMIT, because the outcome is unknown.
 * `Contended` if that does not help against other writers, otherwise `Unavailable`.
 */
export const repeated = async <T>(run: () => Promise<T>, outage?: Outage, repeatsMax = REPEATS_MAX): Promise<T> => {
  const losses = new Losses(outage);
  for (let repeats = 0, conflicts = 0; ; repeats += 1) {
    try {
      const result = await run();
      outage?.answered();
      return result;
    } catch (error) {
      mustHaveSpace(error instanceof CommitUncertain ? error.cause : error);
      if (error instanceof CommitUncertain) throw new Unavailable(1, { cause: error });
      const pause = pauseBefore(repeats);
      if (isLost(error)) {
        const { isFirst } = losses.add(error);
        if (repeatsMax === 0 || !(isFirst || losses.isWaitedFor(pause))) throw losses.refusal(error);
      } else if (isRepeatable(error)) {
        if (conflicts >= repeatsMax) throw new Contended(1, { cause: error });
        conflicts += 1;
      } else {
        heard(outage, error);
        throw error;
      }
      const deadline = currentDeadline();
      if (deadline && deadline.remainingMs <= pause) throw new DeadlinePassed(deadline, { cause: error });
      RETRIES.add(1, isLost(error) ? 'lost' : 'conflict');
      await delay(pause);
    }
  }
};

/** Retries idempotent work longer: also if the outcome is unknown, and while a node is not ready. */
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
 * Sends a read-only statement again if its connection was lost (an idle one may have died unnoticed) or a cluster node
 * was not ready, and during an outage. Then `Unavailable`, or `JustLost` if a retry makes sense. Shared reads
 * (`isShared`) have no deadline; each caller waits for them itself (`waitedOut`).
 */
export const readAgain = async <T>(read: () => Promise<T>, outage?: Outage, isShared = false): Promise<T> => {
  const losses = new Losses(outage);
  for (let repeats = 0; ; repeats += 1) {
    try {
      const result = await read();
      outage?.answered();
      return result;
    } catch (error) {
      mustHaveSpace(error);
      if (!isLost(error) && !isRepeatable(error)) {
        heard(outage, error);
        throw error;
      }
      const { isFirst } = losses.add(error);
      // The first time it is most likely the connection: another one is there.
      const pause = isFirst ? 0 : pauseBefore(repeats);
      if (!isFirst && (isShared || !losses.isWaitedFor(pause))) throw losses.refusal(error);
      RETRIES.add(1, isLost(error) ? 'lost' : 'conflict');
      if (pause > 0) await delay(pause);
    }
  }
};
