/** A handshake in progress, with its data so far; secrets are encrypted. */
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

/** Handshakes by which integrations get their credentials; each integration has at most one. Writes are part of the ambient transaction. */
export abstract class Handshakes {
  abstract byConsumerKey(key: string): Promise<StoredHandshake | undefined>;

  /** The rights of the caller who started the handshake of this integration. */
  abstract setterRights(id: number): Promise<readonly string[] | undefined>;

  /** Replaces an earlier one. */
  abstract begin(handshake: Omit<StoredHandshake, 'requestToken' | 'requestSecret'>): Promise<void>;

  /** Stores the request token; false if there already is one, or the handshake is gone. */
  abstract keepRequest(consumerKey: string, token: string, secret: string): Promise<boolean>;

  /** Ends the one with this request token; false if another step did. */
  abstract end(consumerKey: string, requestToken: string): Promise<boolean>;

  /** Whether there was one. */
  abstract drop(integrationId: number): Promise<boolean>;
}

/** External programs that receive their credentials. */
export abstract class Endpoints {
  /**
   * Posts a form and ignores the response. `StateConflict` if there is no response in time, the address is not public,
   * or it redirects.
   */
  abstract post(url: string, form: Readonly<Record<string, string>>): Promise<void>;
}
