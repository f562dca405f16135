import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Grant } from '../domain/grant.js';

/** Stored grants; of their tokens only a hash. */
export abstract class Grants {
  /** Returns the ID, and a new token of 256 random bits, which is not available later. Only inside `Transactions.write`. */
  abstract add(grant: Omit<Grant, 'id'>): Promise<{ readonly id: number; readonly token: string }>;

  /**
   * The current state, whichever process revoked it; undefined for an unknown token. Inside `Transactions.write`, it
   * cannot change until the end.
   */
  abstract byToken(token: string): Promise<Grant | undefined>;

  abstract byId(id: number): Promise<Grant | undefined>;

  /** Criteria use the properties of `GrantRow`. */
  abstract search(criteria: Criteria): Promise<Page<Grant>>;

  /** Only inside `Transactions.write`. */
  abstract change(id: number, change: Partial<Pick<Grant, 'suspendedAt' | 'until'>>): Promise<void>;

  /** Revokes all grants of an operator's people and returns their number. Only inside `Transactions.write`. */
  abstract revokeOf(operator: NonNullable<Grant['to']['operator']>, at: Date, by: Actor): Promise<number>;

  /** Ends the grant; a second revocation keeps the first actor. Only inside `Transactions.write`. */
  abstract revoke(id: number, at: Date, by: Actor): Promise<void>;
}
