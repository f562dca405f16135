import type { StoredProof, StoredSession } from '../domain/session.js';

/** Sessions and sign-in links by the digests of their secrets. Writes are part of the ambient transaction. */
export abstract class SessionStore {
  abstract session(digest: string): Promise<StoredSession | undefined>;

  abstract keepSession(session: StoredSession): Promise<void>;

  /** Extends a session that is used, in a separate transaction: the request neither waits for it nor fails with it. */
  abstract noteUse(digest: string, unusedEndsAt: Date): void;

  abstract endSession(digest: string): Promise<void>;

  abstract keepLink(link: StoredProof): Promise<void>;

  /** Returns a link and deletes it, so that it works once; undefined if it does not exist. */
  abstract takeLink(digest: string): Promise<StoredProof | undefined>;

  /** Deletes sessions and links that ended before this time. */
  abstract prune(before: Date): Promise<void>;
}
