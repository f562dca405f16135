/**
 * The stored form of a password or token, and the rights of the person who set it (access.md, "Who may change whom").
 */
export interface SetSecret {
  readonly hash: string;
  readonly setterRights: readonly string[];
}

/** The data of an administrator for sign-in and token checks. */
export interface AdminAccount {
  readonly id: number;
  /** Null: has lost it, and can't sign in. */
  readonly passwordHash: string | null;
  /** The rights of the person who set the password; undefined if unknown. */
  readonly setterRights: readonly string[] | undefined;
  readonly isActive: boolean;
  readonly tokenVersion: number;
  /** Rights of the role. */
  readonly resources: readonly string[];
}

/** The secrets of administrators, which no record contains. Returns undefined if there is none. */
export abstract class AdminAccounts {
  /** Finds by user name, compared in lower case. */
  abstract byUsername(username: string): Promise<AdminAccount | undefined>;

  /** One indexed query for each request of an administrator. */
  abstract byId(id: number): Promise<AdminAccount | undefined>;

  /** The administrators of a role, active or not. */
  abstract ofRole(roleId: number): Promise<readonly AdminAccount[]>;

  /**
   * Gives a new administrator token version 1 and a password, or none for someone who signs in at an identity
   * provider; in the ambient write transaction.
   */
  abstract open(id: number, password: SetSecret | undefined): Promise<void>;

  /** In the ambient write transaction. */
  abstract changePassword(id: number, password: SetSecret): Promise<void>;

  /**
   * Replaces a password by its owner's new one if it still has the `former` hash; keeps the stored rights. Returns
   * whether it did. In the ambient write transaction.
   */
  abstract changeOwnPassword(id: number, former: string, passwordHash: string): Promise<boolean>;

  /** Takes the password away, and with it all tokens; in the ambient write transaction. */
  abstract dropPassword(id: number): Promise<void>;

  /** Increments the token version, so that older tokens stop working; in the ambient write transaction. */
  abstract raiseTokenVersion(id: number): Promise<void>;

  /** Number of active administrators with a password and exactly this right. */
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
  /** The integration whose token has this digest; one indexed query for each of its requests. */
  abstract byTokenDigest(digest: string): Promise<IntegrationAccount | undefined>;

  /** With or without a token. */
  abstract byId(id: number): Promise<IntegrationAccount | undefined>;

  /** Replaces the token by the one with this digest; in the ambient write transaction. */
  abstract keepToken(id: number, token: SetSecret): Promise<void>;

  /** Takes the token away, if there is one; whether there was. In the ambient write transaction. */
  abstract dropToken(id: number): Promise<boolean>;
}

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
