/** What sign-in needs to know about a customer; `commerce` stores it. */
export interface CustomerCredential {
  readonly id: number;
  /** Created by `Passwords.hash`. Null if the customer has no password and cannot sign in. */
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly websiteId: number;
  /** Tokens with an older version are invalid (access.md, "Tokens"). */
  readonly tokenVersion: number;
}

/**
 * Customers for `access`. Methods return undefined if there is none. Implemented by `commerce`, bound in `app.module`.
 */
export abstract class CustomerCredentials {
  /** The customer with this email address, ignoring case, on exactly this website. */
  abstract byEmail(email: string, websiteId: number): Promise<CustomerCredential | undefined>;

  /** One indexed query, run for each request of a customer. */
  abstract byId(id: number): Promise<CustomerCredential | undefined>;

  /** The customer with exactly this customer number, for tokens of a trusted shop. */
  abstract byNumber(customerNumber: string): Promise<CustomerCredential | undefined>;

  /**
   * Increments the token version and adds a change-log entry, in the current write transaction or a new one.
   * Concurrent calls increment it twice. A missing customer is ignored.
   */
  abstract raiseTokenVersion(id: number): Promise<void>;

  /** The website whose customers sign in at store 0, which represents all stores. */
  abstract defaultWebsite(): Promise<number>;
}
