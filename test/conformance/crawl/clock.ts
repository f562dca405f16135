import { fakeOnly } from '../../support/fake-time.js';

const NOW = new Date('2026-06-15T12:00:00.000Z');

/** Only what tells the date stands still: deadlines and timers go on. */
export const standStill = (): void => fakeOnly(['Date'], { now: NOW });
