import { type Day, dayIn, type Period } from '../../../../libs/kernel/index.js';

/** The dates that it can be now in any time zone; at most two days apart. */
export interface SomeDays {
  readonly earliest: Day;
  readonly latest: Day;
}

/** Time zones range from UTC-12 to UTC+14. */
const HOUR_MS = 3_600_000;

export const daysOnEarth = (now: Date): SomeDays => ({
  earliest: dayIn('UTC', new Date(now.getTime() - 12 * HOUR_MS)),
  latest: dayIn('UTC', new Date(now.getTime() + 14 * HOUR_MS)),
});

/** True if a period covers all of these dates, so that the time zone does not matter. */
export const holdsOnAll = ({ from, to }: Period, { earliest, latest }: SomeDays): boolean =>
  (from === null || from <= earliest) && (to === null || latest <= to);

/** A range with a single date. */
export const asDays = (day: Day): SomeDays => ({ earliest: day, latest: day });
