import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.js';
import type { Shop } from './shop.js';

/** A bit more than a lease lasts. */
const STOPPED_MS = 17_000;
const KILLED_MS = 1_000;
const FIRST_MS = 50;

/** Beside a server other processes read for it. */
const doesJobs = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('job-worker');
  } catch {
    return false;
  }
};

/** How much is open yet, as far as anybody has looked. */
export interface Watched {
  open: number;
  isOver: boolean;
}

/**
 * Kills processes that do jobs, one a second, or stops them for longer than their lease, that share of them, until told;
 * only when something was done since the last time, or on a busy machine they would be ended again and again before they
 * have loaded the application.
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
    // The first at once, so that also a short run has one.
    const isFirst = done.kills === 0;
    await delay(isFirst ? FIRST_MS : random.whole(KILLED_MS / 2, KILLED_MS * 2));
    const pids = shop.beside.filter(doesJobs);
    if (pids.length === 0 || watched.open >= openThen) continue;
    const pid = random.pick(pids);
    // Where some are stopped, the first two are one of each.
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
          // Its server has ended it meanwhile.
        }
      }),
    );
  }
  await Promise.all(asleep);
  return done;
};
