/** A handshake in progress, with encrypted secrets. */
export interface StoredHandshake {
  readonly integrationId: number;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly verifierDigest: string;
  readonly setterRights: readonly string[];
  readonly startedAt: Date;
  /** Null until the first step. */
  readonly requestToken: string | null;
  readonly requestSecret: string | null;
}

/**
 * Handshakes that give integrations their credentials; at most one per integration. Writes are part of the ambient
 * transaction.
 */
export abstract class Handshakes {
  abstract byConsumerKey(key: string): Promise<StoredHandshake | undefined>;

  /** The rights of the caller who started this integration's handshake. */
  abstract setterRights(id: number): Promise<readonly string[] | undefined>;

  /** Starts a handshake; replaces an unfinished one of the same integration. */
  abstract begin(handshake: Omit<StoredHandshake, 'requestToken' | 'requestSecret'>): Promise<void>;

  /** Stores the request token. Returns false if there already is one, or the handshake is gone. */
  abstract keepRequest(consumerKey: string, token: string, secret: string): Promise<boolean>;

  /** Ends the handshake with this request token. Returns false if it has already ended. */
  abstract end(consumerKey: string, requestToken: string): Promise<boolean>;

  /** Cancels the integration's handshake. Returns whether there was one. */
  abstract drop(integrationId: number): Promise<boolean>;
}

/** Endpoints of external programs that receive their credentials. */
export abstract class Endpoints {
  /**
   * Posts a form and ignores the response. Throws `StateConflict` if there is no response in time, the address is not
   * public, or the response is a redirect.
   */
  abstract post(url: string, form: Readonly<Record<string, string>>): Promise<void>;
}
