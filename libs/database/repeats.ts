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
 * Maximum number of retries after a deadlock or a similar error (operations.md, "When the database is unavailable").
 */
const REPEATS_MAX = 5;
/** Maximum number of retries of a schema step, because the whole start waits for it. */
const PATIENT_REPEATS_MAX = 20;
/** Pauses double from the first to the last, with jitter, so that two callers do not collide again. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

const pauseBefore = (repeat: number): number => Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** repeat, LAST_PAUSE_MS);

/** Lost connections of one caller; decides whether to retry. */
class Losses {
  private count = 0;
  private outages = 0;
  private lastOutage: number | undefined;

  constructor(private readonly outage: Outage | undefined) {}

  /** The first loss does not count: an idle connection may have died unnoticed. */
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
   * While no statement of any caller succeeds, always retries. If others succeed, as while a server shuts down, the
   * number of retries is limited.
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

/** Any error other than `Unavailable` is a response of the database, so the outage is over. */
const heard = (outage: Outage | undefined, error: unknown): void => {
  if (!(error instanceof Unavailable)) outage?.answered();
};

/** A full disk is not retried: space does not become free within a deadline. */
const mustHaveSpace = (error: unknown): void => {
  if (!isDiskFull(error)) return;
  FULL_DISKS.refused('database');
  throw new DiskFull({ cause: error });
};

/**
 * Retries work that leaves nothing behind when it fails: after deadlocks and similar errors, once after a connection
 * was lost before COMMIT, and during an outage. Does not retry after a loss during COMMIT, because the outcome is
 * unknown. Throws `Contended` if other writers keep conflicting, otherwise `Unavailable`.
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

/** Retries idempotent work for longer: also if its outcome is unknown, and while a node is not ready. */
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
 * Retries a read-only statement if its connection was lost (an idle one may have died unnoticed), if a cluster node
 * was not ready, and during an outage. Then throws `Unavailable`, or `JustLost` if the caller may retry. Shared reads
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
      // The first failure is most likely a broken idle connection; the next attempt uses another one.
      const pause = isFirst ? 0 : pauseBefore(repeats);
      if (!isFirst && (isShared || !losses.isWaitedFor(pause))) throw losses.refusal(error);
      RETRIES.add(1, isLost(error) ? 'lost' : 'conflict');
      if (pause > 0) await delay(pause);
    }
  }
};
