/** The secret side of customers, which no record shows. */
export abstract class CustomerAccounts {
  /** The password hashes of those of the ids that have one. */
  abstract hashes(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;

  /**
   * Stores a customer's new hash (null disables sign-in) and increments the token version, so that older tokens stop
   * working; in the ambient write transaction.
   */
  abstract keepHash(customerId: number, hash: string | null): Promise<void>;

  /** Raises the token version by one: two at once raise it twice. In the ambient write transaction. */
  abstract raiseTokenVersion(customerId: number): Promise<void>;
}
