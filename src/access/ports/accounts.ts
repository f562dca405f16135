/** What signing in and checking a token need to know of an administrator. */
export interface AdminAccount {
  readonly id: number;
  readonly passwordHash: string;
  readonly isActive: boolean;
  readonly tokenVersion: number;
  /** Of the role. */
  readonly resources: readonly string[];
}

/** The secret side of administrators: what no record shows. Undefined stands for absent. */
export abstract class AdminAccounts {
  /** By the user name, compared by its lower-case form. */
  abstract byUsername(username: string): Promise<AdminAccount | undefined>;

  /** One indexed query: asked for each request of an administrator. */
  abstract byId(id: number): Promise<AdminAccount | undefined>;

  /** Gives a new administrator a password and token version 1; in the ambient write transaction. */
  abstract open(id: number, passwordHash: string): Promise<void>;

  /** In the ambient write transaction. */
  abstract changePassword(id: number, passwordHash: string): Promise<void>;

  /** Raises the token version by one, so that older tokens are dead; in the ambient write transaction. */
  abstract raiseTokenVersion(id: number): Promise<void>;

  /** How many active administrators have this right by its own name. */
  abstract countHolding(right: string): Promise<number>;

  /** Locks all roles until the end of the ambient write transaction: who may do what is changed by one at a time. */
  abstract lockRights(): Promise<void>;
}

export interface IntegrationAccount {
  readonly id: number;
  readonly isActive: boolean;
  readonly resources: readonly string[];
}

/** The secret side of integrations. */
export abstract class IntegrationAccounts {
  /** The one whose token has this digest; one indexed query, asked for each of its requests. */
  abstract byTokenDigest(digest: string): Promise<IntegrationAccount | undefined>;

  /** Replaces the token; null takes it away. In the ambient write transaction. */
  abstract keepTokenDigest(id: number, digest: string | null): Promise<void>;
}
