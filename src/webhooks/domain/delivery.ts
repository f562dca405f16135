/** Maximum size of a body with several events. A larger event is sent in its own batch. */
export const BATCH_MAX_BYTES = 1_048_576;
/**
 * Upper limit for the bytes that a batch adds to its events, and for those it adds to each event in addition to its
 * id; see `batchOf`.
 */
export const BATCH_FRAME_BYTES = 100;
export const BATCHED_FRAME_BYTES = '"id":"",,'.length;

/**
 * The body of a batch. Each event has the same id and content as if sent alone. The batch has the time of the last
 * event.
 */
export const batchOf = (events: readonly { readonly eventId: string; readonly payload: string }[]): string => {
  const listed = events.map(({ eventId, payload }) => ({
    id: eventId,
    ...(JSON.parse(payload) as { readonly timestamp: string }),
  }));
  return JSON.stringify({ type: 'batch', timestamp: listed.at(-1)?.timestamp, data: { events: listed } });
};

/** Longest pause that a receiver can ask for with `Retry-After`. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * The pause that a 429 or 503 response asks for, in milliseconds. The header contains seconds or a date (RFC 9110
 * §10.2.3).
 */
export const askedPause = (status: number, header: string | undefined, now: number): number | undefined => {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms));
};

/** How long deliveries are retried. */
export const TRIED_MS = 3 * 24 * 3_600_000;

const FIRST_MS = 5_000;
const LONGEST_MS = 6 * 3_600_000;
const GROWTH = 3;

/**
 * Milliseconds until the next attempt after this many failures, with jitter; `random` is in [0, 1) (webhooks.md,
 * "Delivery").
 */
export const pauseAfter = (failures: number, random: number): number => {
  const whole = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.min(failures - 1, 20));
  return Math.round(whole * (0.75 + random / 2));
};
