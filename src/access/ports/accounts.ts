/**
 * The stored form of a password or token, and the rights of the person who set it (access.md, "Who may change whom").
 */
export interface SetSecret {
  readonly hash: string;
  readonly setterRights: readonly string[];
}

/** What sign-in and token checks need to know about an administrator. */
export interface AdminAccount {
  readonly id: number;
  /** Null if the account has no password and cannot sign in. */
  readonly passwordHash: string | null;
  /** The rights of the person who set the password; undefined if unknown. */
  readonly setterRights: readonly string[] | undefined;
  readonly isActive: boolean;
  readonly tokenVersion: number;
  /** Rights of the administrator's role. */
  readonly resources: readonly string[];
}

/** The credentials of administrators, which are not part of any record. Methods return undefined if there is none. */
export abstract class AdminAccounts {
  /** Finds by user name, ignoring case. */
  abstract byUsername(username: string): Promise<AdminAccount | undefined>;

  /** One indexed query, run for each request of an administrator. */
  abstract byId(id: number): Promise<AdminAccount | undefined>;

  /** The administrators with a role, active or not. */
  abstract ofRole(roleId: number): Promise<readonly AdminAccount[]>;

  /**
   * Creates the credentials of a new administrator, with token version 1 and a password. Someone who signs in through
   * an identity provider has no password. Runs in the ambient write transaction.
   */
  abstract open(id: number, password: SetSecret | undefined): Promise<void>;

  /** Runs in the ambient write transaction. */
  abstract changePassword(id: number, password: SetSecret): Promise<void>;

  /**
   * Replaces the administrator's password if the hash is still `former`, and keeps the stored rights. Returns whether
   * it did. Runs in the ambient write transaction.
   */
  abstract changeOwnPassword(id: number, former: string, passwordHash: string): Promise<boolean>;

  /** Removes the password and revokes all tokens. Runs in the ambient write transaction. */
  abstract dropPassword(id: number): Promise<void>;

  /** Increments the token version, so that older tokens stop working. Runs in the ambient write transaction. */
  abstract raiseTokenVersion(id: number): Promise<void>;

  /** Number of active administrators who have a password and exactly this right. */
  abstract countHolding(right: string): Promise<number>;

  /** Locks all roles until the end of the current write transaction, so that rights change one at a time. */
  abstract lockRights(): Promise<void>;
}

export interface IntegrationAccount {
  readonly id: number;
  readonly isActive: boolean;
  readonly resources: readonly string[];
  /** The rights of the person who created the token; undefined if unknown, or without a token. */
  readonly setterRights: readonly string[] | undefined;
}

export abstract class IntegrationAccounts {
  /** The integration whose token has this digest. One indexed query, run for each of its requests. */
  abstract byTokenDigest(digest: string): Promise<IntegrationAccount | undefined>;

  /** Finds an integration with or without a token. */
  abstract byId(id: number): Promise<IntegrationAccount | undefined>;

  /** Replaces the token by the one with this digest. Runs in the ambient write transaction. */
  abstract keepToken(id: number, token: SetSecret): Promise<void>;

  /** Removes the token. Returns whether there was one. Runs in the ambient write transaction. */
  abstract dropToken(id: number): Promise<boolean>;
}

/** An encrypted secret (`SecretBox`). */
type Sealed = string;

/** The four OAuth credentials of an integration, with encrypted secrets. */
export interface StoredCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: Sealed;
  readonly accessToken: string;
  readonly accessSecret: Sealed;
  /** The rights of the caller who created the credentials. */
  readonly setterRights: readonly string[];
}

/** What is needed to verify a signature. Without secrets, the credentials are revoked. */
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
 * The OAuth credentials of integrations. Methods return undefined if there are none; writes are part of the ambient
 * transaction.
 */
export abstract class OAuthAccounts {
  /** Also finds revoked credentials. One indexed query, run for each signed request. */
  abstract byConsumerKey(key: string): Promise<OAuthAccount | undefined>;

  /** Whether this access token exists, revoked or not. */
  abstract hasToken(token: string): Promise<boolean>;

  /** The rights of the caller who created the current credentials; undefined without credentials. */
  abstract setterRights(id: number): Promise<readonly string[] | undefined>;

  /** Replaces all credentials of the integration, and stores the consumer key in its record. */
  abstract keep(id: number, credentials: StoredCredentials, at: Date): Promise<void>;

  /** Removes the secrets. Requests signed with them are then refused as revoked. Returns whether there were any. */
  abstract revoke(id: number): Promise<boolean>;
}
