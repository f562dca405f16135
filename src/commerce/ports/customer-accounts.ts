/** The secret side of customers, which no record shows. */
export abstract class CustomerAccounts {
  /** The password hashes of those of the ids that have one. */
  abstract hashes(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;

  /**
   * Keeps a customer's new hash, null to sign in no longer, and raises the token version, so that older tokens are dead;
   * in the ambient write transaction.
   */
  abstract keepHash(customerId: number, hash: string | null): Promise<void>;

  /** Raises the token version by one: two at once raise it twice. In the ambient write transaction. */
  abstract raiseTokenVersion(customerId: number): Promise<void>;
}
