/** A secret as it is stored (`SecretBox`). */
type Sealed = string;

/** The four credentials of an integration, sealed. */
export interface StoredCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: Sealed;
  readonly accessToken: string;
  readonly accessSecret: Sealed;
  /** What whoever made them had been given then. */
  readonly setterRights: readonly string[];
}

/** What checking a signature needs to know. Without secrets: revoked. */
export interface OAuthAccount {
  readonly id: number;
  readonly isActive: boolean;
  readonly resources: readonly string[];
  readonly consumerKey: string;
  readonly consumerSecret: Sealed | null;
  readonly accessToken: string;
  readonly accessSecret: Sealed | null;
}

/** The secret side of integrations that sign. Undefined stands for absent; writes are part of the ambient transaction. */
export abstract class OAuthAccounts {
  /** Revoked ones too; one indexed query, asked for each signed request. */
  abstract byConsumerKey(key: string): Promise<OAuthAccount | undefined>;

  /** Whether anybody's access token is this one, revoked or not. */
  abstract hasToken(token: string): Promise<boolean>;

  /** The rights of whoever made the credentials that hold; undefined without any. */
  abstract setterRights(id: number): Promise<readonly string[] | undefined>;

  /** Replaces all credentials of the integration, and shows the consumer key in its record. */
  abstract keep(id: number, credentials: StoredCredentials, at: Date): Promise<void>;

  /** Takes the secrets away; what was signed with them is known to be revoked. Whether there were any. */
  abstract revoke(id: number): Promise<boolean>;
}
