import { fakeOnly } from '../../support/fake-time.js';

const NOW = new Date('2026-06-15T12:00:00.000Z');

/** Stops only the date. Deadlines and timers continue. */
export const standStill = (): void => fakeOnly(['Date'], { now: NOW });
