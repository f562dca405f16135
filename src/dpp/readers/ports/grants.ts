import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Grant } from '../domain/grant.js';

/** The grants there are; of their tokens nothing but a hash. */
export abstract class Grants {
  /** Answers the id. Only inside `Transactions.write`. */
  abstract add(grant: Omit<Grant, 'id'>, tokenDigest: string): Promise<number>;

  /**
   * As it is now, whichever process revoked it; undefined for a token that none has. Inside `Transactions.write` it stays so until
   * that is over.
   */
  abstract byToken(tokenDigest: string): Promise<Grant | undefined>;

  abstract byId(id: number): Promise<Grant | undefined>;

  /** Criteria by the properties of `GrantRow`. */
  abstract search(criteria: Criteria): Promise<Page<Grant>>;

  /** From now on it is good for nothing; who revoked it first did. Only inside `Transactions.write`. */
  abstract revoke(id: number, at: Date, by: Actor): Promise<void>;
}
