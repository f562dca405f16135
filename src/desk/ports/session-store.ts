import type { StoredProof, StoredSession } from '../domain/session.js';

/** Sessions and sign-in links by the digests of their secrets. Writes are part of the ambient transaction. */
export abstract class SessionStore {
  abstract session(digest: string): Promise<StoredSession | undefined>;

  abstract keepSession(session: StoredSession): Promise<void>;

  /** Moves the end of a session that is used, in a transaction of its own: the request neither waits for it nor fails with it. */
  abstract noteUse(digest: string, unusedEndsAt: Date): void;

  abstract endSession(digest: string): Promise<void>;

  abstract keepLink(link: StoredProof): Promise<void>;

  /** Returns a link and removes it, so that it works once; undefined if it is gone. */
  abstract takeLink(digest: string): Promise<StoredProof | undefined>;

  /** Deletes what ended before this instant. */
  abstract prune(before: Date): Promise<void>;
}
