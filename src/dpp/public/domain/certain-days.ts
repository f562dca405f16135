import { type Day, dayIn, type Period } from '../../../../libs/kernel/index.js';

/** From the day that it is in the last zone of the earth to that of the first: within two days of each other. */
export interface SomeDays {
  readonly earliest: Day;
  readonly latest: Day;
}

/** Zones reach from 12 hours behind UTC to 14 ahead. */
const HOUR_MS = 3_600_000;

export const daysOnEarth = (now: Date): SomeDays => ({
  earliest: dayIn('UTC', new Date(now.getTime() - 12 * HOUR_MS)),
  latest: dayIn('UTC', new Date(now.getTime() + 14 * HOUR_MS)),
});

/** Whether a period holds on every day of these, so that no zone has to be known. */
export const holdsOnAll = ({ from, to }: Period, { earliest, latest }: SomeDays): boolean =>
  (from === null || from <= earliest) && (to === null || latest <= to);

/** The same days for a period that may hold on one of them only. */
export const asDays = (day: Day): SomeDays => ({ earliest: day, latest: day });
