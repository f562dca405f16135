import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.js';
import type { Shop } from './shop.js';

/** A little longer than a lease. */
const STOPPED_MS = 17_000;
const KILLED_MS = 1_000;
const FIRST_MS = 50;

/** True for job workers, because a server also has child processes that read for it. */
const doesJobs = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('job-worker');
  } catch {
    return false;
  }
};

/** Number of open calls at the last check. */
export interface Watched {
  open: number;
  isOver: boolean;
}

/**
 * Each second, kills a job worker or pauses it for longer than its lease (for this share of cases), until stopped. Only
 * if there was progress since the last time, because on a busy machine the workers would otherwise end before they have
 * loaded the application.
 */
export const torment = async (
  shop: Shop,
  random: Random,
  watched: Watched,
  stoppedShare: number,
): Promise<{ readonly kills: number; readonly stops: number }> => {
  const done = { kills: 0, stops: 0 };
  const asleep: Promise<void>[] = [];
  let openThen = Infinity;
  while (!watched.isOver) {
    // The first kill comes at once, so that even a short run has one.
    const isFirst = done.kills === 0;
    await delay(isFirst ? FIRST_MS : random.whole(KILLED_MS / 2, KILLED_MS * 2));
    const pids = shop.beside.filter(doesJobs);
    if (pids.length === 0 || watched.open >= openThen) continue;
    const pid = random.pick(pids);
    // If some workers are paused, the first two disturbances are one of each kind.
    const stops = done.kills > 0 && stoppedShare > 0 && (done.stops === 0 || random.next() < stoppedShare);
    try {
      process.kill(pid, stops ? 'SIGSTOP' : 'SIGKILL');
    } catch {
      continue;
    }
    openThen = watched.open;
    if (!stops) {
      done.kills += 1;
      continue;
    }
    done.stops += 1;
    asleep.push(
      delay(STOPPED_MS).then(() => {
        try {
          process.kill(pid, 'SIGCONT');
        } catch {
          // Its server has stopped it meanwhile.
        }
      }),
    );
  }
  await Promise.all(asleep);
  return done;
};
