const MINUTE_MS = 60_000;

/** A session ends after this time, whatever it is used for. */
const SESSION_MINUTES = 12 * 60;
/** A session ends when it is unused for this time. */
const UNUSED_MINUTES = 60;
/** How often the use of a session is stored: not with each request. */
const USE_STORED_MINUTES = 5;
/** A sign-in link works for this time. */
const LINK_MINUTES = 10;

/** A session or link as it is stored. The browser has the secret, the database only its digest. */
export interface StoredProof {
  readonly digest: string;
  readonly adminId: number;
  /** The session ends when the administrator's token version is another one. */
  readonly tokenVersion: number;
  readonly endsAt: Date;
}

export interface StoredSession extends StoredProof {
  /** Its end if it is not used until then; never after `endsAt`. */
  readonly unusedEndsAt: Date;
  /** Whether the identity provider signed the administrator in, and is told of the end. */
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

/** The new end to store because the session is used now; undefined if the stored one is recent enough. */
export const endToStore = ({ endsAt, unusedEndsAt }: StoredSession, now: Date): Date | undefined => {
  const end = unusedEnd(endsAt, now);
  return end.getTime() - unusedEndsAt.getTime() < USE_STORED_MINUTES * MINUTE_MS ? undefined : end;
};
