import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { Grant } from '../domain/grant.js';

/** Stored grants; of their tokens only a hash. */
export abstract class Grants {
  /** Returns the ID. Only inside `Transactions.write`. */
  abstract add(grant: Omit<Grant, 'id'>, tokenDigest: string): Promise<number>;

  /**
   * The current state, whichever process revoked it; undefined for an unknown token. Inside `Transactions.write`, it
   * cannot change until the end.
   */
  abstract byToken(tokenDigest: string): Promise<Grant | undefined>;

  abstract byId(id: number): Promise<Grant | undefined>;

  /** Criteria use the properties of `GrantRow`. */
  abstract search(criteria: Criteria): Promise<Page<Grant>>;

  /** Ends the grant; a second revocation keeps the first actor. Only inside `Transactions.write`. */
  abstract revoke(id: number, at: Date, by: Actor): Promise<void>;
}

/** Unguessable tokens and their stored form. */
export abstract class GrantTokens {
  /** Returns a token of 256 random bits. */
  abstract generate(): string;

  /** SHA-256 is enough, because a token has too many bits to try. */
  abstract digestOf(token: string): string;
}
