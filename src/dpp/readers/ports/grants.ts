import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Grant } from '../domain/grant.js';

/** Stored grants. Only a hash of each token is stored. */
export abstract class Grants {
  /**
   * Returns the ID and a new token of 256 random bits, which cannot be retrieved later. Only inside
   * `Transactions.write`.
   */
  abstract add(grant: Omit<Grant, 'id'>): Promise<{ readonly id: number; readonly token: string }>;

  /**
   * The current state, no matter which process changed it; undefined for an unknown token. Inside `Transactions.write`,
   * the grant cannot change until the transaction ends.
   */
  abstract byToken(token: string): Promise<Grant | undefined>;

  abstract byId(id: number): Promise<Grant | undefined>;

  /** Criteria use the properties of `GrantRow`. */
  abstract search(criteria: Criteria): Promise<Page<Grant>>;

  /** Only inside `Transactions.write`. */
  abstract change(id: number, change: Partial<Pick<Grant, 'suspendedAt' | 'until'>>): Promise<void>;

  /** Revokes all grants of an operator's recipients and returns their number. Only inside `Transactions.write`. */
  abstract revokeOf(operator: NonNullable<Grant['to']['operator']>, at: Date, by: Actor): Promise<number>;

  /** Revokes the grant. A second revocation keeps the first actor and time. Only inside `Transactions.write`. */
  abstract revoke(id: number, at: Date, by: Actor): Promise<void>;
}
