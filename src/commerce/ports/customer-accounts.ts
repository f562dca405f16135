/** The credentials of customers, which are not part of any record. */
export abstract class CustomerAccounts {
  /** Password hashes by id; customers without a password are absent. */
  abstract hashes(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;

  /**
   * Stores a customer's new hash (null disables sign-in) and increments the token version, so that older tokens stop
   * working. Runs in the ambient write transaction.
   */
  abstract keepHash(customerId: number, hash: string | null): Promise<void>;

  /** Increments the token version; concurrent calls increment it twice. Runs in the ambient write transaction. */
  abstract raiseTokenVersion(customerId: number): Promise<void>;
}
