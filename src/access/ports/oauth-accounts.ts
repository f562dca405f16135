/** A secret as it is stored (`SecretBox`). */
type Sealed = string;

/** The four credentials of an integration, sealed. */
export interface StoredCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: Sealed;
  readonly accessToken: string;
  readonly accessSecret: Sealed;
  /** The rights of the caller who created the credentials. */
  readonly setterRights: readonly string[];
}

/** The data for verifying a signature. Without secrets: revoked. */
export interface OAuthAccount {
  readonly id: number;
  readonly isActive: boolean;
  readonly resources: readonly string[];
  readonly consumerKey: string;
  readonly consumerSecret: Sealed | null;
  readonly accessToken: string;
  readonly accessSecret: Sealed | null;
}

/**
 * The secrets of integrations that sign. Returns undefined if there are none; writes are part of the ambient
 * transaction.
 */
export abstract class OAuthAccounts {
  /** Also revoked ones; one indexed query for each signed request. */
  abstract byConsumerKey(key: string): Promise<OAuthAccount | undefined>;

  /** Whether this access token exists, revoked or not. */
  abstract hasToken(token: string): Promise<boolean>;

  /** The rights of the caller who created the current credentials; undefined without credentials. */
  abstract setterRights(id: number): Promise<readonly string[] | undefined>;

  /** Replaces all credentials of the integration, and shows the consumer key in its record. */
  abstract keep(id: number, credentials: StoredCredentials, at: Date): Promise<void>;

  /** Takes the secrets away; what was signed with them is known to be revoked. Whether there were any. */
  abstract revoke(id: number): Promise<boolean>;
}
