/** So long it is tried again. */
export const TRIED_MS = 3 * 24 * 3_600_000;

const FIRST_MS = 5_000;
const LONGEST_MS = 6 * 3_600_000;
const GROWTH = 3;

/**
 * Milliseconds until the next attempt after this many failures, with jitter: `random` in [0, 1) (webhooks.md,
 * "Delivery").
 */
export const pauseAfter = (failures: number, random: number): number => {
  const whole = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.min(failures - 1, 20));
  return Math.round(whole * (0.75 + random / 2));
};
