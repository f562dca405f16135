const MINUTE_MS = 60_000;

/** A session ends after this time even if it is used. */
const SESSION_MINUTES = 12 * 60;
/** A session ends after this time without use. */
const UNUSED_MINUTES = 60;
/** Interval for storing the use of a session, so that not every request writes. */
const USE_STORED_MINUTES = 5;
/** A sign-in link expires after this time. */
const LINK_MINUTES = 10;

/** A stored session or link. The browser has the secret, the database only its digest. */
export interface StoredProof {
  readonly digest: string;
  readonly adminId: number;
  /** The session ends when the administrator's token version changes. */
  readonly tokenVersion: number;
  readonly endsAt: Date;
}

export interface StoredSession extends StoredProof {
  /** When the session ends if it is not used before; never after `endsAt`. */
  readonly unusedEndsAt: Date;
  /** Whether the identity provider signed the administrator in, so that signing out ends its session too. */
  readonly isByProvider: boolean;
}

const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

export const sessionEnd = (now: Date): Date => minutesAfter(now, SESSION_MINUTES);

export const linkEnd = (now: Date): Date => minutesAfter(now, LINK_MINUTES);

/** The end of a session that is used now. */
export const unusedEnd = (endsAt: Date, now: Date): Date => earlier(endsAt, minutesAfter(now, UNUSED_MINUTES));

export const isOver = ({ unusedEndsAt }: Pick<StoredSession, 'unusedEndsAt'>, now: Date): boolean =>
  unusedEndsAt <= now;

/** The new end to store for a session that is used now; undefined if the stored one is recent enough. */
export const endToStore = ({ endsAt, unusedEndsAt }: StoredSession, now: Date): Date | undefined => {
  const end = unusedEnd(endsAt, now);
  return end.getTime() - unusedEndsAt.getTime() < USE_STORED_MINUTES * MINUTE_MS ? undefined : end;
};
