const QUARTER_MS = 900_000;

/** `2026-11-25T20:15`: quarter hours begin by the clock. */
export const quarterOf = (at: Date): string =>
  new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString().slice(0, 16);
