/** The data of a customer for sign-in; `commerce` stores it. */
export interface CustomerCredential {
  readonly id: number;
  /** Made by `Passwords.hash`; null: has no password and can't sign in. */
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly websiteId: number;
  /** Tokens with an older version are invalid (access.md, "Tokens"). */
  readonly tokenVersion: number;
}

/** Customers for `access`. Returns undefined if there is none. Implemented by `commerce`, bound in `app.module`. */
export abstract class CustomerCredentials {
  /** The customer with this e-mail, compared by its lower-case form, on exactly this website. */
  abstract byEmail(email: string, websiteId: number): Promise<CustomerCredential | undefined>;

  /** One indexed query for each request of a customer. */
  abstract byId(id: number): Promise<CustomerCredential | undefined>;

  /** The customer with exactly this customer number, for tokens of a trusted shop. */
  abstract byNumber(customerNumber: string): Promise<CustomerCredential | undefined>;

  /**
   * Raises the token version by one, in the current write transaction or its own, and adds a change-log entry. Parallel
   * calls raise it twice. A missing customer is ignored.
   */
  abstract raiseTokenVersion(id: number): Promise<void>;

  /** The website whose customers sign in at store 0, which represents all. */
  abstract defaultWebsite(): Promise<number>;
}
